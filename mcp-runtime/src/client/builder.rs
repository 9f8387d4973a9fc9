//! What a client is told before it connects.

use std::future::{Future, IntoFuture};
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use crate::client::Client;
use crate::client::call::Connection;
use crate::client::handlers::Handlers;
use crate::client::negotiate::{Mode, negotiate};
use crate::client::questions::Questions;
use crate::client::session::Session;
use crate::client::transport::Transport;
use crate::context::BoxFuture;
use crate::error::Result;
use crate::protocol::elicitation::{ElicitParams, ElicitResult};
use crate::protocol::initialize::Implementation;
use crate::protocol::roots::ListRootsResult;
use crate::protocol::sampling::{CreateMessageParams, CreateMessageResult};
use crate::wire::memory::{InProcess, LinesEnd};

/// A client that is not connected yet: [`open`](Self::open) or `await` it.
#[must_use = "a client connects when its builder is awaited"]
pub struct ClientBuilder {
    target: Target,
    handlers: Handlers,
    mode: Mode,
    info: Implementation,
    max_rounds: u32,
    timeout: Duration,
}

/// Where the server is.
enum Target {
    Lines(LinesEnd),
    InProcess(BoxFuture<'static, Result<LinesEnd>>),
    #[cfg(feature = "client")]
    Url(String),
    #[cfg(feature = "client")]
    Child(Box<tokio::process::Command>),
}

impl ClientBuilder {
    /// A client of the server at the other end of a connection of messages.
    pub fn over(end: LinesEnd) -> Self {
        Self::to(Target::Lines(end))
    }

    pub(crate) fn in_process(server: impl InProcess + Send + 'static) -> Self {
        Self::to(Target::InProcess(Box::pin(server.connect())))
    }

    #[cfg(feature = "client")]
    pub(crate) fn url(url: String) -> Self {
        Self::to(Target::Url(url))
    }

    #[cfg(feature = "client")]
    pub(crate) fn child(command: tokio::process::Command) -> Self {
        Self::to(Target::Child(Box::new(command)))
    }

    fn to(target: Target) -> Self {
        Self {
            target,
            handlers: Handlers::default(),
            mode: Mode::Auto,
            info: Implementation::new("mcp", env!("CARGO_PKG_VERSION")),
            max_rounds: 10,
            timeout: Duration::from_secs(60),
        }
    }

    /// Answers the server's questions to the user, and declares that the user can be asked.
    ///
    /// The same handler answers in both eras. Several questions may be open at a time. If it fails,
    /// the call that asked fails with its error, or the server is told so where it asked by itself.
    pub fn on_elicitation<F, Fut>(mut self, handler: F) -> Self
    where
        F: Fn(ElicitParams) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ElicitResult>> + Send + 'static,
    {
        self.handlers.set_elicitation(handler);
        self
    }

    /// Answers the server's questions to the model, and declares that the model can be asked.
    pub fn on_sampling<F, Fut>(mut self, handler: F) -> Self
    where
        F: Fn(CreateMessageParams) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<CreateMessageResult>> + Send + 'static,
    {
        self.handlers.set_sampling(handler);
        self
    }

    /// Lists the client's roots, and declares that it has some.
    pub fn on_roots<F, Fut>(mut self, handler: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ListRootsResult>> + Send + 'static,
    {
        self.handlers.set_roots(handler);
        self
    }

    /// Which revision to speak; [`Mode::Auto`] unless set.
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// The name and version that the server is told.
    pub fn client_info(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.info = Implementation::new(name, version);
        self
    }

    /// How many rounds of questions one call may take; 10 unless set.
    pub fn max_rounds(mut self, rounds: u32) -> Self {
        self.max_rounds = rounds;
        self
    }

    /// How long one request may go without a sign of life; 60 seconds unless set.
    ///
    /// Each notification of progress starts the time anew, and it does not pass while a handler of
    /// this client is at work. A call of several rounds is several requests.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Connects, and agrees with the server on a revision.
    ///
    /// # Errors
    /// The server cannot be reached, refuses, or speaks no revision that this client speaks.
    pub async fn open(self) -> Result<Client> {
        let capabilities = self.handlers.capabilities();
        let questions = Arc::new(Questions::new(self.handlers));
        let connection = Connection {
            transport: self.target.reach(Arc::clone(&questions)).await?,
            questions,
            info: self.info,
            capabilities,
            limit: self.timeout,
            next_id: AtomicI64::new(1),
        };
        let agreed = negotiate(&connection, self.mode).await?;
        Ok(Client { session: Session::new(connection, agreed), max_rounds: self.max_rounds })
    }
}

impl IntoFuture for ClientBuilder {
    type Output = Result<Client>;
    type IntoFuture = BoxFuture<'static, Result<Client>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.open())
    }
}

impl Target {
    async fn reach(self, questions: Arc<Questions>) -> Result<Transport> {
        Ok(match self {
            Self::Lines(end) => Transport::over(end, questions),
            Self::InProcess(starting) => Transport::over(starting.await?, questions),
            #[cfg(feature = "client")]
            Self::Url(url) => Transport::http(&url, questions)?,
            #[cfg(feature = "client")]
            Self::Child(command) => Transport::spawn(*command, questions)?,
        })
    }
}
