//! A tool call with options.

use std::future::IntoFuture;
use std::time::Duration;

use crate::client::call::Options;
use crate::client::session::Subject;
use crate::client::{Client, rounds};
use crate::context::BoxFuture;
use crate::error::Result;
use crate::protocol::progress::Progress;
use crate::protocol::tools::CallToolResult;

/// A tool call that is not sent yet: `await` it.
#[must_use = "a call is sent when it is awaited"]
pub struct ToolCall<'a> {
    client: &'a Client,
    subject: Result<Subject>,
    on_progress: Option<Box<dyn Fn(Progress) + Send + Sync + 'a>>,
    timeout: Option<Duration>,
}

impl<'a> ToolCall<'a> {
    pub(crate) fn new(client: &'a Client, subject: Result<Subject>) -> Self {
        Self { client, subject, on_progress: None, timeout: None }
    }

    /// Asks the server to tell of its progress, and hears of it.
    pub fn on_progress(mut self, on_progress: impl Fn(Progress) + Send + Sync + 'a) -> Self {
        self.on_progress = Some(Box::new(on_progress));
        self
    }

    /// How long each request of this call may go without a sign of life.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    async fn send(self) -> Result<CallToolResult> {
        let options =
            Options { limit: self.timeout, on_progress: self.on_progress.as_deref(), ..Options::default() };
        rounds::run(&self.client.session, &self.subject?, options, self.client.max_rounds).await
    }
}

impl<'a> IntoFuture for ToolCall<'a> {
    type Output = Result<CallToolResult>;
    type IntoFuture = BoxFuture<'a, Result<CallToolResult>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}
