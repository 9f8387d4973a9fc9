//! The legacy leg: requests, responses and notifications of one session.

use super::*;

async fn failure(ask: Ask) -> (u16, i64, Value) {
    Server::new().send(ask).await.failure().await
}

#[tokio::test]
async fn a_handshake_opens_a_session() {
    let server = Server::new();
    let answer = server.send(legacy(1, "initialize")).await;
    let id = answer.header("mcp-session-id").unwrap();
    assert_eq!(answer.json().await["result"], "open");
    assert_eq!(id.len(), 32);
    assert!(id.bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert_ne!(server.open().await, id);

    let ask = legacy(2, "tools/list").header("mcp-session-id", &id);
    let answer = server.send(ask.clone().header("x-test", "here")).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.json().await["result"], json!({ "method": "tools/list", "outbox": true }));
    assert_eq!(server.fake.seen.lock().unwrap()[..], ["here"]);
    let ask = ask.header("mcp-protocol-version", "2025-11-25");
    assert_eq!(server.send(ask).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_refused_handshake_opens_none() {
    let params = json!({ "cursor": 1 });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    let answer = Server::new().send(Ask::post(body)).await;
    assert_eq!(answer.header("mcp-session-id"), None);
    assert_eq!(answer.failure().await, (200, -32602, json!(1)));
}

#[tokio::test]
async fn a_handshake_may_name_its_version_in_the_header() {
    let ask = legacy(1, "initialize").header("mcp-protocol-version", "2025-06-18");
    assert!(Server::new().send(ask).await.header("mcp-session-id").is_some());
}

#[tokio::test]
async fn a_session_must_be_named_and_known() {
    let ask = legacy(2, "tools/list");
    assert_eq!(failure(ask.clone()).await, (400, -32600, json!(2)));
    let unknown = ask.header("mcp-session-id", &"0".repeat(32));
    assert_eq!(failure(unknown).await, (404, -32600, json!(2)));
    for method in [Method::GET, Method::DELETE] {
        let ask = Ask::new(method);
        assert_eq!(failure(ask.clone()).await, (400, -32600, Value::Null));
        let unknown = ask.header("mcp-session-id", "none");
        assert_eq!(failure(unknown).await, (404, -32600, Value::Null));
    }
    assert_eq!(failure(cancel(1)).await, (400, -32600, Value::Null));
}

#[tokio::test]
async fn what_is_no_message_is_refused() {
    assert_eq!(failure(Ask::post("{")).await, (400, -32700, Value::Null));
    assert_eq!(failure(Ask::post("7")).await, (400, -32600, Value::Null));
    let meta = r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"_meta":1}}"#;
    assert_eq!(failure(Ask::post(meta)).await, (400, -32602, json!(4)));
}

#[tokio::test]
async fn an_unknown_version_is_refused() {
    let server = Server::new();
    let id = server.open().await;
    for method in [Method::GET, Method::DELETE] {
        let ask = Ask::new(method).header("mcp-session-id", &id);
        let answer = server.send(ask.header("mcp-protocol-version", "v9")).await;
        assert_eq!(answer.failure().await, (400, -32600, Value::Null));
    }
    let ask = legacy(2, "ping").header("mcp-session-id", &id);
    let answer = server.send(ask.header("mcp-protocol-version", "v9")).await;
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn modern_meta_in_a_session_is_refused() {
    let server = Server::new();
    let id = server.open().await;
    let ask = modern("tools/list", json!({})).header("mcp-session-id", &id);
    let answer = server.send(ask.without("mcp-protocol-version")).await;
    assert_eq!(answer.failure().await, (400, -32020, json!(0)));
}

#[tokio::test]
async fn errors_ride_in_a_200() {
    let server = Server::new();
    let id = server.open().await;
    for code in [-32601, -32602, -32603] {
        let params = json!({ "cursor": code });
        let body = json!({ "jsonrpc": "2.0", "id": 5, "method": "test/error", "params": params });
        let answer = server.send(Ask::post(body).header("mcp-session-id", &id)).await;
        assert_eq!(answer.failure().await, (200, code, json!(5)));
    }
}

#[tokio::test]
async fn a_question_goes_out_on_the_stream_and_its_response_comes_as_a_post() {
    let server = Server::new();
    let id = server.open().await;
    let mut answer = server.send(legacy(2, "test/ask").header("mcp-session-id", &id)).await;
    assert_eq!(answer.header("content-type").as_deref(), Some("text/event-stream"));
    assert_eq!(answer.event().await["params"], 7);

    let response = Ask::post(r#"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#);
    let taken = server.send(response.header("mcp-session-id", &id)).await;
    assert_eq!(taken.status(), StatusCode::ACCEPTED);
    assert_eq!(answer.event().await, json!({ "jsonrpc": "2.0", "id": 2, "result": "{\"a\":1}" }));
    assert_eq!(answer.piece().await, None);
}

#[tokio::test]
async fn a_client_without_event_streams_gets_json_alone() {
    let server = Server::new();
    let id = server.open().await;
    let ask = legacy(2, "test/messages").header("mcp-session-id", &id);
    let answer = server.send(ask.clone().header("accept", "application/json")).await;
    assert_eq!(answer.json().await["result"]["outbox"], false);
    let answer = server.send(ask.header("accept", "text/event-stream")).await;
    assert_eq!(answer.status(), StatusCode::NOT_ACCEPTABLE);
}

#[tokio::test]
async fn a_cancelled_request_is_dropped_and_has_no_answer() {
    let server = Server::new();
    let id = server.open().await;
    let (answer, ()) =
        tokio::join!(server.send(legacy(2, "test/hang").header("mcp-session-id", &id)), async {
            server.fake.started.notified().await;
            // Another session's client cannot cancel it.
            let other = server.open().await;
            server.send(cancel(2).header("mcp-session-id", &other)).await;
            server.send(cancel(3).header("mcp-session-id", &id)).await;
            let again = server.send(legacy(2, "ping").header("mcp-session-id", &id)).await;
            assert_eq!(again.failure().await, (200, -32600, json!(2)));
            let taken = server.send(cancel(2).header("mcp-session-id", &id)).await;
            assert_eq!(taken.status(), StatusCode::ACCEPTED);
        });
    server.fake.dropped.notified().await;
    assert_eq!(answer.status(), StatusCode::ACCEPTED);
    assert_eq!(answer.text().await, "");
    let again = server.send(legacy(2, "ping").header("mcp-session-id", &id)).await;
    assert_eq!(again.json().await["result"]["method"], "ping");
}

#[tokio::test]
async fn a_cancelled_stream_ends_without_an_answer() {
    let server = Server::new();
    let id = server.open().await;
    let mut answer = server.send(legacy(2, "test/steps").header("mcp-session-id", &id)).await;
    assert_eq!(answer.event().await["params"], 1);
    server.send(cancel(2).header("mcp-session-id", &id)).await;
    server.fake.dropped.notified().await;
    assert_eq!(answer.piece().await, None);
}

#[tokio::test]
async fn a_client_that_goes_away_does_not_cancel() {
    let server = Server::new();
    let id = server.open().await;
    let mut answer = server.send(legacy(2, "test/steps").header("mcp-session-id", &id)).await;
    assert_eq!(answer.event().await["params"], 1);
    drop(answer);
    let again = server.send(legacy(2, "ping").header("mcp-session-id", &id)).await;
    assert_eq!(again.failure().await, (200, -32600, json!(2)), "it still runs");
    server.fake.gate.add_permits(1);
    server.fake.dropped.notified().await;
}
