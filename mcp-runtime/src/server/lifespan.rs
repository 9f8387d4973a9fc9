//! What is set up before the first request and torn down after the last.

use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::context::{BoxFuture, States};
use crate::error::{Error, Result};

/// A lifespan as the author gave it.
pub(super) type Setup = Box<dyn FnOnce(Lifespan) -> BoxFuture<'static, Result<()>> + Send>;

/// The server, seen from a function that sets up its states.
///
/// ```no_run
/// # struct Db;
/// # impl Db { async fn open() -> std::io::Result<Db> { Ok(Db) } async fn close(&self) {} }
/// # use mcp_runtime::{server::Lifespan, error::Result};
/// async fn database(mut lifespan: Lifespan) -> Result<()> {
///     let db = std::sync::Arc::new(Db::open().await?);
///     lifespan.state(db.clone());
///     lifespan.serve().await;
///     db.close().await;
///     Ok(())
/// }
/// ```
#[derive(Debug)]
pub struct Lifespan {
    states: States,
    ready: oneshot::Sender<States>,
    stopped: oneshot::Receiver<()>,
}

impl Lifespan {
    /// Sets up a state that functions take as `State<T>`.
    pub fn state<T: Send + Sync + 'static>(&mut self, value: T) {
        self.states.insert(value);
    }

    /// Lets the server serve; returns when it has stopped.
    pub async fn serve(self) {
        // Whoever waits for the states may have failed over another lifespan; then it is over at once.
        if self.ready.send(self.states).is_ok() {
            // An error means that the server is gone.
            let _ = self.stopped.await;
        }
    }
}

/// A lifespan that is serving.
pub(super) struct Serving {
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<()>>,
}

/// Starts a lifespan and waits for its states.
pub(super) async fn start(setup: Setup) -> Result<(Serving, States)> {
    let (ready, states) = oneshot::channel();
    let (stop, stopped) = oneshot::channel();
    let mut task = tokio::spawn(setup(Lifespan { states: States::default(), ready, stopped }));
    match states.await {
        Ok(states) => Ok((Serving { stop, task }, states)),
        Err(_) => match (&mut task).await {
            Ok(Ok(())) => Err(Error::new("a lifespan ended without calling Lifespan::serve")),
            Ok(Err(error)) => Err(error),
            Err(_) => Err(Error::new("a lifespan panicked before it called Lifespan::serve")),
        },
    }
}

impl Serving {
    /// Says that the server has stopped, and waits until it has cleaned up.
    pub(super) async fn end(self) -> Result<()> {
        // An error means that it has ended by itself.
        let _ = self.stop.send(());
        self.task.await.unwrap_or_else(|_| Err(Error::new("a lifespan panicked while it cleaned up")))
    }
}
