//! 2026-07-28: a request is answered within its own response, which owns the work.

use std::sync::Arc;

use ::http::HeaderMap;
use axum::response::Response;
use bytes::Bytes;
use serde_json::json;
use tokio::sync::{mpsc, oneshot};

use crate::protocol::call::Call;
use crate::protocol::jsonrpc::{
    ErrorObject, INVALID_REQUEST, Incoming, RequestId, UNSUPPORTED_VERSION, parse,
};
use crate::protocol::version::MODERN;
use crate::wire::http::answer::respond;
use crate::wire::http::endpoint::Endpoint;
use crate::wire::http::headers;
use crate::wire::http::sse::{Inbox, OUTBOX, Sequence};
use crate::wire::{Exchange, Reply, Service};

/// Answers a POST. A client that goes away drops the response, and the work with it.
pub(super) async fn post<S: Service>(endpoint: &Endpoint<S>, headers: HeaderMap, body: Bytes) -> Response {
    let (opened, awaited) = oneshot::channel();
    let answering = Box::pin(answer(endpoint.service.clone(), headers, body, opened));
    let keep_alive = Some(endpoint.options.keep_alive);
    respond(Sequence::new(answering, Inbox::Awaited(awaited), keep_alive)).await
}

/// Answers what the body says; a notification has no answer.
async fn answer<S: Service>(
    service: Arc<S>,
    headers: HeaderMap,
    body: Bytes,
    opened: oneshot::Sender<mpsc::Receiver<Vec<u8>>>,
) -> Option<Reply> {
    let call = match read(&headers, &body) {
        Ok(call) => call?,
        Err((id, error)) => return Some(Reply::error(id.as_ref(), &error)),
    };
    let outbox = call.may_stream().then(|| {
        let (outbox, inbox) = mpsc::channel(OUTBOX);
        let _ = opened.send(inbox);
        outbox
    });
    let exchange = Exchange { headers: Some(Arc::new(headers)), outbox };
    Some(service.answer(call, exchange).await)
}

/// Reads a request whose headers agree with it; `None` for a notification.
fn read<'a>(
    headers: &HeaderMap,
    body: &'a [u8],
) -> Result<Option<Call<'a>>, (Option<RequestId>, ErrorObject)> {
    let call = match Call::in_one_pass(body) {
        Some(call) => call,
        None => match read_step_by_step(headers, body)? {
            Some(call) => call,
            None => return Ok(None),
        },
    };
    let checked = match call.meta.required() {
        Ok((version, _)) => headers::check(headers, &call, version),
        Err(error) => Err(error),
    };
    match checked {
        Ok(()) => Ok(Some(call)),
        Err(error) => Err((Some(call.id), error)),
    }
}

/// Reads what is no plain request; `None` for a notification.
fn read_step_by_step<'a>(
    headers: &HeaderMap,
    body: &'a [u8],
) -> Result<Option<Call<'a>>, (Option<RequestId>, ErrorObject)> {
    match parse(body).map_err(|malformed| (malformed.id, malformed.error))? {
        Incoming::Request(request) => Call::read(request).map(Some).map_err(|(id, error)| (Some(id), error)),
        Incoming::Notification(_) => served(headers).map(|()| None).map_err(|error| (None, error)),
        Incoming::Response(_) => {
            let text = "Body must be a single JSON-RPC request or notification object";
            Err((None, ErrorObject::new(INVALID_REQUEST, text)))
        }
    }
}

/// Whether the version of a notification is served. Those of requests are checked by the service.
fn served(headers: &HeaderMap) -> Result<(), ErrorObject> {
    let requested = headers::version(headers).unwrap_or_default();
    if MODERN.contains(&requested) {
        return Ok(());
    }
    Err(ErrorObject::new(UNSUPPORTED_VERSION, "Unsupported protocol version")
        .with_data(json!({ "supported": MODERN, "requested": requested })))
}
