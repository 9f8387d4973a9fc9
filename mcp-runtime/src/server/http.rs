//! Serving over HTTP, and inside another application.

use std::sync::Arc;

use tokio::net::{TcpListener, ToSocketAddrs};
use tokio::sync::watch;

use crate::error::Result;
use crate::server::run::{announce, told_to_stop};
use crate::server::{Server, log};
use crate::wire::http::{Guard, HttpOptions, PATH, router, serve};

/// The names that browsers may reach the server under, besides those of this machine.
#[derive(Default)]
pub(super) struct Allowed {
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl Server {
    /// Serves requests to these hosts (`shop.example`, or `shop.example:8080` for that port only).
    ///
    /// Without this call a server on a loopback address serves the names of this machine only, which
    /// keeps web pages away from it, and one on another address serves every host.
    pub fn allowed_hosts(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.allowed.hosts.extend(hosts.into_iter().map(Into::into));
        self
    }

    /// Serves web pages of these origins (`https://shop.example`).
    ///
    /// Without this call a page is served if its origin is the host it asks.
    pub fn allowed_origins(mut self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.allowed.origins.extend(origins.into_iter().map(Into::into));
        self
    }

    /// Serves HTTP at `address`, under the path `/mcp`, until the process is told to stop.
    ///
    /// # Errors
    /// As for [`Server::run`].
    pub async fn serve_http(self, address: impl ToSocketAddrs) -> Result<()> {
        log::to_stderr();
        let listener = TcpListener::bind(address).await?;
        self.serve_listener(listener, told_to_stop()).await
    }

    /// Serves HTTP on a listener, under the path `/mcp`, until `shutdown` completes.
    ///
    /// # Errors
    /// As for [`Server::run`].
    pub async fn serve_listener(
        mut self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<()> {
        let address = listener.local_addr()?;
        let guard = std::mem::take(&mut self.allowed).guard(Guard::bound_to(address.ip()));
        let running = Arc::new(self.start().await?);
        announce(&running, &format!("at http://{address}{PATH}"));
        let (stop, stopping) = watch::channel(false);
        let options = HttpOptions { guard, stopping: Some(stopping), ..HttpOptions::default() };
        let draining = running.clone();
        let served = serve(listener, router(running.dispatcher.clone(), options), async move {
            shutdown.await;
            draining.drain();
            stop.send_replace(true);
        })
        .await;
        if let Some(running) = Arc::into_inner(running) {
            running.stop().await?;
        }
        Ok(served?)
    }

    /// The server as a router with the path `/mcp`, to nest in an application of yours.
    ///
    /// It is started here; its lifespans end when the last clone of the router is dropped. It does
    /// not know which address it is bound to, so it serves the names of this machine only: name
    /// others with [`Server::allowed_hosts`].
    ///
    /// # Errors
    /// As for [`Server::run`].
    pub async fn into_router(mut self) -> Result<axum::Router> {
        let guard = std::mem::take(&mut self.allowed).guard(Guard::default());
        let running = self.start().await?;
        let options = HttpOptions { guard, ..HttpOptions::default() };
        Ok(router(running.into_dispatcher(), options))
    }
}

impl Allowed {
    /// The guard with the author's lists, where there are some.
    fn guard(self, mut guard: Guard) -> Guard {
        if !self.hosts.is_empty() {
            guard = guard.allowed_hosts(self.hosts);
        }
        if !self.origins.is_empty() {
            guard = guard.allowed_origins(self.origins);
        }
        guard
    }
}
