//! Why a request gets no further than the transport.

use std::borrow::Cow;

use ::http::header::ALLOW;
use ::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::protocol::jsonrpc::{ErrorObject, INVALID_REQUEST, Malformed, RequestId};
use crate::wire::Reply;
use crate::wire::http::answer;

/// What a request is answered that reaches no service.
#[derive(Debug)]
pub(super) enum Refusal {
    /// HTTP alone can say it.
    Text(StatusCode, Cow<'static, str>),
    /// The method is not served, others are.
    Method {
        /// The methods that are.
        allowed: &'static str,
    },
    /// A JSON-RPC error under the status of its code.
    Error(Reply),
    /// The session ended, or never was.
    SessionNotFound(Option<RequestId>),
}

impl Refusal {
    /// A status and the sentence that explains it.
    pub(super) fn text(status: StatusCode, text: impl Into<Cow<'static, str>>) -> Self {
        Self::Text(status, text.into())
    }

    /// A JSON-RPC error.
    pub(super) fn error(id: Option<&RequestId>, error: &ErrorObject) -> Self {
        Self::Error(Reply::error(id, error))
    }
}

impl From<Malformed> for Refusal {
    fn from(malformed: Malformed) -> Self {
        Self::error(malformed.id.as_ref(), &malformed.error)
    }
}

impl From<(RequestId, ErrorObject)> for Refusal {
    fn from((id, error): (RequestId, ErrorObject)) -> Self {
        Self::error(Some(&id), &error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Self::Text(status, text) => (status, text).into_response(),
            Self::Method { allowed } => {
                let mut response = StatusCode::METHOD_NOT_ALLOWED.into_response();
                response.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
                response
            }
            Self::Error(reply) => answer::json(answer::status(reply.error), reply.text),
            Self::SessionNotFound(id) => {
                let error = ErrorObject::new(INVALID_REQUEST, "Session not found");
                answer::json(StatusCode::NOT_FOUND, Reply::error(id.as_ref(), &error).text)
            }
        }
    }
}
