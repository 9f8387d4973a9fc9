//! Clients of the fixture over each transport in each era, and the macro that runs a case with all.

use std::sync::{Arc, Mutex};

use mcp::{Client, ClientBuilder, ElicitAction, ElicitParams, ElicitResult, Mode, ProtocolVersion};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::process::Command;

/// How a case reaches the fixture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    Memory,
    Stdio,
    Http,
}

/// What a case runs with.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub over: Over,
    pub modern: bool,
}

impl Setup {
    /// A client that cannot be asked anything.
    pub async fn client(self) -> Client {
        self.builder().await.open().await.expect("a connection")
    }

    /// A client whose user answers with this content, and the questions they were asked.
    pub async fn accepting(self, content: Value) -> (Client, Asked) {
        self.answering(ElicitAction::Accept, Some(content)).await
    }

    /// A client whose user does this with every question.
    pub async fn answering(self, action: ElicitAction, content: Option<Value>) -> (Client, Asked) {
        let asked = Asked::default();
        let noted = asked.clone();
        let builder = self.builder().await.on_elicitation(move |question| {
            noted.note(&question);
            let content = content.as_ref().and_then(Value::as_object).cloned();
            async move { Ok(ElicitResult { action, content }) }
        });
        (builder.open().await.expect("a connection"), asked)
    }

    /// A client to be set up further. The server lives as long as the client does.
    pub async fn builder(self) -> ClientBuilder {
        let mode = if self.modern { Mode::Pinned(ProtocolVersion::V2026_07_28) } else { Mode::Legacy };
        let builder = match self.over {
            Over::Memory => Client::in_process(mcp_tests::server()),
            Over::Stdio => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_fixture"));
                command.arg("--stdio").stderr(std::process::Stdio::null());
                Client::spawn(command)
            }
            Over::Http => Client::connect(format!("http://{}/mcp", serve().await)),
        };
        builder.mode(mode)
    }

    /// What the fixture's journal holds, read by the same client.
    pub async fn journal(self, client: &Client) -> Vec<String> {
        let text = client.call_tool("journal_text", ()).await.expect("the journal").as_text();
        text.split(',').filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }
}

/// Serves the fixture on a port of the system's choice; returns the address.
pub async fn serve() -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(mcp_tests::server().serve_listener(listener, std::future::pending()));
    address
}

/// The questions a user was asked, in order.
#[derive(Clone, Default)]
pub struct Asked(Arc<Mutex<Vec<String>>>);

impl Asked {
    fn note(&self, question: &ElicitParams) {
        let message = match question {
            ElicitParams::Form { message, .. } => message.clone(),
            ElicitParams::Url { message, url, .. } => format!("{message} {url}"),
        };
        self.0.lock().expect("no test panicked").push(message);
    }

    pub fn messages(&self) -> Vec<String> {
        self.0.lock().expect("no test panicked").clone()
    }
}

/// Makes a test of each case for every transport and era.
macro_rules! everywhere {
    ($($(#[$meta:meta])* async fn $name:ident($setup:ident) $body:block)*) => {$(
        mod $name {
            #[allow(unused_imports, reason = "not every case needs all that its file imports")]
            use super::*;

            $(#[$meta])*
            async fn case($setup: $crate::support::Setup) $body

            $crate::support::everywhere!(@tests
                memory_modern Memory true, memory_legacy Memory false,
                stdio_modern Stdio true, stdio_legacy Stdio false,
                http_modern Http true, http_legacy Http false);
        }
    )*};
    (@tests $($test:ident $over:ident $modern:literal),*) => {$(
        #[tokio::test]
        async fn $test() {
            case($crate::support::Setup { over: $crate::support::Over::$over, modern: $modern }).await;
        }
    )*};
}

pub(crate) use everywhere;
