//! The server's own requests, which only the legacy era has.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::join;
use tokio::sync::{Barrier, Notify};

use crate::client::tests::fake::{Fake, legacy, said};
use crate::client::{ClientBuilder, Continuation};
use crate::error::Error;
use crate::protocol::elicitation::{ElicitParams, ElicitResult};
use crate::protocol::roots::ListRootsResult;
use crate::protocol::sampling::CreateMessageParams;

fn elicit(id: Value, message: &str) -> Value {
    let schema = json!({"type": "object", "properties": {}});
    json!({
        "jsonrpc": "2.0", "id": id, "method": "elicitation/create",
        "params": {"mode": "form", "message": message, "requestedSchema": schema},
    })
}

/// A handler that answers when it is told to.
fn waits(builder: ClientBuilder, go: &Arc<Notify>) -> ClientBuilder {
    let go = Arc::clone(go);
    builder.on_elicitation(move |_| {
        let go = Arc::clone(&go);
        async move {
            go.notified().await;
            Ok(ElicitResult::decline())
        }
    })
}

async fn error_of(server: &mut Fake, request: Value) -> Value {
    server.send(request).await;
    server.receive().await["error"].clone()
}

#[tokio::test]
async fn pings_are_answered() {
    let (_client, mut server) = legacy(|builder| builder).await;
    server.send(json!({"jsonrpc": "2.0", "id": "p-1", "method": "ping"})).await;
    assert_eq!(server.receive().await, json!({"jsonrpc": "2.0", "id": "p-1", "result": {}}));
}

#[tokio::test]
async fn questions_are_answered_at_the_same_time() {
    let both = Arc::new(Barrier::new(2));
    let (_client, mut server) = legacy(|builder| {
        builder.on_elicitation(move |question: ElicitParams| {
            let both = Arc::clone(&both);
            async move {
                both.wait().await;
                Ok(ElicitResult::accept(json!({"echo": question.message()}))?)
            }
        })
    })
    .await;
    server.send(elicit(json!(1), "one")).await;
    server.send(elicit(json!("1"), "two")).await;
    let mut answers = [server.receive().await, server.receive().await];
    answers.sort_by_key(|answer| answer["id"].is_string());
    assert_eq!(answers[0]["id"], 1);
    assert_eq!(answers[0]["result"]["content"]["echo"], "one");
    assert_eq!(answers[1]["result"]["content"]["echo"], "two");
}

#[tokio::test]
async fn what_cannot_be_answered_is_refused() {
    let (client, mut server) = legacy(|builder| {
        builder
            .on_sampling(async |params: CreateMessageParams| match params.max_tokens {
                1 => Err(Error::protocol(-1, "User rejected sampling request")),
                2 => Err(Error::new("out of credit")),
                3 => Err(std::io::Error::other("token=hunter2").into()),
                _ => panic!("on purpose"),
            })
            .on_roots(async || Ok(ListRootsResult::default()))
    })
    .await;
    let sample = |max_tokens: u32| {
        json!({
            "jsonrpc": "2.0", "id": max_tokens, "method": "sampling/createMessage",
            "params": {"messages": [], "maxTokens": max_tokens},
        })
    };
    for (max_tokens, code, message) in [
        (1, -1, "User rejected sampling request"),
        (2, -32603, "out of credit"),
        (3, -32603, "The client's handler failed"),
        (4, -32603, "The client's handler failed"),
    ] {
        let error = error_of(&mut server, sample(max_tokens)).await;
        assert_eq!(error, json!({"code": code, "message": message}));
    }
    assert_eq!(error_of(&mut server, elicit(json!(5), "?")).await["code"], -32601);
    let unknown = json!({"jsonrpc": "2.0", "id": 6, "method": "tasks/get", "params": {}});
    assert_eq!(error_of(&mut server, unknown).await["code"], -32601);
    let malformed = json!({"jsonrpc": "2.0", "id": 7, "method": "sampling/createMessage", "params": {}});
    assert_eq!(error_of(&mut server, malformed).await["code"], -32602);
    server.send(json!({"jsonrpc": "2.0", "id": 8, "method": "roots/list"})).await;
    assert_eq!(server.receive().await["result"], json!({"roots": []}));
    client.close().await;
}

#[tokio::test]
async fn a_question_that_the_server_cancels_is_not_answered() {
    let go = Arc::new(Notify::new());
    let (client, mut server) = legacy(|builder| waits(builder, &go)).await;
    server.send(elicit(json!(1), "?")).await;
    let cancelled =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    server.send(cancelled.clone()).await;
    // A question that is not open any more is not missed.
    server.send(cancelled).await;
    server.send(json!({"jsonrpc": "2.0", "id": 2, "method": "ping"})).await;
    assert_eq!(server.receive().await["id"], 2);
    // A handler that still ran would answer before one of these.
    go.notify_waiters();
    for id in 3..6 {
        server.send(json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).await;
        assert_eq!(server.receive().await["id"], id);
    }
    client.close().await;
    server.expect_end().await;
}

#[tokio::test(start_paused = true)]
async fn time_stands_still_while_a_handler_is_at_work() {
    let go = Arc::new(Notify::new());
    let (client, mut server) = legacy(|builder| waits(builder, &go).timeout(Duration::from_secs(5))).await;
    let (result, ()) = join!(client.call_tool("a", ()), async {
        let call = server.expect("tools/call").await;
        server.send(elicit(json!(1), "?")).await;
        tokio::time::sleep(Duration::from_secs(3600)).await;
        go.notify_one();
        assert_eq!(server.receive().await["result"]["action"], "decline");
        tokio::time::sleep(Duration::from_secs(4)).await;
        server.answer(&call, said("done")).await;
    });
    assert_eq!(result.unwrap().as_text(), "done");
}

#[tokio::test]
async fn a_session_has_no_rounds() {
    let (client, mut server) = legacy(|builder| builder).await;
    let continued = client.call_tool_once("a", (), Some(&Continuation::default())).await;
    assert_eq!(continued.unwrap_err().to_string(), "a call cannot be continued in 2025-11-25");
    let (result, ()) = join!(client.call_tool("a", ()), async {
        let request = server.expect("tools/call").await;
        server.answer(&request, json!({"resultType": "input_required", "requestState": "s"})).await;
    });
    assert!(result.unwrap_err().to_string().contains("resultType `input_required` is unknown in 2025-11-25"));
}
