//! Revisions up to 2025-11-25: a handshake, then a session that outlives its connections.

use std::future::pending;
use std::sync::Arc;

use ::http::{HeaderMap, HeaderName, StatusCode};
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use tokio::sync::{mpsc, oneshot, watch};

use crate::protocol::call::Call;
use crate::protocol::cancellation::{CANCELLED, Cancelled};
use crate::protocol::jsonrpc::{
    ErrorObject, HEADER_MISMATCH, INVALID_REQUEST, Incoming, Notification, RequestId, parse,
};
use crate::protocol::method::INITIALIZE;
use crate::protocol::version::{MODERN, ProtocolVersion};
use crate::wire::http::answer::{accepted, events, json, respond};
use crate::wire::http::endpoint::Endpoint;
use crate::wire::http::refusal::Refusal;
use crate::wire::http::session::Session;
use crate::wire::http::sse::{Answering, Events, Inbox, OUTBOX, Sequence};
use crate::wire::http::{headers, media};
use crate::wire::{Exchange, Outbox, Reply, Service};

static SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// Answers a POST of one message.
pub(super) async fn post<S: Service>(
    endpoint: &Endpoint<S>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let call = match parse(&body)? {
        Incoming::Request(request) => Call::read(request)?,
        Incoming::Notification(notification) => {
            notified(&*find(endpoint, &headers, None)?, &notification);
            return Ok(accepted());
        }
        Incoming::Response(response) => {
            let session = find(endpoint, &headers, None)?;
            endpoint.service.deliver(&session.agreed, response);
            return Ok(accepted());
        }
    };
    if call.is_modern() {
        return Err(Refusal::error(Some(&call.id), &not_legacy(&headers)));
    }
    if call.method == INITIALIZE {
        return open(endpoint, &call);
    }
    let session = find(endpoint, &headers, Some(&call.id))?;
    let id = call.id;
    Ok(stream(endpoint, headers, |headers, outbox| {
        let exchange = Exchange { headers: Some(headers), outbox };
        Box::pin(start(endpoint, &session, id, body, exchange))
    })
    .await)
}

/// Answers a GET: the session's stream for messages that belong to no request.
pub(super) fn get<S: Service>(endpoint: &Endpoint<S>, headers: &HeaderMap) -> Result<Response, Refusal> {
    legacy_only(headers)?;
    if !media::accepts_events(headers) {
        let text = "Not Acceptable: accept text/event-stream";
        return Err(Refusal::text(StatusCode::NOT_ACCEPTABLE, text));
    }
    let Some(listening) = find(endpoint, headers, None)?.listen() else {
        let text = "Conflict: Only one SSE stream is allowed per session";
        return Err(Refusal::text(StatusCode::CONFLICT, text));
    };
    let stopping = endpoint.options.stopping.clone();
    let until = Box::pin(async move {
        tokio::select! {
            () = listening.ended() => {}
            () = stopped(stopping) => {}
        }
        None
    });
    let keep_alive = Some(endpoint.options.keep_alive);
    Ok(events(Events::of(Sequence::new(until, Inbox::None, keep_alive))))
}

/// Answers a DELETE: the session ends, and its running requests with it.
pub(super) fn delete<S: Service>(endpoint: &Endpoint<S>, headers: &HeaderMap) -> Result<Response, Refusal> {
    legacy_only(headers)?;
    let session = endpoint.sessions.remove(session_id(headers, None)?);
    session.ok_or(Refusal::SessionNotFound(None))?.end();
    Ok(Response::new(Body::empty()))
}

/// The session that the headers name.
pub(super) fn find<S: Service>(
    endpoint: &Endpoint<S>,
    headers: &HeaderMap,
    id: Option<&RequestId>,
) -> Result<Arc<Session<S::Session>>, Refusal> {
    let session = endpoint.sessions.find(session_id(headers, id)?);
    session.ok_or_else(|| Refusal::SessionNotFound(id.cloned()))
}

/// Responds with what `answering` sends and answers, in a form that the client can read.
pub(super) async fn stream<S: Service>(
    endpoint: &Endpoint<S>,
    headers: HeaderMap,
    answering: impl FnOnce(Arc<HeaderMap>, Option<Outbox>) -> Answering,
) -> Response {
    let (outbox, inbox, keep_alive) = if media::accepts_events(&headers) {
        let (outbox, inbox) = mpsc::channel(OUTBOX);
        (Some(outbox), Inbox::Open(inbox), Some(endpoint.options.keep_alive))
    } else {
        (None, Inbox::None, None)
    };
    respond(Sequence::new(answering(Arc::new(headers), outbox), inbox, keep_alive)).await
}

/// Starts to answer a request, in a task of its own: a client that goes away does not cancel it.
///
/// What is returned waits for the answer; there is none if the request is cancelled.
pub(super) fn start<S: Service>(
    endpoint: &Endpoint<S>,
    session: &Arc<Session<S::Session>>,
    id: RequestId,
    text: Bytes,
    exchange: Exchange,
) -> impl Future<Output = Option<Reply>> + Send + use<S> {
    let (answered, answer) = oneshot::channel();
    let (service, owned) = (endpoint.service.clone(), session.clone());
    let started = session.run(id.clone(), async move {
        // The text was read to find its way here; the task must own what the request borrows.
        let Ok(Incoming::Request(request)) = parse(&text) else {
            return;
        };
        let Ok(call) = Call::read(request) else {
            return;
        };
        let _ = answered.send(service.answer_in(&owned.agreed, call, exchange).await);
    });
    async move {
        let mut reply = match started {
            Ok(()) => answer.await.ok()?,
            Err(error) => Reply::error(Some(&id), &error),
        };
        // In a session errors are answers like any other, and ride in a 200.
        reply.error = None;
        Some(reply)
    }
}

/// Takes a notification.
pub(super) fn notified<T>(session: &Session<T>, notification: &Notification<'_>) {
    if notification.method == CANCELLED
        && let Some(id) = Cancelled::read(notification.params)
    {
        session.cancel(&id);
    }
}

fn open<S: Service>(endpoint: &Endpoint<S>, call: &Call<'_>) -> Result<Response, Refusal> {
    let (reply, agreed) = endpoint.service.open(call);
    let mut response = json(StatusCode::OK, reply.text);
    if let Some(agreed) = agreed {
        let Some(id) = endpoint.sessions.insert(agreed) else {
            return Err(Refusal::text(StatusCode::SERVICE_UNAVAILABLE, "Too many open sessions"));
        };
        response.headers_mut().insert(&SESSION_ID, id);
    }
    Ok(response)
}

fn session_id<'a>(headers: &'a HeaderMap, id: Option<&RequestId>) -> Result<&'a [u8], Refusal> {
    match headers.get(&SESSION_ID) {
        Some(value) => Ok(value.as_bytes()),
        None => {
            let error = ErrorObject::new(INVALID_REQUEST, "Bad Request: Missing session ID");
            Err(Refusal::error(id, &error))
        }
    }
}

/// GET and DELETE belong to sessions, which modern revisions do not have.
fn legacy_only(headers: &HeaderMap) -> Result<(), Refusal> {
    match headers::version(headers) {
        Some(version) if MODERN.contains(&version) => Err(Refusal::Method { allowed: "POST" }),
        Some(version) if ProtocolVersion::parse(version).is_none() => {
            let text = "Bad Request: Unsupported protocol version";
            Err(Refusal::error(None, &ErrorObject::new(INVALID_REQUEST, text)))
        }
        _ => Ok(()),
    }
}

/// Why a request with modern `_meta` is not served here.
fn not_legacy(headers: &HeaderMap) -> ErrorObject {
    match headers::version(headers) {
        Some(_) => headers::version_mismatch(),
        None => ErrorObject::new(HEADER_MISMATCH, "mcp-protocol-version header is missing"),
    }
}

async fn stopped(stopping: Option<watch::Receiver<bool>>) {
    match stopping {
        // An error means that nobody can stop the server any more, which ends the stream too.
        Some(mut stopping) => drop(stopping.wait_for(|stopping| *stopping).await),
        None => pending().await,
    }
}
