//! Layer 7: both ends of a conversation in one process, with scripted answers and a transcript, for
//! tests of a server as its author writes them.
//!
//! ```
//! # use mcp_runtime::{server::Server, testing, error::Result};
//! # async fn test() -> Result<()> {
//! # let server = Server::empty("Bookshop");
//! let shop = testing::modern(server)
//!     .answer("confirm_backorder", serde_json::json!({ "confirm": true }))
//!     .open()
//!     .await?;
//! let result = shop.call_tool("order_book", serde_json::json!({ "title": "Neuromancer" })).await?;
//! assert_eq!(result.as_text(), "Backordered 'Neuromancer'; it ships in 2-3 weeks.");
//! assert_eq!(shop.transcript().asked(), ["confirm_backorder"]);
//! # Ok(())
//! # }
//! ```

mod script;
mod transcript;

use std::ops::Deref;

use serde_json::Value;

use self::script::Script;
pub use self::transcript::{Entry, Side, Transcript};
use crate::client::{Client, ClientBuilder, Mode};
use crate::error::Result;
use crate::protocol::elicitation::ElicitAction;
use crate::protocol::roots::{ListRootsResult, Root};
use crate::protocol::version::ProtocolVersion;
use crate::server::Server;
use crate::wire::memory::InProcess as _;

/// A client of the modern era (2026-07-28) for a server in this process.
pub fn modern(server: Server) -> TestBuilder {
    TestBuilder::new(server, Mode::Pinned(ProtocolVersion::V2026_07_28))
}

/// A client of the legacy era (2025-11-25) for a server in this process.
pub fn legacy(server: Server) -> TestBuilder {
    TestBuilder::new(server, Mode::Legacy)
}

/// A test client that is not connected yet.
///
/// It declares the capabilities that its script needs: one without a scripted answer for the user
/// cannot be asked anything of the user.
#[must_use = "a test client connects when it is opened"]
pub struct TestBuilder {
    server: Server,
    mode: Mode,
    script: Script,
}

impl TestBuilder {
    fn new(server: Server, mode: Mode) -> Self {
        Self { server, mode, script: Script::default() }
    }

    /// The user answers the question of that key with these fields, each time it is asked.
    pub fn answer(mut self, key: impl Into<String>, content: Value) -> Self {
        self.script.elicit(key.into(), ElicitAction::Accept, Some(content));
        self
    }

    /// The user says no to the question of that key.
    pub fn decline(mut self, key: impl Into<String>) -> Self {
        self.script.elicit(key.into(), ElicitAction::Decline, None);
        self
    }

    /// The user dismisses the question of that key.
    pub fn cancel(mut self, key: impl Into<String>) -> Self {
        self.script.elicit(key.into(), ElicitAction::Cancel, None);
        self
    }

    /// The model answers the question of that key with this text.
    pub fn sample(mut self, key: impl Into<String>, text: impl Into<String>) -> Self {
        self.script.sample(key.into(), text.into());
        self
    }

    /// The client has these roots.
    pub fn roots(mut self, roots: impl IntoIterator<Item = Root>) -> Self {
        self.script.roots(ListRootsResult { roots: roots.into_iter().collect() });
        self
    }

    /// Starts the server and connects.
    ///
    /// # Errors
    /// The server does not start.
    pub async fn open(self) -> Result<TestClient> {
        let end = self.server.label_questions().connect().await?;
        let transcript = Transcript::default();
        let client = ClientBuilder::over(transcript.record(end)).mode(self.mode);
        let client = self.script.handle(client, &transcript).open().await?;
        Ok(TestClient { client, transcript })
    }
}

/// A connected test client; it dereferences to a [`Client`].
#[derive(Debug)]
pub struct TestClient {
    client: Client,
    transcript: Transcript,
}

impl TestClient {
    /// What was said so far.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }
}

impl Deref for TestClient {
    type Target = Client;
    fn deref(&self) -> &Client {
        &self.client
    }
}
