//! The client by itself: single rounds, continuations, modes.

use mcp::{Client, Continuation, Mode, Once};
use serde_json::json;

use crate::support::serve;

#[tokio::test]
async fn a_flow_is_carried_on_by_another_client() {
    let url = format!("http://{}/mcp", serve().await);
    let asking = Client::connect(&url)
        .on_elicitation(|_| async { Err(mcp::Error::new("a single round asks nobody")) })
        .open()
        .await
        .unwrap();
    let arguments = json!({ "title": "Emma" });
    let first = asking.call_tool_once("order", arguments.clone(), None).await.unwrap();
    let Once::InputRequired(question) = first else { panic!("nothing was asked") };
    let saved = serde_json::to_string(&question).unwrap();
    asking.close().await;

    let question: mcp::InputRequiredResult = serde_json::from_str(&saved).unwrap();
    let key = question.input_requests[0].0.clone();
    assert_eq!(key, "backorder");
    let continuation = Continuation::of(&question)
        .answer(key, json!({ "action": "accept", "content": { "confirm": true } }))
        .unwrap();
    let other = Client::connect(&url).open().await.unwrap();
    let second = other.call_tool_once("order", arguments, Some(&continuation)).await.unwrap();
    let Once::Complete(result) = second else { panic!("asked again") };
    assert_eq!(result.as_text(), "Backordered Emma");
}

#[tokio::test]
async fn a_state_is_bound_to_its_arguments() {
    let url = format!("http://{}/mcp", serve().await);
    let client = Client::connect(&url)
        .on_elicitation(|_| async { Err(mcp::Error::new("nobody")) })
        .open()
        .await
        .unwrap();
    let Once::InputRequired(question) =
        client.call_tool_once("order", json!({ "title": "Emma" }), None).await.unwrap()
    else {
        panic!("nothing was asked")
    };
    let continuation = Continuation::of(&question)
        .answer("backorder", json!({ "action": "accept", "content": { "confirm": true } }))
        .unwrap();
    for (tool, title) in [("order", "Persuasion"), ("outcome", "Emma")] {
        let error =
            client.call_tool_once(tool, json!({ "title": title }), Some(&continuation)).await.unwrap_err();
        assert_eq!(error.data(), Some(&json!({ "reason": "invalid_request_state" })));
    }
}

#[tokio::test]
async fn a_client_that_probes_speaks_the_newest_revision() {
    let client = Client::in_process(mcp_tests::server()).mode(Mode::Auto).open().await.unwrap();
    assert_eq!(client.protocol_version().as_str(), "2026-07-28");
    assert_eq!(client.server_info().unwrap().name, "Fixture");
}

#[tokio::test]
async fn a_request_that_nobody_answers_can_be_told_from_an_error() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    drop(listener);
    let pinned = Mode::Pinned(mcp::ProtocolVersion::V2026_07_28);
    let nobody = Client::connect(url).mode(pinned).open().await.unwrap();
    assert!(nobody.call_tool("diamond", ()).await.unwrap_err().is_unanswered());
    let answered = Client::in_process(mcp_tests::server()).open().await.unwrap();
    assert!(!answered.call_tool("nope", ()).await.unwrap_err().is_unanswered());
}
