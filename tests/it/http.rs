//! What HTTP adds: statuses, headers, streams, clients that go away.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::serve;

/// What a modern request says of itself.
fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    })
}

/// A modern request with these parameters.
fn modern(method: &str, mut params: Value) -> Value {
    if params.get("_meta").is_none() {
        params["_meta"] = meta();
    }
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params })
}

/// Sends one request and reads the answer to its end: the status, the head and the body.
async fn exchange(address: SocketAddr, head: &str, body: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "{head}\r\nhost: {address}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    // A server that will not read all of a long body answers before it was sent.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head[9..12].parse().unwrap(), head.to_ascii_lowercase(), body.to_owned())
}

/// Posts a modern message under the headers that belong to it.
async fn post(address: SocketAddr, message: &Value) -> (u16, Value) {
    let method = message["method"].as_str().unwrap_or_default();
    let name = message["params"]["name"].as_str().or(message["params"]["uri"].as_str());
    let name = name.map(|name| format!("\r\nmcp-name: {name}")).unwrap_or_default();
    let head =
        format!("POST /mcp HTTP/1.1\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: {method}{name}");
    let (status, _, body) = exchange(address, &head, &message.to_string()).await;
    (status, serde_json::from_str(&body).unwrap_or_default())
}

#[tokio::test]
async fn every_kind_of_bad_request_has_its_code_and_status() {
    let address = serve().await;
    let call = |params| modern("tools/call", params);
    let cases = [
        (call(json!({ "name": "nope" })), 400, -32602),
        (call(json!({})), 400, -32602),
        (call(json!({ "name": "order", "arguments": "{}" })), 400, -32602),
        (
            call(json!({ "name": "order", "arguments": { "title": "Emma" }, "inputResponses": [] })),
            400,
            -32602,
        ),
        (call(json!({ "name": "order", "requestState": "v1.garbage" })), 400, -32602),
        (call(json!({ "name": "order", "requestState": "" })), 400, -32602),
        (call(json!({ "name": "order", "requestState": 5 })), 400, -32602),
        (call(json!({ "name": "diamond", "requestState": "v1.garbage" })), 400, -32602),
        (call(json!({ "name": "count_roots" })), 400, -32021),
        (modern("prompts/get", json!({ "name": "nope" })), 400, -32602),
        (modern("resources/read", json!({ "uri": "house://nowhere" })), 400, -32602),
        (modern("tools/list", json!({ "cursor": "x" })), 400, -32602),
        (modern("subscriptions/listen", json!({})), 400, -32602),
        (modern("nope/nope", json!({})), 404, -32601),
        (modern("initialize", json!({})), 404, -32601),
        (modern("ping", json!({})), 404, -32601),
        (modern("logging/setLevel", json!({})), 404, -32601),
        (modern("tools/list", json!({ "_meta": {} })), 400, -32602),
        (modern("tools/list", json!({ "_meta": 5 })), 400, -32602),
    ];
    for (message, status, code) in cases {
        let (got, answer) = post(address, &message).await;
        assert_eq!((got, &answer["error"]["code"]), (status, &json!(code)), "{message} gave {answer}");
        assert_eq!(answer["id"], 7, "{message}");
    }
}

#[tokio::test]
async fn a_bad_state_gives_one_frozen_error() {
    let address = serve().await;
    let (_, answer) =
        post(address, &modern("tools/call", json!({ "name": "order", "requestState": "v1.garbage" }))).await;
    assert_eq!(
        answer["error"],
        json!({ "code": -32602, "message": "Invalid or expired requestState", "data": { "reason": "invalid_request_state" } })
    );
}

#[tokio::test]
async fn an_unknown_version_is_told_the_known_ones() {
    let address = serve().await;
    let mut message = modern("tools/list", json!({}));
    message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2030-01-01");
    let head = "POST /mcp HTTP/1.1\r\nmcp-protocol-version: 2030-01-01\r\nmcp-method: tools/list";
    let (status, _, body) = exchange(address, head, &message.to_string()).await;
    let answer: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &answer["error"]["code"]), (400, &json!(-32022)));
    assert_eq!(answer["error"]["data"], json!({ "supported": ["2026-07-28"], "requested": "2030-01-01" }));
}

#[tokio::test]
async fn headers_must_say_what_the_body_says() {
    let address = serve().await;
    let message = modern("tools/call", json!({ "name": "diamond" })).to_string();
    for headers in [
        "mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/list\r\nmcp-name: diamond",
        "mcp-protocol-version: 2026-07-28\r\nmcp-name: diamond",
        "mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: order",
        "mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call",
        "mcp-method: tools/call\r\nmcp-name: diamond",
    ] {
        let (status, _, body) =
            exchange(address, &format!("POST /mcp HTTP/1.1\r\n{headers}"), &message).await;
        assert_eq!(status, 400, "{headers}");
        assert!(body.contains("-32020"), "{headers} gave {body}");
    }
}

#[tokio::test]
async fn what_is_no_message_is_said_to_be_none() {
    let address = serve().await;
    let head = "POST /mcp HTTP/1.1\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: tools/list";
    for (body, code) in
        [("{", "-32700"), ("[]", "-32600"), (r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, "-32600")]
    {
        let (status, _, answer) = exchange(address, head, body).await;
        assert_eq!(status, 400, "{body}");
        assert!(answer.contains(code) && !answer.contains("\"id\""), "{body} gave {answer}");
    }
    let long = format!("{{\"a\":\"{}\"}}", "x".repeat(4 * 1024 * 1024));
    assert_eq!(exchange(address, head, &long).await.0, 413);
}

#[tokio::test]
async fn strangers_are_kept_out() {
    let address = serve().await;
    let (status, ..) = exchange(address, "POST /mcp HTTP/1.1\r\norigin: https://evil.example", "{}").await;
    assert_eq!(status, 403);
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"POST /mcp HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
}

#[tokio::test]
async fn an_answer_is_one_json_text_unless_the_function_streams() {
    let address = serve().await;
    let head = "POST /mcp HTTP/1.1\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: counts";
    let (status, headers, _) =
        exchange(address, head, &modern("tools/call", json!({ "name": "counts" })).to_string()).await;
    assert_eq!(status, 200);
    assert!(headers.contains("content-type: application/json"), "{headers}");
    assert!(!headers.contains("mcp-session-id"), "{headers}");
    let mut message = modern("tools/call", json!({ "name": "counts" }));
    message["params"]["_meta"]["progressToken"] = json!("t");
    let (status, headers, body) = exchange(address, head, &message.to_string()).await;
    assert_eq!(status, 200);
    assert!(headers.contains("content-type: text/event-stream"), "{headers}");
    assert_eq!(body.matches("notifications/progress").count(), 3, "{body}");
    assert!(body.contains("counted"), "{body}");
}

/// Opens a subscription and reads its acknowledgement.
async fn listen(address: SocketAddr) -> TcpStream {
    let body =
        modern("subscriptions/listen", json!({ "notifications": { "toolsListChanged": true } })).to_string();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\n\
         mcp-method: subscriptions/listen\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut seen = String::new();
    while !seen.contains("notifications/subscriptions/acknowledged") {
        let mut part = [0; 1024];
        let length = stream.read(&mut part).await.unwrap();
        assert_ne!(length, 0, "the stream ended: {seen}");
        seen.push_str(&String::from_utf8_lossy(&part[..length]));
    }
    assert!(seen.contains(r#""io.modelcontextprotocol/subscriptionId":7"#), "{seen}");
    stream
}

#[tokio::test]
async fn a_subscription_is_acknowledged_and_kept_open() {
    let stream = listen(serve().await).await;
    // Nothing follows: a read finds nothing to read, and not the end.
    let mut part = [0; 16];
    let nothing = stream.try_read(&mut part).expect_err("nothing to read");
    assert_eq!(nothing.kind(), std::io::ErrorKind::WouldBlock);
}

#[cfg(unix)]
#[tokio::test]
async fn a_process_that_is_told_to_stop_ends_its_subscriptions_and_itself() {
    use tokio::io::{AsyncBufReadExt as _, BufReader};

    let mut server = tokio::process::Command::new(env!("CARGO_BIN_EXE_fixture"))
        .args(["--http", "127.0.0.1:0"])
        .stderr(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut log = BufReader::new(server.stderr.take().unwrap()).lines();
    let line = log.next_line().await.unwrap().expect("a line that says where");
    assert!(line.starts_with("Fixture 0.3.0 serves "), "{line}");
    let address = line.split("http://").nth(1).and_then(|rest| rest.strip_suffix("/mcp")).expect("a URL");
    let mut stream = listen(address.parse().unwrap()).await;
    let pid = server.id().expect("a running process").to_string();
    assert!(tokio::process::Command::new("kill").args(["-TERM", &pid]).status().await.unwrap().success());
    let mut rest = String::new();
    stream.read_to_string(&mut rest).await.unwrap();
    assert!(rest.contains(r#""resultType":"complete""#) && rest.contains(r#"subscriptionId":7"#), "{rest}");
    drop(stream);
    assert!(server.wait().await.unwrap().success());
}
