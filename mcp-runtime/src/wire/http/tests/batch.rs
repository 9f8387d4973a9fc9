//! Batches of 2025-03-26.

use super::*;

async fn send(server: &Server, id: &str, body: impl ToString) -> Answer {
    server.send(Ask::post(body).header("mcp-session-id", id)).await
}

#[tokio::test]
async fn the_answers_come_together() {
    let server = Server::new();
    let id = server.open().await;
    let body = json!([
        { "jsonrpc": "2.0", "id": 1, "method": "ping" },
        { "jsonrpc": "2.0", "method": "notifications/n" },
        { "jsonrpc": "2.0", "id": "b", "method": "tools/list" },
        { "jsonrpc": "2.0", "id": 3, "method": "initialize" },
        { "jsonrpc": "2.0", "id": 1, "method": "ping" },
        7,
    ]);
    let answer = send(&server, &id, format!(" {body}")).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let answers = answer.json().await;
    assert_eq!(answers.as_array().unwrap().len(), 5);
    assert_eq!(answers[0]["result"]["method"], "ping");
    assert_eq!(answers[1]["id"], "b");
    for (index, id) in [(2, json!(3)), (3, json!(1)), (4, Value::Null)] {
        assert_eq!((&answers[index]["error"]["code"], &answers[index]["id"]), (&json!(-32600), &id));
    }
}

#[tokio::test]
async fn messages_come_before_the_answers() {
    let server = Server::new();
    let id = server.open().await;
    let body = json!([{ "jsonrpc": "2.0", "id": 1, "method": "test/message" }]);
    let mut answer = send(&server, &id, body).await;
    assert_eq!(answer.event().await["method"], "notifications/n");
    assert_eq!(answer.event().await[0]["id"], 1);
    assert_eq!(answer.piece().await, None);
}

#[tokio::test]
async fn a_batch_that_wants_no_answer_is_accepted() {
    let server = Server::new();
    let id = server.open().await;
    let body = json!([
        { "jsonrpc": "2.0", "method": "notifications/n" },
        { "jsonrpc": "2.0", "id": 1, "result": {} },
    ]);
    assert_eq!(send(&server, &id, body).await.status(), StatusCode::ACCEPTED);
}

#[tokio::test]
async fn what_is_no_batch_is_refused() {
    let server = Server::new();
    let id = server.open().await;
    assert_eq!(send(&server, &id, "[]").await.failure().await, (400, -32600, Value::Null));
    assert_eq!(send(&server, &id, "[{]").await.failure().await, (400, -32700, Value::Null));
}

#[tokio::test]
async fn later_revisions_have_none() {
    let server = Server::new();
    let id = server.open().await;
    let body = json!([{ "jsonrpc": "2.0", "id": 1, "method": "ping" }]);
    let ask = Ask::post(&body).header("mcp-session-id", &id);
    for (version, status) in
        [("2025-03-26", 200), ("2025-06-18", 400), ("2025-11-25", 400), ("2026-07-28", 400)]
    {
        let answer = server.send(ask.clone().header("mcp-protocol-version", version)).await;
        assert_eq!(answer.status(), status, "{version}");
    }
    let answer = server.send(Ask::post(body)).await;
    assert_eq!(answer.failure().await, (400, -32600, Value::Null));
}
