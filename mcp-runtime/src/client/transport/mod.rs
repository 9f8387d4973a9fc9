//! Ways to reach a server: a request goes out, the messages that belong to it come back.

#[cfg(feature = "client")]
mod headers;
#[cfg(feature = "client")]
mod http;
mod inbox;
mod lines;
#[cfg(feature = "client")]
mod poster;
#[cfg(feature = "client")]
mod spawn;
#[cfg(feature = "client")]
mod sse;

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::client::failure::Failure;
use crate::client::questions::Questions;
use crate::protocol::jsonrpc::ErrorObject;
use crate::protocol::progress::Progress;
use crate::protocol::version::ProtocolVersion;
use crate::wire::memory::LinesEnd;

/// A request, ready to go.
#[cfg_attr(not(feature = "client"), expect(dead_code, reason = "only HTTP repeats members in headers"))]
pub(crate) struct Outgoing {
    /// Its id, and its progress token if it has one.
    pub(crate) id: i64,
    /// Its method.
    pub(crate) method: &'static str,
    /// The revision it is written in.
    pub(crate) version: ProtocolVersion,
    /// The tool, prompt or resource it is for.
    pub(crate) name: Option<String>,
    /// Header names and values that repeat arguments of a tool.
    pub(crate) mirrored: Vec<(String, String)>,
    /// The whole message.
    pub(crate) text: Vec<u8>,
    /// Whether the server hears of it when nobody waits for the answer any more.
    pub(crate) cancellable: bool,
}

/// A message that belongs to a request.
pub(crate) enum Event {
    /// The request has come further.
    Progress(Progress),
    /// The request is answered; nothing follows.
    Response(Result<Box<RawValue>, ErrorObject>),
}

/// A way to reach a server.
pub(crate) enum Transport {
    /// Messages in both directions over one connection.
    Lines(lines::Lines),
    /// One POST for each message.
    #[cfg(feature = "client")]
    Http(http::Http),
}

impl Transport {
    /// Over a connection of messages.
    pub(crate) fn over(end: LinesEnd, questions: Arc<Questions>) -> Self {
        Self::Lines(lines::Lines::new(end, questions))
    }

    /// To a child process.
    #[cfg(feature = "client")]
    pub(crate) fn spawn(
        command: tokio::process::Command,
        questions: Arc<Questions>,
    ) -> Result<Self, Failure> {
        let (end, child) = spawn::spawn(command)?;
        Ok(Self::Lines(lines::Lines::new(end, questions).with_child(child)))
    }

    /// To a server's HTTP endpoint.
    #[cfg(feature = "client")]
    pub(crate) fn http(url: &str, questions: Arc<Questions>) -> Result<Self, Failure> {
        Ok(Self::Http(http::Http::new(url, questions)?))
    }

    /// Whether messages travel with headers.
    pub(crate) fn has_headers(&self) -> bool {
        match self {
            Self::Lines(_) => false,
            #[cfg(feature = "client")]
            Self::Http(_) => true,
        }
    }

    /// Sends a request.
    pub(crate) async fn request(&self, request: Outgoing) -> Result<Exchange, Failure> {
        match self {
            Self::Lines(lines) => lines.request(request).map(Exchange::Lines),
            #[cfg(feature = "client")]
            Self::Http(http) => {
                http.request(request).await.map(|exchange| Exchange::Http(Box::new(exchange)))
            }
        }
    }

    /// Sends a notification.
    pub(crate) async fn notify(&self, text: Vec<u8>) -> Result<(), Failure> {
        match self {
            Self::Lines(lines) => lines.send(text),
            #[cfg(feature = "client")]
            Self::Http(http) => http.notify(text).await,
        }
    }

    /// A session of the legacy era is open, in that revision.
    pub(crate) fn opened(&self, version: ProtocolVersion) {
        match self {
            Self::Lines(_) => _ = version,
            #[cfg(feature = "client")]
            Self::Http(http) => http.opened(version),
        }
    }

    /// Hears what the server asks outside of any request, if it is to be heard of separately.
    pub(crate) fn listen(&self) {
        match self {
            Self::Lines(_) => {}
            #[cfg(feature = "client")]
            Self::Http(http) => http.listen(),
        }
    }

    /// Whether a session is still the one of that id.
    #[cfg(feature = "client")]
    pub(crate) fn is_in_session(&self, id: &::http::HeaderValue) -> bool {
        match self {
            Self::Lines(_) => false,
            Self::Http(http) => http.is_in_session(id),
        }
    }

    /// Says goodbye, and waits until the server is gone if it is ours.
    pub(crate) async fn close(&mut self) {
        match self {
            Self::Lines(lines) => lines.close().await,
            #[cfg(feature = "client")]
            Self::Http(http) => http.close().await,
        }
    }
}

/// A request that was sent. Dropping it before its response cancels the request.
pub(crate) enum Exchange {
    Lines(lines::Exchange),
    #[cfg(feature = "client")]
    Http(Box<http::Exchange>),
}

impl Exchange {
    /// The next message that belongs to the request.
    pub(crate) async fn next(&mut self) -> Result<Event, Failure> {
        match self {
            Self::Lines(exchange) => exchange.next().await,
            #[cfg(feature = "client")]
            Self::Http(exchange) => exchange.next().await,
        }
    }
}

/// The notification that nobody waits for the answer to a request any more.
fn cancelled(id: i64) -> Vec<u8> {
    use crate::protocol::cancellation::CANCELLED;
    format!(r#"{{"jsonrpc":"2.0","method":"{CANCELLED}","params":{{"requestId":{id}}}}}"#).into_bytes()
}
