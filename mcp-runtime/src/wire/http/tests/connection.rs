//! Over real connections: keep-alive, disconnects, shutdown.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::*;
use crate::wire::http::{router, serve};

/// How long a test waits for what must happen, before it fails.
const PATIENCE: Duration = Duration::from_secs(30);

struct Running {
    fake: Arc<Fake>,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    stopped: JoinHandle<std::io::Result<()>>,
}

async fn run() -> Running {
    let fake = Arc::new(Fake::default());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let router = router(fake.clone(), HttpOptions::default());
    let shutdown = async { stopped.await.unwrap_or_default() };
    let stopped = tokio::spawn(serve(listener, router, shutdown));
    Running { fake, address, stop, stopped }
}

/// The text of a request, as HTTP/1.1 writes it.
fn written(ask: &Ask, path: &str) -> String {
    let mut text = format!("{} {path} HTTP/1.1\r\n", ask.method);
    for (name, value) in &ask.headers {
        text += &format!("{name}: {}\r\n", value.to_str().unwrap());
    }
    text + &format!("content-length: {}\r\n\r\n{}", ask.body.len(), ask.body)
}

/// Reads until the text is there.
async fn read_until(connection: &mut TcpStream, end: &str) -> String {
    let mut text = Vec::new();
    loop {
        let seen = String::from_utf8_lossy(&text);
        if seen.contains(end) {
            return seen.into_owned();
        }
        let read = tokio::time::timeout(PATIENCE, connection.read_buf(&mut text)).await;
        assert_ne!(read.unwrap().unwrap(), 0, "the connection ended: {text:?}");
    }
}

async fn within<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, work).await.unwrap()
}

#[tokio::test]
async fn a_connection_serves_many_requests() {
    let server = run().await;
    let mut connection = TcpStream::connect(server.address).await.unwrap();
    let ask = written(&modern("tools/list", json!({})), "/mcp");
    for _ in 0..3 {
        connection.write_all(ask.as_bytes()).await.unwrap();
        let answer = read_until(&mut connection, "}}").await;
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    }
    let ask = written(&modern("tools/list", json!({})), "/other");
    connection.write_all(ask.as_bytes()).await.unwrap();
    let answer = read_until(&mut connection, "\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
}

#[tokio::test]
async fn a_body_in_many_pieces_is_put_together_up_to_the_limit() {
    let server = run().await;
    let body = modern("tools/list", json!({ "cursor": "x".repeat(100_000) }));
    let mut connection = TcpStream::connect(server.address).await.unwrap();
    connection.write_all(written(&body, "/mcp").as_bytes()).await.unwrap();
    let answer = read_until(&mut connection, "}}").await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");

    // Chunked, it does not say how long it is.
    let mut head = written(&Ask { body: String::new(), ..body }, "/mcp");
    head = head.replace("content-length: 0", "transfer-encoding: chunked");
    connection.write_all(head.as_bytes()).await.unwrap();
    let chunk = format!("100000\r\n{}\r\n", " ".repeat(0x10_0000));
    for _ in 0..5 {
        // The server may answer and close before all is written.
        let _ = connection.write_all(chunk.as_bytes()).await;
    }
    let answer = read_until(&mut connection, "\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[tokio::test]
async fn a_body_that_says_it_is_too_long_is_not_waited_for() {
    let server = run().await;
    let head = written(&modern("tools/list", json!({})), "/mcp");
    let (head, _) = head.split_once("content-length").unwrap();
    let mut connection = TcpStream::connect(server.address).await.unwrap();
    let head = format!("{head}content-length: 4194305\r\n\r\n");
    connection.write_all(head.as_bytes()).await.unwrap();
    let answer = read_until(&mut connection, "too large").await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[tokio::test]
async fn a_client_that_goes_away_drops_the_work() {
    let server = run().await;
    let mut connection = TcpStream::connect(server.address).await.unwrap();
    let ask = written(&modern("test/hang", json!({})), "/mcp");
    connection.write_all(ask.as_bytes()).await.unwrap();
    within(server.fake.started.notified()).await;
    drop(connection);
    within(server.fake.dropped.notified()).await;
}

#[tokio::test]
async fn a_client_that_goes_away_from_a_stream_drops_the_work() {
    let server = run().await;
    let mut connection = TcpStream::connect(server.address).await.unwrap();
    let ask = written(&modern("subscriptions/listen", json!({})), "/mcp");
    connection.write_all(ask.as_bytes()).await.unwrap();
    read_until(&mut connection, "notifications/n").await;
    drop(connection);
    within(server.fake.dropped.notified()).await;
}

#[tokio::test]
async fn the_head_of_a_silent_stream_is_sent_at_once() {
    let server = run().await;
    let mut connection = TcpStream::connect(server.address).await.unwrap();
    connection.write_all(written(&legacy(1, "initialize"), "/mcp").as_bytes()).await.unwrap();
    let answer = read_until(&mut connection, "}").await;
    let id = answer.split_once("mcp-session-id: ").unwrap().1.split_once("\r\n").unwrap().0;
    let ask = Ask::new(Method::GET).header("mcp-session-id", id);
    connection.write_all(written(&ask, "/mcp").as_bytes()).await.unwrap();
    let head = read_until(&mut connection, "\r\n\r\n").await;
    assert!(head.contains("text/event-stream"), "{head}");
}

#[tokio::test]
async fn a_shutdown_waits_for_the_answer() {
    let server = run().await;
    let mut connection = TcpStream::connect(server.address).await.unwrap();
    let ask = written(&streaming("test/steps"), "/mcp");
    connection.write_all(ask.as_bytes()).await.unwrap();
    read_until(&mut connection, "notifications/n").await;
    server.stop.send(()).unwrap();
    while TcpStream::connect(server.address).await.is_ok() {
        tokio::task::yield_now().await;
    }
    server.fake.gate.add_permits(1);
    read_until(&mut connection, "test/steps").await;
    within(server.stopped).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_shutdown_does_not_wait_for_ever() {
    let server = run().await;
    let mut connection = TcpStream::connect(server.address).await.unwrap();
    let ask = written(&modern("subscriptions/listen", json!({})), "/mcp");
    connection.write_all(ask.as_bytes()).await.unwrap();
    read_until(&mut connection, "notifications/n").await;
    tokio::time::pause();
    let begun = tokio::time::Instant::now();
    server.stop.send(()).unwrap();
    server.stopped.await.unwrap().unwrap();
    assert_eq!(begun.elapsed().as_secs(), 10);
}
