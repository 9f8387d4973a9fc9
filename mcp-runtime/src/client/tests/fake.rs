//! A server at the other end of a connection of messages, played by the test.

use serde_json::{Value, json};
use tokio::join;

use crate::client::{Client, ClientBuilder};
use crate::protocol::capability::ServerCapabilities;
use crate::wire::memory::{LinesEnd, pair};

/// The server's end.
pub(super) struct Fake {
    end: LinesEnd,
}

/// A client that is not connected yet, and its server.
pub(super) fn fake() -> (ClientBuilder, Fake) {
    let (client, end) = pair();
    (ClientBuilder::over(client), Fake { end })
}

/// A client that has found a modern server.
pub(super) async fn modern(configure: impl FnOnce(ClientBuilder) -> ClientBuilder) -> (Client, Fake) {
    let (builder, mut server) = fake();
    let (client, _) = join!(configure(builder).open(), async {
        let probe = server.expect("server/discover").await;
        server.answer(&probe, discovered()).await;
    });
    (client.unwrap(), server)
}

/// A client that has opened a session with a legacy server.
pub(super) async fn legacy(configure: impl FnOnce(ClientBuilder) -> ClientBuilder) -> (Client, Fake) {
    let (builder, mut server) = fake();
    let builder = configure(builder).mode(crate::client::Mode::Legacy);
    let (client, ()) = join!(builder.open(), server.open_session());
    (client.unwrap(), server)
}

/// What a modern server says of itself.
pub(super) fn discovered() -> Value {
    json!({
        "resultType": "complete", "supportedVersions": ["2026-07-28"], "ttlMs": 0, "cacheScope": "private",
        "capabilities": {"tools": {"listChanged": true}}, "instructions": "Order books.",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "Bookshop", "version": ""}},
    })
}

/// What a legacy server says of itself.
pub(super) fn initialized(version: &str) -> Value {
    json!({
        "capabilities": {"tools": {"listChanged": false}}, "protocolVersion": version,
        "serverInfo": {"name": "Bookshop", "version": ""},
    })
}

/// The result of a tool that says this.
pub(super) fn said(text: &str) -> Value {
    json!({"resultType": "complete", "content": [{"type": "text", "text": text}], "isError": false})
}

/// The capabilities that both fakes declare.
pub(super) fn offers_tools(capabilities: &ServerCapabilities) -> bool {
    capabilities.tools.is_some() && capabilities.prompts.is_none()
}

impl Fake {
    /// The next message of the client.
    pub(super) async fn receive(&mut self) -> Value {
        let text = self.end.incoming.recv().await.expect("the client has closed its end");
        serde_json::from_slice(&text).unwrap()
    }

    /// The next message, which must be of this method.
    pub(super) async fn expect(&mut self, method: &str) -> Value {
        let message = self.receive().await;
        assert_eq!(message["method"], method, "{message}");
        message
    }

    /// Waits for the client to close its end, which must say nothing before.
    pub(super) async fn expect_end(&mut self) {
        assert_eq!(self.end.incoming.recv().await, None);
    }

    pub(super) async fn send(&mut self, message: Value) {
        self.send_text(message.to_string()).await;
    }

    pub(super) async fn send_text(&mut self, text: impl Into<Vec<u8>>) {
        self.end.outgoing.send(text.into()).await.unwrap();
    }

    pub(super) async fn answer(&mut self, request: &Value, result: Value) {
        self.send(json!({"jsonrpc": "2.0", "id": request["id"], "result": result})).await;
    }

    pub(super) async fn refuse(&mut self, request: &Value, error: Value) {
        self.send(json!({"jsonrpc": "2.0", "id": request["id"], "error": error})).await;
    }

    /// Opens a session of the legacy era in the revision the client asks for.
    pub(super) async fn open_session(&mut self) {
        let request = self.expect("initialize").await;
        let version = request["params"]["protocolVersion"].as_str().unwrap().to_owned();
        self.answer(&request, initialized(&version)).await;
        self.expect("notifications/initialized").await;
    }
}
