//! The header ladder of the modern leg.

use super::*;

async fn refused(ask: Ask) -> String {
    let answer = Server::new().send(ask).await;
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    let body = answer.json().await;
    assert_eq!(body["error"]["code"], -32020, "{body}");
    assert_eq!(body["id"], 0);
    body["error"]["message"].as_str().unwrap().to_owned()
}

async fn served(ask: Ask) -> bool {
    Server::new().send(ask).await.status() == StatusCode::OK
}

fn list() -> Ask {
    modern("tools/list", json!({}))
}

fn named(header: &str) -> Ask {
    modern("tools/call", json!({ "name": "größe 1" })).header("mcp-name", header)
}

const ENCODED: &str = "=?base64?Z3LDtsOfZSAx?=";

#[tokio::test]
async fn the_version_must_be_that_of_the_body() {
    let text = "mcp-protocol-version header does not match the request envelope's protocol version";
    assert_eq!(refused(list().header("mcp-protocol-version", "v999.0.0")).await, text);
    // The era is chosen by the header, and the body still says that it is modern.
    assert_eq!(refused(list().header("mcp-protocol-version", "2025-11-25")).await, text);
    let absent = refused(list().without("mcp-protocol-version")).await;
    assert_eq!(absent, "mcp-protocol-version header is missing");
    let discover = legacy(0, "server/discover");
    assert_eq!(refused(discover).await, "mcp-protocol-version header is missing");
}

#[tokio::test]
async fn missing_meta_comes_before_the_headers() {
    let ask = legacy(3, "tools/list").header("mcp-protocol-version", "2026-07-28");
    assert_eq!(Server::new().send(ask).await.failure().await, (400, -32602, json!(3)));
}

#[tokio::test]
async fn the_method_must_be_that_of_the_body() {
    let text = "mcp-method header does not match the request body's method";
    assert_eq!(refused(list().without("mcp-method")).await, text);
    assert_eq!(refused(list().header("mcp-method", "TOOLS/LIST")).await, text);
    assert_eq!(refused(list().header("mcp-method", "")).await, text);
}

#[tokio::test]
async fn white_space_around_a_value_is_no_part_of_it() {
    let padded =
        list().header("mcp-method", " \t tools/list  ").header("mcp-protocol-version", " 2026-07-28 ");
    assert!(served(padded).await);
    let padded = modern("tools/call", json!({ "name": "a" })).header("mcp-name", "  a  ");
    assert!(served(padded).await);
}

#[tokio::test]
async fn the_name_must_be_that_of_the_body() {
    let call = modern("tools/call", json!({ "name": "a" }));
    let text = "mcp-name header does not match the request body's 'name' parameter";
    assert_eq!(refused(call.clone()).await, text);
    assert_eq!(refused(call.clone().header("mcp-name", "A")).await, text);
    assert!(served(call.header("mcp-name", "a")).await);

    let read = modern("resources/read", json!({ "uri": "test://a" }));
    let text = "mcp-name header does not match the request body's 'uri' parameter";
    assert_eq!(refused(read.clone().header("mcp-name", "a")).await, text);
    assert!(served(read.header("mcp-name", "test://a")).await);
}

#[tokio::test]
async fn a_name_may_come_in_base64() {
    assert!(served(named(ENCODED)).await);
    let text = "mcp-name header does not match the request body's 'name' parameter";
    assert_eq!(refused(named("=?base64?YQ==?=")).await, text);
    for malformed in
        ["=?base64?YQ?=", "=?base64?YQ=?=", "=?base64?Y!==?=", "=?base64?YR==?=", "=?base64?/w==?="]
    {
        let text = "mcp-name header is neither plain text nor valid Base64";
        assert_eq!(refused(named(malformed)).await, text, "{malformed}");
    }
}

#[tokio::test]
async fn without_both_marks_a_name_is_literal() {
    for literal in ["=?base64?YQ==", "YQ==?=", "=?BASE64?YQ==?=", "=?base64?="] {
        let call = modern("tools/call", json!({ "name": literal })).header("mcp-name", literal);
        assert!(served(call).await, "{literal}");
    }
}

#[tokio::test]
async fn a_name_of_raw_bytes_is_refused() {
    let mut ask = named("");
    let raw = HeaderValue::from_bytes("größe 1".as_bytes()).unwrap();
    ask.headers.insert("mcp-name", raw);
    assert_eq!(refused(ask).await, "mcp-name header is neither plain text nor valid Base64");
}

#[tokio::test]
async fn parameters_without_a_name_are_left_to_the_service() {
    assert!(served(modern("tools/call", json!({}))).await);
    assert!(served(modern("tools/call", json!({ "name": 1 }))).await);
}

#[tokio::test]
async fn a_header_that_routes_stands_once() {
    let call = || modern("tools/call", json!({ "name": "a" })).header("mcp-name", "a");
    for (name, value) in
        [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/call"), ("mcp-name", "a")]
    {
        let text = format!("{name} header appears more than once");
        assert_eq!(refused(call().second(name, value)).await, text);
    }
}
