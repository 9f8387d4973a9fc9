//! What answers the server's questions, in both eras; a handler that is there declares its capability.

use std::future::Future;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::client::failure::local;
use crate::context::BoxFuture;
use crate::error::Result;
use crate::protocol::capability::{ClientCapabilities, ElicitationCapability, SamplingCapability};
use crate::protocol::elicitation::{ElicitParams, ElicitResult};
use crate::protocol::mrtr::InputRequest;
use crate::protocol::roots::ListRootsResult;
use crate::protocol::sampling::{CreateMessageParams, CreateMessageResult};

/// A handler whose answer is already a value.
type Handler<P> = Arc<dyn Fn(P) -> BoxFuture<'static, Result<Value>> + Send + Sync>;

/// The handlers that an author registered.
#[derive(Clone, Default)]
pub(crate) struct Handlers {
    elicitation: Option<Handler<ElicitParams>>,
    sampling: Option<Handler<CreateMessageParams>>,
    roots: Option<Handler<()>>,
}

impl Handlers {
    pub(crate) fn set_elicitation<F, Fut>(&mut self, handler: F)
    where
        F: Fn(ElicitParams) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ElicitResult>> + Send + 'static,
    {
        self.elicitation = Some(erased(handler));
    }

    pub(crate) fn set_sampling<F, Fut>(&mut self, handler: F)
    where
        F: Fn(CreateMessageParams) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<CreateMessageResult>> + Send + 'static,
    {
        self.sampling = Some(erased(handler));
    }

    pub(crate) fn set_roots<F, Fut>(&mut self, handler: F)
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ListRootsResult>> + Send + 'static,
    {
        self.roots = Some(erased(move |()| handler()));
    }

    /// What the client declares because of them.
    pub(crate) fn capabilities(&self) -> ClientCapabilities {
        let modes = ElicitationCapability { form: Some(Map::new()), url: Some(Map::new()) };
        ClientCapabilities {
            elicitation: self.elicitation.is_some().then_some(modes),
            sampling: self.sampling.is_some().then(SamplingCapability::default),
            roots: self.roots.is_some().then(Map::new),
        }
    }

    /// Whether a server has anything to ask.
    #[cfg(feature = "client")]
    pub(crate) fn any(&self) -> bool {
        self.elicitation.is_some() || self.sampling.is_some() || self.roots.is_some()
    }

    /// Whether a question of this kind has a handler.
    pub(crate) fn has(&self, question: &InputRequest) -> bool {
        match question {
            InputRequest::Elicit(_) => self.elicitation.is_some(),
            InputRequest::Sample(_) => self.sampling.is_some(),
            InputRequest::ListRoots => self.roots.is_some(),
        }
    }

    /// Answers a question.
    pub(crate) fn answer(&self, question: InputRequest) -> BoxFuture<'static, Result<Value>> {
        let method = question.method();
        let answer = match question {
            InputRequest::Elicit(params) => self.elicitation.as_ref().map(|handler| handler(params)),
            InputRequest::Sample(params) => self.sampling.as_ref().map(|handler| handler(params)),
            InputRequest::ListRoots => self.roots.as_ref().map(|handler| handler(())),
        };
        answer.unwrap_or_else(|| {
            Box::pin(async move {
                Err(local(format!("the server asked for {method}, and the client has no handler for it")))
            })
        })
    }
}

fn erased<P, R, F, Fut>(handler: F) -> Handler<P>
where
    P: Send + 'static,
    R: Serialize + Send,
    F: Fn(P) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<R>> + Send + 'static,
{
    let handler = Arc::new(handler);
    Arc::new(move |params| {
        let handler = Arc::clone(&handler);
        // The author's code runs when the future does, so that a panic stays in its task.
        Box::pin(async move { Ok(serde_json::to_value(handler(params).await?)?) })
    })
}
