//! The modern leg: what is answered with which status, before and by the service.

use super::*;

async fn failure(ask: Ask) -> (u16, i64, Value) {
    Server::new().send(ask).await.failure().await
}

#[tokio::test]
async fn a_request_is_answered_with_one_json_text() {
    let answer = Server::new().send(modern("tools/list", json!({}))).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.header("mcp-session-id"), None);
    let body = answer.json().await;
    assert_eq!(body["id"], 0);
    assert_eq!(body["result"], json!({ "method": "tools/list", "outbox": false }));
}

#[tokio::test]
async fn the_service_sees_the_headers() {
    let server = Server::new();
    server.send(modern("tools/list", json!({})).header("x-test", "here")).await;
    assert_eq!(server.fake.seen.lock().unwrap()[..], ["here"]);
}

#[tokio::test]
async fn a_session_id_is_ignored() {
    let ask = modern("tools/list", json!({})).header("mcp-session-id", "unknown");
    assert_eq!(Server::new().send(ask).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn the_status_follows_the_code() {
    for (code, status) in [
        (-32700, 400),
        (-32600, 400),
        (-32602, 400),
        (-32020, 400),
        (-32021, 400),
        (-32022, 400),
        (-32601, 404),
        (-32603, 200),
        (-32000, 200),
        (17, 200),
    ] {
        let ask = modern("test/error", json!({ "cursor": code }));
        assert_eq!(failure(ask).await, (status, code, json!(0)));
    }
}

#[tokio::test]
async fn what_is_no_request_is_refused() {
    let body = |body: &str| {
        let ask = modern("tools/list", json!({}));
        Ask { body: body.to_owned(), ..ask }
    };
    let none = Value::Null;
    assert_eq!(failure(body("{")).await, (400, -32700, none.clone()));
    assert_eq!(failure(body("[]")).await, (400, -32600, none.clone()));
    assert_eq!(failure(body("")).await, (400, -32700, none.clone()));
    let response = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    assert_eq!(failure(body(response)).await, (400, -32600, none));
    let bad_method = r#"{"jsonrpc":"2.0","id":"a","method":1}"#;
    assert_eq!(failure(body(bad_method)).await, (400, -32600, json!("a")));
    let no_params = r#"{"jsonrpc":"2.0","id":4,"method":"tools/list"}"#;
    assert_eq!(failure(body(no_params)).await, (400, -32602, json!(4)));
    let bad_meta = r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"_meta":1}}"#;
    assert_eq!(failure(body(bad_meta)).await, (400, -32602, json!(4)));
}

#[tokio::test]
async fn an_absent_id_is_left_out() {
    let ask = Ask { body: "{".into(), ..modern("tools/list", json!({})) };
    let body = Server::new().send(ask).await.json().await;
    assert!(!body.as_object().unwrap().contains_key("id"));
}

#[tokio::test]
async fn initialize_in_the_modern_form_reaches_the_service() {
    let body = Server::new().send(modern("initialize", json!({}))).await.json().await;
    assert_eq!(body["result"]["method"], "initialize");
}

#[tokio::test]
async fn initialize_without_meta_under_a_modern_header_is_refused() {
    let ask = legacy(1, "initialize").header("mcp-protocol-version", "2026-07-28");
    assert_eq!(failure(ask).await, (400, -32602, json!(1)));
}

#[tokio::test]
async fn a_notification_is_accepted_if_its_version_is_served() {
    let notification = cancel(1).header("mcp-protocol-version", "2026-07-28");
    let answer = Server::new().send(notification.clone()).await;
    assert_eq!(answer.status(), StatusCode::ACCEPTED);
    assert_eq!(answer.text().await, "");

    let answer = Server::new().send(notification.header("mcp-protocol-version", "v9")).await;
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    let error = answer.json().await["error"].clone();
    assert_eq!(error["code"], -32022);
    assert_eq!(error["data"], json!({ "supported": ["2026-07-28"], "requested": "v9" }));
}

#[tokio::test]
async fn the_version_of_a_request_is_left_to_the_service() {
    let mut ask = modern("tools/list", json!({})).header("mcp-protocol-version", "v9");
    ask.body = ask.body.replace("2026-07-28", "v9");
    assert_eq!(Server::new().send(ask).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn get_and_delete_belong_to_sessions() {
    for method in [Method::GET, Method::DELETE] {
        let ask = Ask::new(method).header("mcp-protocol-version", "2026-07-28");
        let answer = Server::new().send(ask).await;
        assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(answer.header("allow").as_deref(), Some("POST"));
    }
    for method in [Method::PUT, Method::PATCH, Method::OPTIONS, Method::HEAD] {
        let answer = Server::new().send(Ask::new(method)).await;
        assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(answer.header("allow").as_deref(), Some("GET, POST, DELETE"));
    }
}

#[tokio::test]
async fn the_content_type_must_be_json() {
    for value in ["text/plain", "application/jsonp", "application/json-rpc", ""] {
        let ask = modern("tools/list", json!({})).header("content-type", value);
        let answer = Server::new().send(ask).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{value}");
        assert!(answer.text().await.starts_with("Invalid Content-Type header"));
    }
    let answer = Server::new().send(modern("tools/list", json!({})).without("content-type")).await;
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    let ask = modern("tools/list", json!({})).header("content-type", "Application/JSON; charset=utf-8");
    assert_eq!(Server::new().send(ask).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn both_forms_of_the_answer_must_be_acceptable() {
    for (value, status) in [
        ("application/json, text/event-stream", 200),
        ("text/event-stream;q=0.5,application/json;q=0.1", 200),
        ("*/*", 200),
        ("application/*, text/*", 200),
        ("application/json", 406),
        ("text/event-stream", 406),
        ("application/json, text/event-stream;q=0", 406),
        ("text/html, image/*", 406),
        ("", 406),
    ] {
        let ask = modern("tools/list", json!({})).header("accept", value);
        assert_eq!(Server::new().send(ask).await.status(), status, "{value}");
    }
    let absent = modern("tools/list", json!({})).without("accept");
    assert_eq!(Server::new().send(absent).await.status(), StatusCode::OK);
    let two = modern("tools/list", json!({})).header("accept", "application/json");
    let two = two.second("accept", "text/event-stream");
    assert_eq!(Server::new().send(two).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused_and_one_at_the_limit_is_not() {
    let ask = modern("tools/list", json!({}));
    let limit = |max_body| Server::with(HttpOptions { max_body, ..HttpOptions::default() });
    let answer = limit(ask.body.len()).send(ask.clone()).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let answer = limit(ask.body.len() - 1).send(ask).await;
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(answer.text().await, "Request body too large");
}
