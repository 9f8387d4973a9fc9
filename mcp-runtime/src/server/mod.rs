//! Layer 6: a server put together, started, served and stopped.

mod args;
mod graph;
#[cfg(feature = "http")]
mod http;
mod lifespan;
mod log;
mod run;
mod start;

use std::future::Future;
use std::sync::Arc;

pub use self::graph::Graph;
pub use self::lifespan::Lifespan;
use crate::context::{Context, States};
use crate::error::Result;
use crate::handler::Item;
use crate::resolve::node::Resolver;
use crate::resolve::plan::Overrides;
use crate::seal::RequestStateSecurity;
use crate::server::lifespan::Setup;

/// A Model Context Protocol server.
///
/// [`Server::new`] serves every tool, prompt and resource that is linked into the program;
/// [`Server::run`] serves them over stdio or HTTP, to clients of every revision from 2024-11-05 on.
#[must_use = "a server does nothing until it is run"]
pub struct Server {
    name: String,
    version: Option<String>,
    title: Option<String>,
    instructions: Option<String>,
    items: Vec<&'static Item>,
    states: States,
    lifespans: Vec<Setup>,
    overrides: Overrides,
    security: RequestStateSecurity,
    labels_questions: bool,
    #[cfg(feature = "http")]
    allowed: http::Allowed,
}

impl Server {
    /// A server of that name, with everything that is linked into the program.
    ///
    /// Its version is that of the package its items come from, unless [`Server::version`] says
    /// another.
    pub fn new(name: impl Into<String>) -> Self {
        Self::empty(name).with(inventory::iter::<&'static Item>.into_iter().copied())
    }

    /// A server of that name with nothing to offer yet; for several servers in one program.
    pub fn empty(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: None,
            title: None,
            instructions: None,
            items: Vec::new(),
            states: States::default(),
            lifespans: Vec::new(),
            overrides: Overrides::default(),
            security: RequestStateSecurity::ephemeral(),
            labels_questions: false,
            #[cfg(feature = "http")]
            allowed: http::Allowed::default(),
        }
    }

    /// Adds items, named with `mcp::items![..]`.
    pub fn with(mut self, items: impl IntoIterator<Item = &'static Item>) -> Self {
        self.items.extend(items);
        self
    }

    /// The version that clients are told.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// How to use the server, for the client's model.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Sets up a state that functions take as `State<T>`. A second one of the same type takes the
    /// place of the first.
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(value);
        self
    }

    /// Sets up states before the first request and tears them down after the last: an async function
    /// that gives its states to the [`Lifespan`], lets it serve, and cleans up behind it.
    ///
    /// Lifespans start in the order they are given and end in the reverse. One that fails fails the
    /// start.
    pub fn lifespan<F, Fut>(mut self, lifespan: F) -> Self
    where
        F: FnOnce(Lifespan) -> Fut + Send + 'static,
        Fut: Future<Output = Result<()>> + Send + 'static,
    {
        self.lifespans.push(Box::new(|handle| Box::pin(lifespan(handle))));
        self
    }

    /// Puts a function in a resolver's place, for tests: it returns what the resolver returns.
    ///
    /// What the resolver takes is not run on its behalf.
    pub fn override_resolver<R: Resolver>(
        mut self,
        replacement: impl Fn(&Context) -> R::Ret + Send + Sync + 'static,
    ) -> Self {
        self.overrides.insert(R::NODE.id, Arc::new(move |ctx| R::settle(replacement(ctx))));
        self
    }

    /// How the state of a flow is protected while the client holds it. By default with a key that
    /// lives as long as the process.
    pub fn request_state_security(mut self, security: RequestStateSecurity) -> Self {
        self.security = security;
        self
    }

    /// Makes questions of the legacy era name their key, which is all that tells a test which is which.
    pub(crate) fn label_questions(mut self) -> Self {
        self.labels_questions = true;
        self
    }

    /// The graphs of all items, to be looked at.
    #[must_use]
    pub fn graph(&self) -> Graph {
        Graph::of(&self.items)
    }
}
