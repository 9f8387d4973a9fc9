//! Modern HTTP: headers, both kinds of answers, refusals, cancellation.

use std::sync::Mutex;

use serde_json::{Value, json};
use tokio::join;

use crate::client::tests::fake::{discovered, initialized, said};
use crate::client::tests::fake_http::{FakeHttp, fake_http};
use crate::client::{Client, Mode};
use crate::protocol::version::ProtocolVersion;

/// A client that has found a modern server.
async fn modern() -> (Client, FakeHttp) {
    let (builder, mut server) = fake_http().await;
    let (client, ()) = join!(builder.open(), async {
        server.expect("server/discover").await.answer(&discovered());
    });
    (client.unwrap(), server)
}

#[tokio::test]
async fn requests_repeat_themselves_in_headers_and_share_a_connection() {
    let (client, mut server) = modern().await;
    let (results, ()) = join!(
        async {
            client.call_tool("order_book", ()).await.unwrap();
            client.get_prompt("gr\u{fc}\u{df}", ()).await.unwrap();
            client.read_resource("board://x y").await.unwrap();
            client.list_prompts().await.unwrap();
        },
        async {
            for (method, name, result) in [
                ("tools/call", Some("order_book"), said("done")),
                ("prompts/get", Some("=?base64?Z3LDvMOf?="), json!({"messages": []})),
                ("resources/read", Some("board://x y"), json!({"contents": []})),
                ("prompts/list", None, json!({"prompts": []})),
            ] {
                let request = server.expect(method).await;
                assert_eq!(request.connection, 0);
                assert_eq!(request.header("accept"), Some("application/json, text/event-stream"));
                assert_eq!(request.header("content-type"), Some("application/json"));
                assert_eq!(request.header("mcp-protocol-version"), Some("2026-07-28"));
                assert_eq!(request.header("mcp-method"), Some(method));
                assert_eq!(request.header("mcp-name"), name);
                assert_eq!(request.header("mcp-session-id"), None);
                // A session id is of no meaning in this era.
                request.answer_with("mcp-session-id: ignored\r\n", &result);
            }
        }
    );
    let () = results;
    client.close().await;
    assert!(server.is_idle());
}

#[tokio::test]
async fn a_stream_brings_progress_and_then_the_response() {
    let (client, mut server) = modern().await;
    let heard = Mutex::new(Vec::new());
    let call =
        client.call_tool_with("a", ()).on_progress(|progress| heard.lock().unwrap().push(progress.progress));
    let (result, ()) = join!(call, async {
        let request = server.expect("tools/call").await;
        let token = &request.body["params"]["_meta"]["progressToken"];
        let progress = |token: &Value, progress: u32| {
            let params = json!({"progressToken": token, "progress": progress});
            json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
        };
        request.stream();
        request.chunk(": keep-alive\r\n\r\nid: 1\ndata:\n\n");
        request.event(&progress(token, 1));
        request.event(&progress(&json!("other"), 2));
        request.event(&json!({"jsonrpc": "2.0", "id": 99, "result": {}}));
        let last = format!("data: {}\n\ndata: {}", progress(token, 3), request.response(&said("d\u{f6}ne")));
        let (head, tail) = last.split_at(30);
        request.chunk(head);
        request.chunk(tail);
        request.chunk("\r\n\r");
        request.chunk("\n");
    });
    assert_eq!(result.unwrap().as_text(), "d\u{f6}ne");
    assert_eq!(*heard.lock().unwrap(), [1.0, 3.0]);
}

#[tokio::test]
async fn dropping_a_call_closes_its_connection_and_says_nothing() {
    let (client, mut server) = modern().await;
    let mut waiting = tokio::select! {
        biased;
        _ = client.call_tool("slow", ()) => panic!("nobody answered"),
        request = server.expect("tools/call") => request,
    };
    waiting.gone().await;

    let mut streaming = tokio::select! {
        biased;
        _ = client.call_tool("slow", ()) => panic!("nobody answered"),
        request = async {
            let request = server.expect("tools/call").await;
            request.stream();
            request.event(&json!({"jsonrpc": "2.0", "method": "notifications/message"}));
            // The stream has begun when the next call is through.
            let (other, ()) = join!(client.list_prompts(), async {
                server.expect("prompts/list").await.answer(&json!({"prompts": []}));
            });
            other.unwrap();
            request
        } => request,
    };
    streaming.gone().await;
    assert!(server.is_idle());
}

#[tokio::test]
async fn arguments_are_repeated_where_the_schema_says_so() {
    let (client, mut server) = modern().await;
    let region = json!({"type": "string", "x-mcp-header": "Region"});
    let tools = json!({"tools": [
        {"name": "weather", "inputSchema": {"type": "object", "properties": {"region": region}}},
        {"name": "broken", "inputSchema": {"type": "object", "x-mcp-header": "Root"}},
    ]});
    let arguments = json!({"region": "Z\u{fc}rich"});
    let (result, ()) = join!(client.call_tool("weather", &arguments), async {
        // Not listed yet, so the client does not know.
        let request = server.expect("tools/call").await;
        assert_eq!(request.header("mcp-param-region"), None);
        request.refuse("400 Bad Request", &json!({"code": -32020, "message": "Header mismatch"}));
        server.expect("tools/list").await.answer(&tools);
        let request = server.expect("tools/call").await;
        assert_eq!(request.header("mcp-param-region"), Some("=?base64?WsO8cmljaA==?="));
        request.answer(&said("rain"));
    });
    assert_eq!(result.unwrap().as_text(), "rain");

    // Once is enough: a server that still disagrees is believed.
    let mismatch = json!({"code": -32020, "message": "Header mismatch"});
    let (result, ()) = join!(client.call_tool("weather", &arguments), async {
        server.expect("tools/call").await.refuse("400 Bad Request", &mismatch);
        server.expect("tools/list").await.answer(&tools);
        server.expect("tools/call").await.refuse("400 Bad Request", &mismatch);
    });
    assert_eq!(result.unwrap_err().code(), Some(-32020));

    let (listed, ()) = join!(client.list_tools(), async {
        server.expect("tools/list").await.answer(&tools);
    });
    let names: Vec<String> = listed.unwrap().into_iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["weather"]);
}

#[tokio::test]
async fn refusals_are_the_servers_errors_where_they_hold_one() {
    let (client, mut server) = modern().await;
    for (status, body, code, text) in [
        (
            "404 Not Found",
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}"#,
            Some(-32601),
            "Method not found (-32601)",
        ),
        ("404 Not Found", "nothing here", None, "the server answered with HTTP status 404"),
        ("307 Temporary Redirect", "", None, "the server answered with HTTP status 307"),
        ("202 Accepted", "", None, "the server's answer is invalid: the request was taken, but not answered"),
        ("200 OK", "{}", None, "the server's answer is invalid: it is no response to the request"),
    ] {
        let (result, ()) = join!(client.call_tool("a", ()), async {
            let request = server.expect("tools/call").await;
            request.reply(status, "content-type: application/json\r\n", body);
        });
        let error = result.unwrap_err();
        assert_eq!((error.code(), error.to_string().as_str()), (code, text));
    }

    let (result, ()) = join!(client.call_tool("a", ()), async {
        server.expect("tools/call").await.reply("200 OK", "content-type: text/html\r\n", "<p>");
    });
    assert!(result.unwrap_err().to_string().contains("neither JSON nor a stream of events"));

    // The error of a request that the server could not read has no id.
    let (result, ()) = join!(client.call_tool("a", ()), async {
        let request = server.expect("tools/call").await;
        let body = r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}"#;
        request.reply("200 OK", "content-type: application/json\r\n", body);
    });
    assert_eq!(result.unwrap_err().code(), Some(-32700));

    let (result, ()) = join!(client.call_tool("a", ()), async {
        let request = server.expect("tools/call").await;
        request.stream();
        request.chunk("id: 1\nretry: 0\ndata:\n\n");
    });
    // Streams of this era cannot be taken up again.
    assert_eq!(result.unwrap_err().to_string(), "the server ended the stream before it answered");
}

#[tokio::test]
async fn only_a_refusal_in_words_of_the_modern_era_keeps_the_client_in_it() {
    for (status, body) in [
        ("400 Bad Request", ""),
        ("404 Not Found", "no"),
        ("400 Bad Request", r#"{"error":{"code":-32600}}"#),
    ] {
        let (builder, mut server) = fake_http().await;
        let (client, ()) = join!(builder.open(), async {
            server.expect("server/discover").await.reply(status, "", body);
            let request = server.expect("initialize").await;
            assert_eq!(request.header("mcp-protocol-version"), None);
            request.answer(&initialized("2025-11-25"));
            server.expect("notifications/initialized").await.accept();
        });
        assert_eq!(client.unwrap().protocol_version(), ProtocolVersion::V2025_11_25);
    }
    let (builder, mut server) = fake_http().await;
    let (client, ()) = join!(builder.open(), async {
        let data = json!({"supported": ["2099-01-01"], "requested": "2026-07-28"});
        let error = json!({"code": -32022, "message": "Unsupported protocol version", "data": data});
        server.expect("server/discover").await.refuse("400 Bad Request", &error);
    });
    assert_eq!(client.unwrap_err().code(), Some(-32022));
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_named() {
    let (builder, server) = fake_http().await;
    drop(server);
    let text = builder.open().await.unwrap_err().to_string();
    assert!(text.starts_with("cannot reach http://127.0.0.1:"), "{text}");
    let text = Client::connect("https://example.com/mcp").open().await.unwrap_err().to_string();
    assert!(text.contains("TLS is not built into this client"), "{text}");
    for url in ["127.0.0.1:8000/mcp", "ftp://example.com", "http://", "a b"] {
        let text = Client::connect(url).mode(Mode::Legacy).open().await.unwrap_err().to_string();
        assert!(text.starts_with(&format!("`{url}` is not a URL")), "{text}");
    }
}
