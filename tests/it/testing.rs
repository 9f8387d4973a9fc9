//! The testing kit: scripted answers, transcripts, overrides, in both eras.

use mcp::testing::{Side, TestBuilder, legacy, modern};
use mcp::{Root, Server};
use mcp_tests::asking::stock;
use serde_json::json;

fn both() -> [TestBuilder; 2] {
    [modern(mcp_tests::server()), legacy(mcp_tests::server())]
}

#[tokio::test]
async fn answers_are_found_by_the_key_of_the_question() {
    for (client, legs) in both().into_iter().zip([2, 1]) {
        let script =
            client.answer("first", json!({ "confirm": true })).answer("second", json!({ "confirm": false }));
        let client = script.open().await.unwrap();
        assert_eq!(client.call_tool("two_at_once", ()).await.unwrap().as_text(), "true false");
        assert_eq!(client.transcript().asked(), ["first", "second"]);
        assert_eq!(client.transcript().legs(), legs);
        assert_eq!(client.transcript().entries()[0].from, Side::Client);
    }
}

#[tokio::test]
async fn users_decline_and_cancel_models_answer_and_roots_are_listed() {
    for client in both() {
        let client = client
            .decline("backorder")
            .sample("poem", "drip")
            .roots([Root::new("file:///a")])
            .open()
            .await
            .unwrap();
        let outcome = client.call_tool("outcome", json!({ "title": "Emma" })).await.unwrap();
        assert_eq!(outcome.as_text(), "Emma: declined");
        assert_eq!(
            client.call_tool("recite", json!({ "topic": "rain" })).await.unwrap().as_text(),
            "rain: drip"
        );
        assert_eq!(client.call_tool("count_roots", ()).await.unwrap().as_text(), "1");
    }
    for client in both() {
        let client = client.cancel("backorder").open().await.unwrap();
        let outcome = client.call_tool("outcome", json!({ "title": "Emma" })).await.unwrap();
        assert_eq!(outcome.as_text(), "Emma: cancelled");
    }
}

#[tokio::test]
async fn a_resolver_is_replaced() {
    let server = |copies| -> Server { mcp_tests::server().override_resolver::<stock>(move |_| copies) };
    for client in [modern(server(3)), legacy(server(3))] {
        let client = client.open().await.unwrap();
        assert_eq!(
            client.call_tool("order", json!({ "title": "Emma" })).await.unwrap().as_text(),
            "Ordered Emma"
        );
        assert_eq!(client.call_tool("journal_text", ()).await.unwrap().as_text(), "backorder,order");
    }
}

#[tokio::test]
async fn a_question_without_an_answer_is_named() {
    let [modern, legacy] = both().map(|client| client.decline("another"));
    let order = json!({ "title": "Emma" });
    let error = modern.open().await.unwrap().call_tool("order", order.clone()).await.unwrap_err();
    assert_eq!(error.to_string(), "the test has no answer for the question `backorder`");
    // In the legacy era the question is a request, and the server says what became of it.
    let result = legacy.open().await.unwrap().call_tool("order", order).await.unwrap();
    assert_eq!(
        result.as_text(),
        "Error executing tool order: the client answered 'elicitation/create' with error -32603"
    );
}
