//! A server that speaks as much HTTP as the client does, played by the test.

use std::collections::HashMap;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::client::{Client, ClientBuilder};

/// The server's side of a client that connects to it.
pub(super) struct FakeHttp {
    requests: mpsc::UnboundedReceiver<Received>,
    accepting: JoinHandle<()>,
}

/// A request that came in. Dropping it without an answer closes its connection.
pub(super) struct Received {
    pub(super) method: String,
    pub(super) headers: HashMap<String, String>,
    /// The message, or `null` where there is none.
    pub(super) body: Value,
    /// Which of the server's connections it came over.
    pub(super) connection: usize,
    answer: mpsc::UnboundedSender<Vec<u8>>,
    gone: oneshot::Receiver<()>,
}

/// A client of a server that the test plays.
pub(super) async fn fake_http() -> (ClientBuilder, FakeHttp) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let (sender, requests) = mpsc::unbounded_channel();
    let accepting = tokio::spawn(async move {
        for connection in 0.. {
            let Ok((socket, _)) = listener.accept().await else {
                return;
            };
            tokio::spawn(serve(socket, connection, sender.clone()));
        }
    });
    (Client::connect(url), FakeHttp { requests, accepting })
}

async fn serve(socket: TcpStream, connection: usize, requests: mpsc::UnboundedSender<Received>) {
    let mut socket = BufReader::new(socket);
    while let Some((method, headers, body)) = read(&mut socket).await {
        let (answer, mut answers) = mpsc::unbounded_channel::<Vec<u8>>();
        let (_alive, gone) = oneshot::channel();
        let received = Received { method, headers, body, connection, answer, gone };
        if requests.send(received).is_err() {
            return;
        }
        let mut keeps = false;
        loop {
            let mut byte = [0];
            tokio::select! {
                biased;
                bytes = answers.recv() => match bytes {
                    Some(bytes) => {
                        keeps = bytes.starts_with(b"HTTP/1.1") && !bytes.ends_with(b"close\r\n\r\n");
                        if socket.write_all(&bytes).await.is_err() {
                            return;
                        }
                    }
                    None if keeps => break,
                    None => return,
                },
                // The client sends nothing before it has its answer, so it has closed.
                _ = socket.read(&mut byte) => return,
            }
        }
    }
}

async fn read(socket: &mut BufReader<TcpStream>) -> Option<(String, HashMap<String, String>, Value)> {
    let mut line = String::new();
    socket.read_line(&mut line).await.ok()?;
    let method = line.split(' ').next().filter(|_| line.ends_with("HTTP/1.1\r\n"))?.to_owned();
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        socket.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        headers.insert(name.to_owned(), value.to_owned());
    }
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    socket.read_exact(&mut body).await.ok()?;
    Some((method, headers, serde_json::from_slice(&body).unwrap_or_default()))
}

impl FakeHttp {
    /// The next request.
    pub(super) async fn receive(&mut self) -> Received {
        self.requests.recv().await.unwrap()
    }

    /// The next request, which must be a POST of this method.
    pub(super) async fn expect(&mut self, method: &str) -> Received {
        let request = self.receive().await;
        assert_eq!((request.method.as_str(), &request.body["method"]), ("POST", &json!(method)));
        request
    }

    /// Whether no request waits to be answered.
    pub(super) fn is_idle(&mut self) -> bool {
        self.requests.try_recv().is_err()
    }
}

impl Drop for FakeHttp {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl Received {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    /// Answers with a status, further headers and a body.
    pub(super) fn reply(self, status: &str, headers: &str, body: &str) {
        let length = body.len();
        let text = format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\n\r\n{body}");
        self.answer.send(text.into_bytes()).unwrap();
    }

    /// Answers with a result as JSON.
    pub(super) fn answer(self, result: &Value) {
        self.answer_with("", result);
    }

    /// Answers with a result as JSON, and further headers.
    pub(super) fn answer_with(self, headers: &str, result: &Value) {
        let body = self.response(result).to_string();
        self.reply("200 OK", &format!("content-type: application/json\r\n{headers}"), &body);
    }

    /// Answers with an error.
    pub(super) fn refuse(self, status: &str, error: &Value) {
        let body = json!({"jsonrpc": "2.0", "id": self.body["id"], "error": error}).to_string();
        self.reply(status, "content-type: application/json\r\n", &body);
    }

    /// Takes a notification.
    pub(super) fn accept(self) {
        self.reply("202 Accepted", "", "");
    }

    /// The response to the request.
    pub(super) fn response(&self, result: &Value) -> Value {
        json!({"jsonrpc": "2.0", "id": self.body["id"], "result": result})
    }

    /// Starts to answer with a stream of events, which ends when the request is dropped.
    pub(super) fn stream(&self) {
        let head =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\r\n";
        self.answer.send(head.into()).unwrap();
    }

    /// Sends a part of the stream.
    pub(super) fn chunk(&self, text: &str) {
        self.answer.send(text.into()).unwrap();
    }

    /// Sends a message as an event of the stream.
    pub(super) fn event(&self, message: &Value) {
        self.chunk(&format!("event: message\r\ndata: {message}\r\n\r\n"));
    }

    /// Waits until the client has closed the connection.
    pub(super) async fn gone(&mut self) {
        let _ = (&mut self.gone).await;
    }
}
