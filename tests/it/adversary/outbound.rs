//! What leaves the server: tokens that show nothing, state that is too large, sessions without state.

use serde_json::json;

use super::{Request, Shop, keys, order};

#[tokio::test]
async fn every_round_has_a_token_of_its_own_that_shows_nothing() {
    let mut shop = Shop::open(keys()).await;
    let request = Request::tool("guarded_by_hand", r#"{"title":"Emma","size":60}"#);
    let (one, other) = (shop.ask(&request).await, shop.ask(&request).await);
    assert_ne!(one, other);
    for token in [one, other] {
        assert!(
            token.starts_with("v1.")
                && token[3..].bytes().all(|c| c.is_ascii_alphanumeric() || b"-_".contains(&c))
        );
        // Sixty of one letter, in the clear or in any alignment of base64.
        assert!(!token.contains("xxx") && !token.contains("eHh4") && !token.contains("h4eHh"), "{token}");
    }
}

#[tokio::test]
async fn state_that_is_too_large_is_an_error_that_names_the_sizes() {
    let mut shop = Shop::open(keys()).await;
    let request = Request::tool("guarded_by_hand", r#"{"title":"Emma","size":60000}"#);
    let answer = shop.peer.send(&request).await;
    let message = answer.json()["error"]["message"].as_str().expect("a message").to_owned();
    assert_eq!(answer.json()["error"]["code"], -32603);
    assert!(message.starts_with("Internal error: requestState is too large: 80"), "{message}");
    assert!(message.ends_with("keep less in it or raise RequestStateSecurity::max_size"), "{message}");
    assert!(message.contains("65536") && !message.contains("xxx"), "{message}");
    assert_eq!(shop.counted(), [("sealing: too large", 1)]);
}

#[tokio::test]
async fn state_that_is_too_large_names_the_largest_answers() {
    let client = mcp::testing::modern(mcp_tests::server().request_state_security(keys().max_size(1000)))
        .answer("first", json!({ "confirm": true, "note": "secret ".repeat(200) }))
        .answer("follow_up", json!({ "confirm": true }))
        .open()
        .await
        .expect("a server");
    let error =
        client.call_tool("one_after_the_other", ()).await.expect_err("no room for the answer").to_string();
    assert!(error.contains("the largest entries are the answer to 'first' ("), "{error}");
    assert!(!error.contains("secret"), "{error}");
}

/// In the legacy era no state leaves the server, and one that is sent means nothing.
#[tokio::test]
async fn state_on_a_legacy_session_is_ignored() {
    let mut shop = Shop::open(keys()).await;
    let token = shop.ask(&order()).await;
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"old","version":"1"}}}"#;
    let answer = shop.peer.exchange("", initialize).await;
    let session =
        answer.head.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).expect("a session");
    let head = format!("mcp-session-id: {session}\r\nmcp-protocol-version: 2025-11-25\r\n");
    shop.peer.exchange(&head, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    for state in [json!("v1.garbage"), json!(""), json!(5), json!(null), json!(token)] {
        let call = json!({
            "jsonrpc": "2.0", "id": 2, "method": "tools/call",
            "params": {
                "name": "unasking", "arguments": { "title": "Emma" }, "requestState": state,
                "inputResponses": { "sure": { "action": "accept", "content": { "confirm": true } } },
            },
        });
        let answer = shop.peer.exchange(&head, &call.to_string()).await;
        assert_eq!(
            (answer.status, answer.text.contains("Emma, without state")),
            (200, true),
            "{state}: {}",
            answer.text
        );
        assert_eq!(shop.steps.take(), ["body"]);

        // A question is not answered by it either: there is nobody to ask here.
        let asking = call.to_string().replace("unasking", "guarded");
        let answer = shop.peer.exchange(&head, &asking).await;
        assert!(answer.text.contains("error") || answer.text.contains("isError"), "{state}: {}", answer.text);
        assert!(!shop.steps.take().contains(&"body"), "{state}");
    }
    assert_eq!(shop.counted(), []);
}
