//! Calls over a connection of messages: what belongs together, what is ignored, what is cancelled.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::join;
use tokio::time::Instant;

use crate::client::tests::fake::{Fake, legacy, modern, said};
use crate::client::{Client, Once};
use crate::protocol::progress::Progress;

/// Starts a call and drops it when the server has got it; gives back the request.
async fn drop_call(client: &Client, server: &mut Fake) -> Value {
    tokio::select! {
        biased;
        _ = client.call_tool("slow", ()) => panic!("nobody answered"),
        request = server.expect("tools/call") => request,
    }
}

fn progress(token: &Value, progress: f64) -> Value {
    json!({
        "jsonrpc": "2.0", "method": "notifications/progress",
        "params": {"progressToken": token, "progress": progress, "total": 100},
    })
}

#[tokio::test]
async fn dropping_a_call_cancels_it_in_both_eras() {
    for (client, mut server) in [modern(|builder| builder).await, legacy(|builder| builder).await] {
        let request = drop_call(&client, &mut server).await;
        assert_eq!(
            server.receive().await,
            json!({
                "jsonrpc": "2.0", "method": "notifications/cancelled",
                "params": {"requestId": request["id"]},
            })
        );
        // A late answer is nobody's.
        server.answer(&request, said("late")).await;
        let (result, ()) = join!(client.call_tool("fast", ()), async {
            let request = server.expect("tools/call").await;
            server.answer(&request, said("in time")).await;
        });
        assert_eq!(result.unwrap().as_text(), "in time");
        client.close().await;
        server.expect_end().await;
    }
}

#[tokio::test]
async fn calls_run_at_the_same_time_and_get_their_own_answers() {
    let (client, mut server) = modern(|builder| builder).await;
    let (a, b, ()) = join!(client.call_tool("a", ()), client.call_tool("b", ()), async {
        let first = server.expect("tools/call").await;
        let second = server.expect("tools/call").await;
        assert_ne!(first["id"], second["id"]);
        for request in [&second, &first] {
            server.answer(request, said(request["params"]["name"].as_str().unwrap())).await;
        }
    });
    assert_eq!((a.unwrap().as_text(), b.unwrap().as_text()), ("a".into(), "b".into()));
}

#[tokio::test]
async fn progress_reaches_the_call_it_belongs_to() {
    let (client, mut server) = modern(|builder| builder).await;
    let (heard_a, heard_b) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let note = |heard: &Mutex<Vec<f64>>, progress: Progress| {
        assert_eq!(progress.total, Some(100.0));
        heard.lock().unwrap().push(progress.progress);
    };
    let a = client.call_tool_with("a", ()).on_progress(|progress| note(&heard_a, progress));
    let b = client.call_tool_with("b", ()).on_progress(|progress| note(&heard_b, progress));
    let (a, b, c, ()) = join!(a, b, client.call_tool("c", ()), async {
        let mut requests = [server.receive().await, server.receive().await, server.receive().await];
        requests.sort_by_key(|request| request["params"]["name"].to_string());
        let token = |request: &Value| request["params"]["_meta"].get("progressToken").cloned();
        let [a, b, c] = &requests;
        let (token_a, token_b) = (token(a).unwrap(), token(b).unwrap());
        assert_ne!(token_a, token_b);
        assert_eq!(token(c), None);
        for (token, value) in [(&token_a, 0.0), (&token_b, 1.0), (&json!(99), 2.0), (&json!("x"), 3.0)] {
            server.send(progress(token, value)).await;
        }
        server.send(progress(&token_a, 50.5)).await;
        for request in &requests {
            server.answer(request, said("done")).await;
        }
        server.send(progress(&token_a, 100.0)).await;
    });
    for result in [a, b, c] {
        result.unwrap();
    }
    assert_eq!(*heard_a.lock().unwrap(), [0.0, 50.5]);
    assert_eq!(*heard_b.lock().unwrap(), [1.0]);
}

#[tokio::test]
async fn a_legacy_call_has_meta_only_for_its_progress_token() {
    let (client, mut server) = legacy(|builder| builder).await;
    let (result, ()) = join!(client.call_tool_with("a", ()).on_progress(|_| ()), async {
        let request = server.expect("tools/call").await;
        assert_eq!(request["params"], json!({"name": "a", "_meta": {"progressToken": request["id"]}}));
        server.answer(&request, said("done")).await;
    });
    result.unwrap();
}

#[tokio::test]
async fn what_is_no_message_and_what_nobody_waits_for_is_ignored() {
    let (client, mut server) = modern(|builder| builder).await;
    let (result, ()) = join!(client.call_tool("a", ()), async {
        let request = server.expect("tools/call").await;
        let id = &request["id"];
        for text in ["", "hello", "{}", "[]", "[1]", "\u{feff}", r#"{"jsonrpc":"2.0"}"#] {
            server.send_text(text).await;
        }
        server.send_text(b"\xff\xfe\n").await;
        server
            .send(json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": 1}}))
            .await;
        server.send(json!({"jsonrpc": "2.0", "method": "notifications/progress"})).await;
        server.send(json!({"jsonrpc": "2.0", "id": id.to_string(), "result": {}})).await;
        server.send(json!({"jsonrpc": "2.0", "id": 99, "result": {}})).await;
        server.send(json!({"jsonrpc": "2.0", "error": {"code": -32700, "message": "What?"}})).await;
        // No server of this era may ask, so nobody answers.
        server.send(json!({"jsonrpc": "2.0", "id": 1, "method": "ping"})).await;
        server.send_text(format!("[{}]\n", json!({"jsonrpc": "2.0", "id": id, "result": said("a")}))).await;
    });
    assert_eq!(result.unwrap().as_text(), "a");
    client.close().await;
    server.expect_end().await;
}

#[tokio::test]
async fn a_servers_error_keeps_its_code_message_and_data() {
    let (client, mut server) = modern(|builder| builder).await;
    let (result, ()) = join!(client.read_resource("board://x"), async {
        let request = server.expect("resources/read").await;
        let error = json!({"code": -32602, "message": "Unknown resource", "data": {"uri": "board://x"}});
        server.refuse(&request, error).await;
    });
    let error = result.unwrap_err();
    assert_eq!(error.code(), Some(-32602));
    assert_eq!(error.data(), Some(&json!({"uri": "board://x"})));
    assert_eq!(error.to_string(), "Unknown resource (-32602)");
}

#[tokio::test]
async fn a_server_that_goes_away_fails_its_calls() {
    let (client, mut server) = modern(|builder| builder).await;
    let (result, ()) = join!(client.call_tool("a", ()), async move {
        server.expect("tools/call").await;
    });
    let error = result.unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), (None, "the connection to the server is closed"));
    assert!(client.call_tool("a", ()).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_call_that_takes_too_long_fails_and_is_cancelled() {
    let (client, mut server) = modern(|builder| builder).await;
    let start = Instant::now();
    let limit = Duration::from_secs(5);
    let (result, ()) = join!(client.call_tool_with("a", ()).timeout(limit).on_progress(|_| ()), async {
        let request = server.expect("tools/call").await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        server.send(progress(&request["id"], 1.0)).await;
        let cancelled = server.expect("notifications/cancelled").await;
        assert_eq!(cancelled["params"]["requestId"], request["id"]);
    });
    // Three seconds until the sign of life, five after it.
    assert_eq!(start.elapsed(), Duration::from_secs(8));
    let error = result.unwrap_err();
    assert_eq!(error.code(), None);
    assert!(error.to_string().starts_with("the server did not answer within 5s"), "{error}");
}

#[tokio::test]
async fn listings_are_followed_to_their_end() {
    let (client, mut server) = modern(|builder| builder).await;
    let (listed, ()) = join!(client.list_resources(), async {
        // An empty cursor is a cursor.
        for (cursor, next) in [(None, json!("")), (Some(""), json!("b")), (Some("b"), Value::Null)] {
            let request = server.expect("resources/list").await;
            assert_eq!(request["params"].get("cursor").and_then(Value::as_str), cursor);
            let uri = format!("board://{cursor:?}");
            let page = json!({"resources": [{"uri": uri, "name": "x"}], "nextCursor": next});
            server.answer(&request, page).await;
        }
    });
    assert_eq!(listed.unwrap().len(), 3);

    let (lists, ()) = join!(
        async {
            (client.list_prompts().await, client.list_resource_templates().await, client.list_tools().await)
        },
        async {
            for (method, page) in [
                ("prompts/list", json!({"prompts": [{"name": "greet"}]})),
                (
                    "resources/templates/list",
                    json!({"resourceTemplates": [{"uriTemplate": "a", "name": "b"}]}),
                ),
                ("tools/list", json!({"prompts": []})),
            ] {
                let request = server.expect(method).await;
                server.answer(&request, page).await;
            }
        }
    );
    assert_eq!((lists.0.unwrap().len(), lists.1.unwrap().len()), (1, 1));
    assert!(lists.2.unwrap_err().to_string().contains("has no `tools`"));
}

#[tokio::test]
async fn a_listing_that_does_not_end_is_given_up() {
    let (client, mut server) = modern(|builder| builder).await;
    tokio::select! {
        listed = client.list_prompts() => {
            assert_eq!(listed.unwrap_err().to_string(), "prompts/list has not ended after 1000 pages");
        }
        () = async {
            loop {
                let request = server.expect("prompts/list").await;
                server.answer(&request, json!({"prompts": [], "nextCursor": "again"})).await;
            }
        } => {}
    }
}

#[tokio::test]
async fn arguments_must_be_an_object() {
    let (client, _server) = modern(|builder| builder).await;
    for (result, kind) in [
        (client.call_tool("a", [1]).await, "an array"),
        (client.call_tool("a", "text").await, "a string"),
        (client.call_tool_with("a", 5).await, "a single value"),
    ] {
        let text = result.unwrap_err().to_string();
        assert_eq!(text, format!("arguments must serialise to a JSON object, not {kind}"));
    }
}

#[tokio::test]
async fn one_round_of_a_call_that_asks_nothing_is_its_result() {
    let (client, mut server) = modern(|builder| builder).await;
    let (once, ()) = join!(client.call_tool_once("a", (), None), async {
        let request = server.expect("tools/call").await;
        server.answer(&request, said("a")).await;
    });
    assert!(matches!(once.unwrap(), Once::Complete(_)));
}

#[tokio::test]
async fn a_client_can_be_shared_between_tasks() {
    let (client, mut server) = modern(|builder| builder).await;
    let client = Arc::new(client);
    let other = Arc::clone(&client);
    let call = tokio::spawn(async move { other.call_tool("a", ()).await });
    let request = server.expect("tools/call").await;
    server.answer(&request, said("a")).await;
    assert_eq!(call.await.unwrap().unwrap().as_text(), "a");
    Arc::into_inner(client).unwrap().close().await;
}
