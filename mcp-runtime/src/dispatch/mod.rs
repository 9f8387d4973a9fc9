//! Layer 5: one message in, one out, in either era.

mod answer;
mod carrier;
mod legacy;
mod listen;
mod modern;
mod question;
mod render;
mod resources;
mod state;

use std::any::Any;
use std::sync::{Arc, OnceLock, Weak};

use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::{Semaphore, SemaphorePermit, watch};

use self::answer::Answer;
pub use self::legacy::Session;
use crate::catalog::Catalog;
use crate::context::{ReadResource, States};
use crate::error::Result;
use crate::protocol::call::Call;
use crate::protocol::capability::ServerCapabilities;
use crate::protocol::initialize::{DiscoverResult, Implementation};
use crate::protocol::jsonrpc::{ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, Response};
use crate::protocol::version::MODERN;
use crate::seal::Boundary;
use crate::wire::{Exchange, Reply, Service};

/// How many subscriptions are kept open at a time.
const MOST_SUBSCRIPTIONS: usize = 1024;

/// How many calls of tools, prompts and resources run at a time.
const MOST_CALLS: usize = 16 * 1024;

/// Answers every message of every client.
pub struct Dispatcher {
    parts: Parts,
    offered: ServerCapabilities,
    discover: Box<RawValue>,
    stamp: Box<RawValue>,
    subscriptions: Semaphore,
    calls: Semaphore,
    resources: Weak<dyn ReadResource>,
    kept: OnceLock<Box<dyn Any + Send + Sync>>,
}

/// What a server is made of when it has started.
pub struct Parts {
    /// What it offers.
    pub catalog: Catalog,
    /// Who it says it is.
    pub info: Implementation,
    /// How to use it, for the client's model.
    pub instructions: Option<String>,
    /// What was set up at start.
    pub states: Arc<States>,
    /// Seals what leaves and opens what comes back.
    pub boundary: Boundary,
    /// Whether questions of the legacy era name their key, for tests.
    pub labels_questions: bool,
    /// Turns true when the server takes no more and ends subscriptions.
    pub draining: watch::Receiver<bool>,
}

impl Dispatcher {
    /// A dispatcher, its fixed answers rendered.
    ///
    /// # Errors
    /// None in practice: what is rendered can be written.
    pub fn new(parts: Parts) -> Result<Arc<Self>> {
        let offered = parts.catalog.capabilities();
        let discover = to_raw_value(&DiscoverResult {
            supported_versions: MODERN.map(str::to_owned).to_vec(),
            capabilities: offered.clone(),
            instructions: parts.instructions.clone(),
        })?;
        let stamp = render::stamp(&parts.info)?;
        Ok(Arc::new_cyclic(|this: &Weak<Self>| Self {
            parts,
            offered,
            discover,
            stamp,
            subscriptions: Semaphore::new(MOST_SUBSCRIPTIONS),
            calls: Semaphore::new(MOST_CALLS),
            resources: this.clone(),
            kept: OnceLock::new(),
        }))
    }

    /// Drops `kept` when the dispatcher is dropped.
    pub fn keep(&self, kept: Box<dyn Any + Send + Sync>) {
        let _ = self.kept.set(kept);
    }

    /// A place among the calls that run.
    ///
    /// # Errors
    /// There is none left.
    fn enter(&self) -> Result<SemaphorePermit<'_>, ErrorObject> {
        self.calls.try_acquire().map_err(|_| ErrorObject::new(INTERNAL_ERROR, "Too many calls at a time"))
    }

    /// The answer to a list method, the same in both eras but for `tools`; `None` for other methods.
    ///
    /// # Errors
    /// `-32601` for a list of what this server does not offer, `-32602` for a cursor: lists have one page.
    fn list<'a>(&'a self, call: &Call<'_>, tools: &'a RawValue) -> Result<Option<Answer<'a>>, ErrorObject> {
        let (lists, offered) = (self.parts.catalog.lists(), &self.offered);
        let (list, offered) = match &*call.method {
            "tools/list" => (tools, offered.tools.is_some()),
            "prompts/list" => (&*lists.prompts, offered.prompts.is_some()),
            "resources/list" => (&*lists.resources, offered.resources.is_some()),
            "resources/templates/list" => (&*lists.templates, offered.resources.is_some()),
            _ => return Ok(None),
        };
        if !offered {
            return Err(method_not_found(&call.method));
        }
        if call.params.cursor.is_some_and(|cursor| cursor.get() != "null") {
            return Err(ErrorObject::new(INVALID_PARAMS, "Unknown cursor: the list has one page"));
        }
        Ok(Some(Answer::List(list)))
    }
}

impl Service for Dispatcher {
    type Session = Session;

    async fn answer<'a>(&'a self, call: Call<'a>, exchange: Exchange) -> Reply {
        modern::answer(self, call, exchange).await
    }

    fn open(&self, call: &Call<'_>) -> (Reply, Option<Session>) {
        legacy::open(self, call)
    }

    async fn answer_in<'a>(&'a self, session: &'a Session, call: Call<'a>, exchange: Exchange) -> Reply {
        legacy::answer(self, session, call, exchange).await
    }

    fn deliver(&self, session: &Session, response: Response<'_>) {
        session.questions().deliver(response);
    }
}

fn method_not_found(method: &str) -> ErrorObject {
    ErrorObject::new(METHOD_NOT_FOUND, "Method not found").with_data(method.into())
}
