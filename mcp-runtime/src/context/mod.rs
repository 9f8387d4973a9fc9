//! Layer 1: what one request carries. Knows neither router nor server.

mod ask;
mod cancel;
mod progress;
mod state;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Weak};

use http::HeaderMap;
use serde_json::Value;

pub use self::ask::AskByHand;
pub use self::cancel::{CancelOnDrop, Cancellation};
pub use self::progress::ProgressSink;
pub use self::state::{State, StateNeed, States};
use crate::error::{Error, Result};
use crate::protocol::capability::ClientCapabilities;
use crate::protocol::content::ResourceContents;
use crate::protocol::initialize::Implementation;
use crate::protocol::jsonrpc::RequestId;
use crate::protocol::mrtr::InputResponses;
use crate::protocol::version::ProtocolVersion;

/// A boxed future that may borrow.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What one request carries besides its arguments: who asks, in which revision, and the ways back.
///
/// Any function of the author's may take one, as `&Context` or `Context`. The model never sees it.
/// It is cheap to clone and may outlive the call, though progress after the call goes nowhere.
#[derive(Clone)]
pub struct Context {
    inner: Arc<Inner>,
}

struct Inner {
    parts: ContextParts,
    cancellation: Cancellation,
}

/// What dispatch puts into a [`Context`].
pub struct ContextParts {
    /// The request's id.
    pub request_id: RequestId,
    /// The revision that the request speaks.
    pub version: ProtocolVersion,
    /// What the client said of itself.
    pub client: Arc<ClientFacts>,
    /// The HTTP headers.
    pub headers: Option<Arc<HeaderMap>>,
    /// Where progress goes.
    pub progress: Option<ProgressSink>,
    /// What was built once at start.
    pub states: Arc<States>,
    /// Reads the server's own resources.
    pub resources: Option<Weak<dyn ReadResource>>,
    /// The answers this round brought, for functions that ask by hand.
    pub input_responses: InputResponses,
    /// The opened state of the rounds before, for functions that ask by hand.
    pub request_state: Option<String>,
}

/// What a client said of itself, read when it is asked for.
#[derive(Debug, Default)]
pub struct ClientFacts {
    /// The text of its capabilities.
    pub capabilities: Box<str>,
    /// The text of its name and version.
    pub info: Option<Box<str>>,
}

/// Reads one of the server's own resources; dispatch implements it.
pub trait ReadResource: Send + Sync {
    /// Reads `uri` on behalf of the request in `ctx`.
    fn read_resource<'a>(
        &'a self,
        ctx: &'a Context,
        uri: &'a str,
    ) -> BoxFuture<'a, Result<Vec<ResourceContents>>>;
}

impl Context {
    /// Assembles the context of one request.
    #[must_use]
    pub fn new(parts: ContextParts) -> Self {
        Self { inner: Arc::new(Inner { parts, cancellation: Cancellation::default() }) }
    }

    /// The request's JSON-RPC id.
    #[must_use]
    pub fn request_id(&self) -> &RequestId {
        &self.inner.parts.request_id
    }

    /// The protocol revision this request speaks.
    #[must_use]
    pub fn protocol_version(&self) -> ProtocolVersion {
        self.inner.parts.version
    }

    /// Who the client says it is; `None` if it did not say. Not proof of anything.
    #[must_use]
    pub fn client_info(&self) -> Option<Implementation> {
        let text = self.inner.parts.client.info.as_deref()?;
        serde_json::from_str(text).ok()
    }

    /// What the client declared that it can be asked.
    #[must_use]
    pub fn client_capabilities(&self) -> ClientCapabilities {
        serde_json::from_str(&self.inner.parts.client.capabilities).unwrap_or_default()
    }

    /// The HTTP headers of the request; `None` over stdio and in process.
    #[must_use]
    pub fn headers(&self) -> Option<&HeaderMap> {
        self.inner.parts.headers.as_deref()
    }

    /// Tells the client how far the call has come: `progress` of `total`, with a word for people.
    ///
    /// Does nothing when the client did not ask to be told, or when `progress` is not larger than
    /// the last time (the protocol wants it to grow). Waits while the client is slow to read.
    pub async fn report_progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        if let Some(sink) = &self.inner.parts.progress {
            sink.report(progress, total, message).await;
        }
    }

    /// Completes when the call was cancelled: the client said so, or went away.
    ///
    /// An async function needs no such care, since its future is dropped; work it handed to another
    /// task or thread does.
    pub async fn cancelled(&self) {
        self.inner.cancellation.cancelled().await;
    }

    /// Whether the call was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.inner.cancellation.is_cancelled()
    }

    /// Reads one of this server's own resources.
    ///
    /// # Errors
    /// The resource does not exist, its function failed, or it asks a question (ask it from here).
    pub async fn read_resource(&self, uri: &str) -> Result<Vec<ResourceContents>> {
        match self.inner.parts.resources.as_ref().and_then(Weak::upgrade) {
            Some(resources) => resources.read_resource(self, uri).await,
            None => Err(Error::resource_not_found(uri)),
        }
    }

    /// The client's answer to a question that this function asked by hand under `key`; `None` if
    /// it has not come. Resolvers need none of this.
    #[must_use]
    pub fn input_response(&self, key: &str) -> Option<&Value> {
        self.inner.parts.input_responses.get(key)
    }

    /// The state that this function returned by hand in the round before, opened and verified.
    #[must_use]
    pub fn request_state(&self) -> Option<&str> {
        self.inner.parts.request_state.as_deref()
    }

    /// All answers of this round.
    pub(crate) fn input_responses(&self) -> &InputResponses {
        &self.inner.parts.input_responses
    }

    /// A guard that cancels this context when it is dropped before it was disarmed.
    #[must_use]
    pub fn cancel_on_drop(&self) -> CancelOnDrop {
        CancelOnDrop::new(self.inner.cancellation.clone())
    }

    /// The state of type `T`.
    ///
    /// # Panics
    /// If the server has none: its start checks every parameter, so only a hand-made context can.
    pub(crate) fn state<T: Send + Sync + 'static>(&self) -> &State<T> {
        self.inner.parts.states.get::<T>().unwrap_or_else(|| {
            panic!("no State<{}> was set up; the start of the server checks this", std::any::type_name::<T>())
        })
    }

    /// The same request in another round: with these answers and this opened state.
    #[must_use]
    pub(crate) fn in_round(&self, request_state: Option<String>, input_responses: InputResponses) -> Self {
        let parts = &self.inner.parts;
        Self {
            inner: Arc::new(Inner {
                parts: ContextParts {
                    request_id: parts.request_id.clone(),
                    version: parts.version,
                    client: parts.client.clone(),
                    headers: parts.headers.clone(),
                    progress: parts.progress.clone(),
                    states: parts.states.clone(),
                    resources: parts.resources.clone(),
                    input_responses,
                    request_state,
                },
                cancellation: self.inner.cancellation.clone(),
            }),
        }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("request_id", self.request_id())
            .field("protocol_version", &self.protocol_version())
            .finish_non_exhaustive()
    }
}
