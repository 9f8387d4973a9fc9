//! Layer 1: bytes to messages and back: stdio, http, memory. Knows no method but by the era it
//! belongs to; what answers is behind [`Service`], which dispatch implements.

mod inflight;
pub mod lines;
pub mod memory;
pub mod stdio;

#[cfg(feature = "http")]
pub mod http;

use std::future::Future;
use std::sync::Arc;

use ::http::HeaderMap;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::protocol::call::Call;
use crate::protocol::jsonrpc::{ErrorObject, RequestId, Response};

/// Takes messages for the client ahead of a request's answer, whole JSON texts.
pub type Outbox = mpsc::Sender<Vec<u8>>;

/// What answers the messages of every transport.
pub trait Service: Send + Sync + 'static {
    /// What one client of the legacy era has agreed on.
    type Session: Send + Sync + 'static;

    /// Answers a request of the modern era. Its `_meta` and, over HTTP, its headers were checked;
    /// its version and method were not. Dropping the future cancels the request.
    fn answer<'a>(&'a self, call: Call<'a>, exchange: Exchange) -> impl Future<Output = Reply> + Send + 'a;

    /// Answers `initialize`, and opens a session unless the answer is an error.
    fn open(&self, call: &Call<'_>) -> (Reply, Option<Self::Session>);

    /// Answers a request of the legacy era. Dropping the future cancels the request.
    fn answer_in<'a>(
        &'a self,
        session: &'a Self::Session,
        call: Call<'a>,
        exchange: Exchange,
    ) -> impl Future<Output = Reply> + Send + 'a;

    /// Takes the client's response to a question that was asked in this session. Unknown ids are
    /// ignored.
    fn deliver(&self, session: &Self::Session, response: Response<'_>);
}

/// What comes with a request besides its text.
#[derive(Default)]
pub struct Exchange {
    /// The HTTP headers.
    pub headers: Option<Arc<HeaderMap>>,
    /// Where messages ahead of the answer go; `None` if the transport can carry none.
    pub outbox: Option<Outbox>,
}

/// The answer to a request.
#[derive(Debug)]
pub struct Reply {
    /// The whole JSON-RPC response.
    pub text: Vec<u8>,
    /// The error's code, if it is one: transports with a status choose it by this.
    pub error: Option<i64>,
}

impl Reply {
    /// An error; `id` is absent when it could not be read.
    #[must_use]
    pub fn error(id: Option<&RequestId>, error: &ErrorObject) -> Self {
        #[derive(Serialize)]
        struct Failure<'a> {
            jsonrpc: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            id: Option<&'a RequestId>,
            error: &'a ErrorObject,
        }
        let failure = Failure { jsonrpc: "2.0", id, error };
        Self { text: serde_json::to_vec(&failure).unwrap_or_default(), error: Some(error.code) }
    }
}
