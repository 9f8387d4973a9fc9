//! A client that writes its requests by hand, over one HTTP connection that it keeps.

use std::net::SocketAddr;

use mcp::Server;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// A request of the modern era, its parts in raw JSON.
#[derive(Clone)]
pub struct Request {
    method: &'static str,
    target: String,
    arguments: Option<String>,
    answers: Option<String>,
    state: Option<String>,
    user: Option<String>,
}

impl Request {
    pub fn tool(name: &str, arguments: &str) -> Self {
        Self::of("tools/call", name, Some(arguments))
    }

    pub fn prompt(name: &str, arguments: &str) -> Self {
        Self::of("prompts/get", name, Some(arguments))
    }

    pub fn resource(uri: &str) -> Self {
        Self::of("resources/read", uri, None)
    }

    fn of(method: &'static str, target: &str, arguments: Option<&str>) -> Self {
        let arguments = arguments.map(str::to_owned);
        Self { method, target: target.to_owned(), arguments, answers: None, state: None, user: None }
    }

    /// With other arguments, or none.
    pub fn arguments(&self, arguments: Option<&str>) -> Self {
        Self { arguments: arguments.map(str::to_owned), ..self.clone() }
    }

    /// With the answer that every question of the fixture takes.
    pub fn answered(self) -> Self {
        let answers = r#"{"sure":{"action":"accept","content":{"confirm":true}}}"#;
        Self { answers: Some(answers.to_owned()), ..self }
    }

    pub fn with_token(self, token: &str) -> Self {
        self.with_state(&Value::from(token).to_string())
    }

    /// With a state that need not be a string.
    pub fn with_state(self, state: &str) -> Self {
        Self { state: Some(state.to_owned()), ..self }
    }

    /// From somebody, as a gateway would say.
    pub fn as_user(&self, user: Option<&str>) -> Self {
        Self { user: user.map(str::to_owned), ..self.clone() }
    }

    /// Its body.
    pub fn text(&self) -> String {
        let target = Value::from(&*self.target);
        let key = if self.method == "resources/read" { "uri" } else { "name" };
        let members = [
            ("arguments", &self.arguments),
            ("inputResponses", &self.answers),
            ("requestState", &self.state),
        ];
        let members: String = members
            .iter()
            .filter_map(|(name, value)| Some(format!(r#","{name}":{}"#, value.as_deref()?)))
            .collect();
        format!(
            r#"{{"jsonrpc":"2.0","id":7,"method":"{}","params":{{"{key}":{target}{members},"_meta":{META}}}}}"#,
            self.method
        )
    }

    fn head(&self) -> String {
        let user = self.user.as_deref().map(|user| format!("x-user: {user}\r\n")).unwrap_or_default();
        format!(
            "mcp-protocol-version: 2026-07-28\r\nmcp-method: {}\r\nmcp-name: {}\r\n{user}",
            self.method, self.target
        )
    }
}

const META: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#;

/// What came back.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }
}

/// The client's end of the connection.
pub struct Peer {
    address: SocketAddr,
    stream: TcpStream,
}

impl Peer {
    /// Serves on a port of the system's choice, and connects.
    pub async fn of(server: Server) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(server.serve_listener(listener, std::future::pending()));
        Self::at(address).await
    }

    async fn at(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.expect("a connection");
        stream.set_nodelay(true).expect("a TCP option");
        Self { address, stream }
    }

    /// Another connection to the same server.
    pub async fn another(&self) -> Self {
        Self::at(self.address).await
    }

    pub async fn send(&mut self, request: &Request) -> Answer {
        self.write(request).await;
        self.read().await
    }

    /// Sends a request and does not read what comes back.
    pub async fn write(&mut self, request: &Request) {
        self.write_text(&request.head(), &request.text()).await;
    }

    /// Sends any message under any headers.
    pub async fn exchange(&mut self, head: &str, body: &str) -> Answer {
        self.write_text(head, body).await;
        self.read().await
    }

    async fn write_text(&mut self, head: &str, body: &str) {
        let text = format!(
            "POST /mcp HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             accept: application/json, text/event-stream\r\n{head}content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.stream.write_all(text.as_bytes()).await.expect("an open connection");
    }

    async fn read(&mut self) -> Answer {
        let mut bytes = Vec::new();
        let (head, body) = loop {
            assert_ne!(
                self.stream.read_buf(&mut bytes).await.expect("an answer"),
                0,
                "the connection was closed"
            );
            if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
                break (String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase(), end + 4);
            }
        };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
        let end = body + length.trim().parse::<usize>().expect("a number");
        while bytes.len() < end {
            assert_ne!(
                self.stream.read_buf(&mut bytes).await.expect("an answer"),
                0,
                "the connection was closed"
            );
        }
        let text = String::from_utf8(bytes[body..end].to_vec()).expect("text");
        Answer { status: head[9..12].parse().expect("a status"), head, text }
    }
}
