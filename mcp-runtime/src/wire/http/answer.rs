//! From a reply to an HTTP response: its status, and whether it is one JSON text or a stream.

use ::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use ::http::{HeaderName, HeaderValue, StatusCode};
use axum::body::Body;
use axum::response::Response;

use crate::protocol::jsonrpc::{
    HEADER_MISMATCH, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, MISSING_CLIENT_CAPABILITY,
    PARSE_ERROR, UNSUPPORTED_VERSION,
};
use crate::wire::http::sse::{Events, Sequence, Step};

static X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The status of a reply by its error's code: the one table.
pub(super) fn status(error: Option<i64>) -> StatusCode {
    match error {
        Some(
            PARSE_ERROR
            | INVALID_REQUEST
            | INVALID_PARAMS
            | HEADER_MISMATCH
            | MISSING_CLIENT_CAPABILITY
            | UNSUPPORTED_VERSION,
        ) => StatusCode::BAD_REQUEST,
        Some(METHOD_NOT_FOUND) => StatusCode::NOT_FOUND,
        _ => StatusCode::OK,
    }
}

/// Waits for the first step of a sequence, which decides the form of the response.
pub(super) async fn respond(mut sequence: Sequence) -> Response {
    match sequence.next().await {
        Step::End(Some(reply)) => json(status(reply.error), reply.text),
        Step::End(None) => accepted(),
        first @ (Step::Message(_) | Step::Silence) => events(Events::after(first, sequence)),
    }
}

/// One JSON text.
pub(super) fn json(status: StatusCode, text: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

/// A stream of events.
pub(super) fn events(events: Events) -> Response {
    let mut response = Response::new(Body::new(events));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Proxies that gather a response before they pass it on would hold the events back.
    headers.insert(&X_ACCEL_BUFFERING, HeaderValue::from_static("no"));
    response
}

/// Taken, and there is nothing to say.
pub(super) fn accepted() -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::ACCEPTED;
    response
}
