//! Serving as the program's arguments say, and over stdio.

use std::io;

use crate::error::Result;
use crate::server::args::{Transport, transport};
use crate::server::start::Running;
use crate::server::{Server, log};
use crate::wire::stdio;

impl Server {
    /// Serves as the program's arguments say: `--stdio`, or `--http [ADDR]`.
    ///
    /// With neither it serves stdio when stdin is no terminal, and otherwise HTTP on 127.0.0.1:8000.
    /// Returns when stdin ended or the process was told to stop (SIGINT, SIGTERM), after the running
    /// calls and the lifespans have ended. What is served and where stands on stderr.
    ///
    /// # Errors
    /// The server cannot start: two items share a name, a state is missing, a lifespan failed, the
    /// address cannot be bound.
    pub async fn run(self) -> Result<()> {
        match transport()? {
            Transport::Stdio => self.serve_stdio().await,
            #[cfg(feature = "http")]
            Transport::Http(address) => self.serve_http(address).await,
            #[cfg(not(feature = "http"))]
            Transport::Http(_) => Err(crate::error::Error::new(
                "this program was built without the `http` feature of `mcp`: use --stdio",
            )),
        }
    }

    /// Serves one client over stdin and stdout until stdin ends.
    ///
    /// # Errors
    /// As for [`Server::run`].
    pub async fn serve_stdio(self) -> Result<()> {
        log::to_stderr();
        let running = self.start().await?;
        announce(&running, "over stdio");
        let served = stdio::serve(running.dispatcher.clone(), told_to_stop()).await;
        running.drain();
        running.stop().await?;
        Ok(served?)
    }
}

pub(super) fn announce(running: &Running, place: &str) {
    eprintln!("{} {place}", running.summary);
}

/// Completes when the process is told to stop.
pub(super) async fn told_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    tokio::select! {
        result = interrupted => never_if_failed(result).await,
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(error) => never_if_failed(Err(error)).await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending::<()>().await;
}

/// A signal that cannot be listened for never comes.
async fn never_if_failed(result: io::Result<()>) {
    if let Err(error) = result {
        tracing::warn!("cannot listen for a signal: {error}");
        std::future::pending::<()>().await;
    }
}
