//! From a [`Server`] to one that answers: lifespans, states, catalog, seal.

use std::collections::BTreeSet;
use std::sync::Arc;

use tokio::sync::watch;

use crate::catalog;
use crate::context::States;
use crate::dispatch::{Dispatcher, Parts};
use crate::error::Result;
use crate::handler::Item;
use crate::protocol::initialize::Implementation;
use crate::seal::Boundary;
use crate::server::Server;
use crate::server::lifespan::{self, Serving};
use crate::wire::lines;
use crate::wire::memory::{InProcess, LinesEnd, pair};

/// A server that answers.
pub(super) struct Running {
    pub(super) dispatcher: Arc<Dispatcher>,
    /// What it is called and what it serves, in words.
    pub(super) summary: String,
    drain: watch::Sender<bool>,
    lifespans: Vec<Serving>,
}

impl Server {
    /// Starts.
    ///
    /// # Errors
    /// A lifespan failed, or the catalog or keys are faulty; lifespans that had started are ended.
    pub(super) async fn start(mut self) -> Result<Running> {
        let mut lifespans = Vec::new();
        for setup in std::mem::take(&mut self.lifespans) {
            match lifespan::start(setup).await {
                Ok((serving, states)) => {
                    lifespans.push(serving);
                    self.states.extend(states);
                }
                Err(error) => {
                    end(lifespans).await?;
                    return Err(error);
                }
            }
        }
        let states = Arc::new(std::mem::take(&mut self.states));
        let (drain, draining) = watch::channel(false);
        match self.dispatcher(states, draining) {
            Ok((dispatcher, summary)) => Ok(Running { dispatcher, summary, drain, lifespans }),
            Err(error) => {
                end(lifespans).await?;
                Err(error)
            }
        }
    }

    fn dispatcher(
        self,
        states: Arc<States>,
        draining: watch::Receiver<bool>,
    ) -> Result<(Arc<Dispatcher>, String)> {
        let catalog = catalog::build(&self.items, &self.overrides, &states)?;
        let version = self.version.unwrap_or_else(|| version_of(&self.items));
        let summary = format!("{} {version} serves {}", self.name, catalog.summary());
        let boundary = Boundary::new(self.security, &self.name)?;
        let info = Implementation { name: self.name, version, title: self.title };
        let parts = Parts {
            catalog,
            info,
            instructions: self.instructions,
            states,
            boundary,
            labels_questions: self.labels_questions,
            draining,
        };
        Ok((Dispatcher::new(parts)?, summary))
    }
}

impl Running {
    /// Ends subscriptions; calls go on.
    pub(super) fn drain(&self) {
        self.drain.send_replace(true);
    }

    /// The dispatcher alone: it keeps the server alive as long as it is used itself.
    #[cfg(feature = "http")]
    pub(super) fn into_dispatcher(self) -> Arc<Dispatcher> {
        self.dispatcher.keep(Box::new((self.drain, self.lifespans)));
        self.dispatcher
    }

    /// Ends lifespans, the last one first, after the last request.
    pub(super) async fn stop(self) -> Result<()> {
        end(self.lifespans).await
    }
}

async fn end(mut lifespans: Vec<Serving>) -> Result<()> {
    let mut ended = Ok(());
    while let Some(lifespan) = lifespans.pop() {
        ended = ended.and(lifespan.end().await);
    }
    ended
}

/// The version of the package that all items belong to; empty if they belong to several.
fn version_of(items: &[&'static Item]) -> String {
    let packages: BTreeSet<_> = items.iter().map(|item| (item.package.name, item.package.version)).collect();
    if packages.len() > 1 {
        tracing::warn!("the items come from several packages: say the server's version with Server::version");
    }
    match packages.first() {
        Some((_, version)) if packages.len() == 1 => (*version).to_owned(),
        _ => String::new(),
    }
}

impl InProcess for Server {
    async fn connect(self) -> Result<LinesEnd> {
        let running = self.start().await?;
        let (client, server) = pair();
        tokio::spawn(async move {
            lines::serve(running.dispatcher.clone(), server).await;
            running.drain();
            if let Err(error) = running.stop().await {
                tracing::error!("the server did not stop cleanly: {error:?}");
            }
        });
        Ok(client)
    }
}
