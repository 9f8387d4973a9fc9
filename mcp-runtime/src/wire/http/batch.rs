//! Batches: several messages in one body, which clients of 2025-03-26 may send.

use ::http::HeaderMap;
use axum::response::Response;
use bytes::Bytes;
use serde_json::value::RawValue;

use crate::protocol::call::Call;
use crate::protocol::jsonrpc::{
    ErrorObject, INVALID_REQUEST, Incoming, Malformed, PARSE_ERROR, RequestId, parse,
};
use crate::protocol::method::INITIALIZE;
use crate::protocol::version::ProtocolVersion;
use crate::wire::http::answer::accepted;
use crate::wire::http::endpoint::Endpoint;
use crate::wire::http::refusal::Refusal;
use crate::wire::http::{headers, legacy};
use crate::wire::{Exchange, Reply, Service};

/// One message of a batch that wants an answer.
enum Part {
    Request(RequestId, Bytes),
    Malformed(Reply),
}

/// Whether the body is a batch that may be one: clients of later revisions name theirs in a header.
pub(super) fn is_batch(headers: &HeaderMap, body: &[u8]) -> bool {
    body.trim_ascii_start().starts_with(b"[")
        && headers::version(headers).is_none_or(|version| version == ProtocolVersion::V2025_03_26.as_str())
}

/// Takes the messages of a batch. The answers come together, as a batch.
pub(super) async fn post<S: Service>(
    endpoint: &Endpoint<S>,
    headers: HeaderMap,
    body: &Bytes,
) -> Result<Response, Refusal> {
    let session = legacy::find(endpoint, &headers, None)?;
    let texts: Vec<&RawValue> = serde_json::from_slice(body).map_err(|_| {
        let text = "Parse error: the body is not valid JSON";
        Refusal::error(None, &ErrorObject::new(PARSE_ERROR, text))
    })?;
    if texts.is_empty() {
        let error = ErrorObject::new(INVALID_REQUEST, "A batch must not be empty");
        return Err(Refusal::error(None, &error));
    }
    let mut parts = Vec::new();
    for text in texts {
        match parse(text.get().as_bytes()) {
            Ok(Incoming::Request(request)) => {
                let text = body.slice_ref(text.get().as_bytes());
                parts.push(match Call::read(request) {
                    Ok(call) if call.method != INITIALIZE => Part::Request(call.id, text),
                    Ok(call) => malformed(Some(call.id), "initialize must not be in a batch"),
                    Err((id, error)) => Part::Malformed(Reply::error(Some(&id), &error)),
                });
            }
            Ok(Incoming::Notification(notification)) => legacy::notified(&session, &notification),
            Ok(Incoming::Response(response)) => endpoint.service.deliver(&session.agreed, response),
            Err(Malformed { id, error }) => {
                parts.push(Part::Malformed(Reply::error(id.as_ref(), &error)));
            }
        }
    }
    if parts.is_empty() {
        return Ok(accepted());
    }
    Ok(legacy::stream(endpoint, headers, |headers, outbox| {
        let mut answers = Vec::new();
        for part in parts {
            answers.push(match part {
                Part::Malformed(reply) => Err(reply),
                Part::Request(id, text) => {
                    let (headers, outbox) = (Some(headers.clone()), outbox.clone());
                    let exchange = Exchange { headers, outbox };
                    Ok(legacy::start(endpoint, &session, id, text, exchange))
                }
            });
        }
        Box::pin(async move {
            let mut texts = Vec::new();
            for answer in answers {
                let reply = match answer {
                    Ok(answering) => answering.await,
                    Err(reply) => Some(reply),
                };
                texts.extend(reply.map(|reply| reply.text));
            }
            let together = [b"[".as_slice(), &texts.join(&b','), b"]"].concat();
            (!texts.is_empty()).then_some(Reply { text: together, error: None })
        })
    })
    .await)
}

fn malformed(id: Option<RequestId>, text: &'static str) -> Part {
    Part::Malformed(Reply::error(id.as_ref(), &ErrorObject::new(INVALID_REQUEST, text)))
}
