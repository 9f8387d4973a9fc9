//! Legacy HTTP: the session, its loss, questions on streams, cancellation.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::join;
use tokio::sync::Notify;

use crate::client::tests::fake::{initialized, said};
use crate::client::tests::fake_http::{FakeHttp, Received, fake_http};
use crate::client::{Client, ClientBuilder, Mode};
use crate::protocol::elicitation::ElicitResult;

/// Plays the handshake of the next client, or of one that lost its session.
async fn open_session(server: &mut FakeHttp, id: &str) {
    let request = server.expect("initialize").await;
    assert_eq!((request.header("mcp-session-id"), request.header("mcp-protocol-version")), (None, None));
    request.answer_with(&format!("mcp-session-id: {id}\r\n"), &initialized("2025-11-25"));
    in_session(server.expect("notifications/initialized").await, id).accept();
}

fn in_session(request: Received, id: &str) -> Received {
    assert_eq!(request.header("mcp-session-id"), Some(id));
    assert_eq!(request.header("mcp-protocol-version"), Some("2025-11-25"));
    assert_eq!((request.header("mcp-method"), request.header("mcp-name")), (None, None));
    request
}

async fn legacy(configure: impl FnOnce(ClientBuilder) -> ClientBuilder) -> (Client, FakeHttp) {
    let (builder, mut server) = fake_http().await;
    let (client, ()) = join!(configure(builder).mode(Mode::Legacy).open(), open_session(&mut server, "s-1"));
    (client.unwrap(), server)
}

fn elicit(id: u32) -> Value {
    let params =
        json!({"mode": "form", "message": "?", "requestedSchema": {"type": "object", "properties": {}}});
    json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params})
}

fn declines(builder: ClientBuilder) -> ClientBuilder {
    builder.on_elicitation(async |_| Ok(ElicitResult::decline()))
}

#[tokio::test]
async fn a_question_on_a_calls_stream_is_answered_by_a_post() {
    let (client, mut server) = legacy(declines).await;
    // With a handler the client also listens; this server has nothing to say there.
    let listening = in_session(server.receive().await, "s-1");
    assert_eq!((listening.method.as_str(), listening.header("accept")), ("GET", Some("text/event-stream")));
    listening.reply("405 Method Not Allowed", "", "");

    let (result, ()) = join!(client.call_tool("order_book", ()), async {
        let call = in_session(server.expect("tools/call").await, "s-1");
        call.stream();
        call.event(&elicit(1));
        let answer = in_session(server.receive().await, "s-1");
        assert_eq!(answer.body, json!({"jsonrpc": "2.0", "id": 1, "result": {"action": "decline"}}));
        answer.accept();
        call.event(&call.response(&said("declined")));
    });
    assert_eq!(result.unwrap().as_text(), "declined");

    let ((), ()) = join!(client.close(), async {
        let goodbye = in_session(server.receive().await, "s-1");
        assert_eq!(goodbye.method, "DELETE");
        goodbye.reply("405 Method Not Allowed", "", "");
    });
}

#[tokio::test]
async fn a_question_outside_of_calls_is_answered_too() {
    let (_client, mut server) = legacy(declines).await;
    let listening = in_session(server.receive().await, "s-1");
    listening.stream();
    listening.chunk("id: e-1\nretry: 0\n");
    listening.event(&elicit(1));
    assert_eq!(server.receive().await.body["result"], json!({"action": "decline"}));
    // The stream is opened again where it ended.
    drop(listening);
    let listening = in_session(server.receive().await, "s-1");
    assert_eq!((listening.method.as_str(), listening.header("last-event-id")), ("GET", Some("e-1")));
}

#[tokio::test]
async fn without_a_handler_nothing_listens_and_an_old_revision_has_no_header() {
    let (builder, mut server) = fake_http().await;
    let (client, ()) = join!(builder.mode(Mode::Legacy).open(), async {
        let request = server.expect("initialize").await;
        request.answer_with("mcp-session-id: old\r\n", &initialized("2025-03-26"));
        let request = server.expect("notifications/initialized").await;
        assert_eq!(
            (request.header("mcp-session-id"), request.header("mcp-protocol-version")),
            (Some("old"), None)
        );
        request.accept();
    });
    let client = client.unwrap();
    let (listed, ()) = join!(client.list_prompts(), async {
        server.expect("prompts/list").await.answer(&json!({"prompts": []}));
    });
    listed.unwrap();
    drop(client);
    assert!(server.is_idle());
}

#[tokio::test]
async fn dropping_a_call_posts_its_cancellation() {
    let (client, mut server) = legacy(|builder| builder).await;
    let mut call = tokio::select! {
        biased;
        _ = client.call_tool("slow", ()) => panic!("nobody answered"),
        request = server.expect("tools/call") => request,
    };
    let cancelled = in_session(server.expect("notifications/cancelled").await, "s-1");
    assert_eq!(cancelled.body["params"], json!({"requestId": call.body["id"]}));
    cancelled.accept();
    call.gone().await;

    // An answered call is over, and so is one that failed.
    let (result, ()) = join!(client.call_tool("fast", ()), async {
        let call = server.expect("tools/call").await;
        call.stream();
        call.event(&call.response(&said("done")));
    });
    result.unwrap();
    let (result, ()) = join!(client.call_tool("fast", ()), async {
        server.expect("tools/call").await.reply("500 Internal Server Error", "", "");
    });
    result.unwrap_err();
    let (listed, ()) = join!(client.list_prompts(), async {
        server.expect("prompts/list").await.answer(&json!({"prompts": []}));
    });
    listed.unwrap();
    assert!(server.is_idle());
}

#[tokio::test]
async fn a_lost_session_is_opened_again_once_for_all_calls() {
    let (client, mut server) = legacy(|builder| builder).await;
    let (a, b, ()) = join!(client.call_tool("a", ()), client.call_tool("b", ()), async {
        for _ in 0..2 {
            let call = in_session(server.expect("tools/call").await, "s-1");
            call.refuse("404 Not Found", &json!({"code": -32600, "message": "Session not found"}));
        }
        open_session(&mut server, "s-2").await;
        for _ in 0..2 {
            let call = in_session(server.expect("tools/call").await, "s-2");
            let name = call.body["params"]["name"].as_str().unwrap().to_owned();
            call.answer(&said(&name));
        }
    });
    assert_eq!((a.unwrap().as_text(), b.unwrap().as_text()), ("a".into(), "b".into()));

    let (result, ()) = join!(client.call_tool("a", ()), async {
        in_session(server.expect("tools/call").await, "s-2").reply("404 Not Found", "", "");
        open_session(&mut server, "s-3").await;
        in_session(server.expect("tools/call").await, "s-3").reply("404 Not Found", "", "");
    });
    assert_eq!(result.unwrap_err().to_string(), "the server ended the session");
    assert!(server.is_idle());
}

#[tokio::test]
async fn a_stream_that_breaks_off_is_taken_up_where_it_ended() {
    let (client, mut server) = legacy(|builder| builder).await;
    let (result, ()) = join!(client.call_tool("slow", ()), async {
        let call = server.expect("tools/call").await;
        call.stream();
        call.chunk("id: e-1\nretry: 10\ndata:\n\ndata: half of a mess");
        let response = call.response(&said("done"));
        drop(call);
        let rest = in_session(server.receive().await, "s-1");
        assert_eq!((rest.method.as_str(), rest.header("last-event-id")), ("GET", Some("e-1")));
        rest.stream();
        rest.event(&response);
    });
    assert_eq!(result.unwrap().as_text(), "done");

    let (result, ()) = join!(client.call_tool("slow", ()), async {
        let call = server.expect("tools/call").await;
        call.stream();
        call.chunk("id: e-1\nretry: 10\ndata:\n\n");
        drop(call);
        for _ in 0..2 {
            server.receive().await.stream();
        }
    });
    let text = result.unwrap_err().to_string();
    assert_eq!(text, "the server ended the stream again and again before it answered");
}

#[tokio::test]
async fn a_question_that_is_open_when_the_client_goes_is_given_up() {
    let asked = Arc::new(Notify::new());
    let (client, mut server) = legacy(|builder| {
        let asked = Arc::clone(&asked);
        builder.on_elicitation(move |_| {
            asked.notify_one();
            std::future::pending()
        })
    })
    .await;
    let listening = server.receive().await;
    listening.stream();
    listening.event(&elicit(1));
    asked.notified().await;
    drop(client);
    let mut listening = listening;
    listening.gone().await;
    // The handler and all that could call it are dropped; the runtime gets its turns to do so.
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(Arc::strong_count(&asked), 1);
}
