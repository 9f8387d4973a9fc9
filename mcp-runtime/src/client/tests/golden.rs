//! The messages of both eras, member for member, as other clients send them.

use serde_json::{Value, json};
use tokio::join;

use crate::client::tests::fake::{Fake, discovered, fake, initialized, offers_tools};
use crate::client::{Client, ClientBuilder, Mode};
use crate::protocol::elicitation::{ElicitParams, ElicitResult};
use crate::protocol::version::ProtocolVersion;

const BACKORDERED: &str = "Backordered 'Neuromancer'; it ships in 2-3 weeks.";

fn answering(builder: ClientBuilder) -> ClientBuilder {
    builder.client_info("mcp", "0.1.0").on_elicitation(async |question: ElicitParams| {
        assert_eq!(question.message(), "Order anyway?");
        Ok(ElicitResult::accept(json!({"confirm": true}))?)
    })
}

fn question() -> Value {
    json!({
        "mode": "form", "message": "Order anyway?",
        "requestedSchema": {"type": "object", "properties": {"confirm": {"type": "boolean"}}},
    })
}

async fn order(client: &Client) {
    let tools = client.list_tools().await.unwrap();
    assert_eq!(tools[0].name, "order_book");
    let result = client.call_tool("order_book", json!({"title": "Neuromancer"})).await.unwrap();
    assert_eq!((result.as_text().as_str(), result.is_error), (BACKORDERED, false));
}

async fn exchange(server: &mut Fake, expected: Value, result: Value) {
    let request = server.receive().await;
    assert_eq!(request, expected);
    server.answer(&request, result).await;
}

#[tokio::test]
async fn modern() {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "mcp", "version": "0.1.0"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}, "url": {}}},
    });
    let (builder, mut server) = fake();
    let script = async {
        exchange(
            &mut server,
            json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}}),
            discovered(),
        )
        .await;
        exchange(
            &mut server,
            json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"_meta": meta}}),
            json!({
                "cacheScope": "private", "resultType": "complete", "ttlMs": 0,
                "tools": [{"name": "order_book", "inputSchema": {"type": "object"}}],
            }),
        )
        .await;
        exchange(
            &mut server,
            json!({
                "jsonrpc": "2.0", "id": 3, "method": "tools/call",
                "params": {"name": "order_book", "arguments": {"title": "Neuromancer"}, "_meta": meta},
            }),
            json!({
                "resultType": "input_required", "requestState": "v1.abc",
                "inputRequests": {"confirm_backorder": {"method": "elicitation/create", "params": question()}},
            }),
        )
        .await;
        exchange(
            &mut server,
            json!({
                "jsonrpc": "2.0", "id": 4, "method": "tools/call",
                "params": {
                    "inputResponses": {"confirm_backorder": {"action": "accept", "content": {"confirm": true}}},
                    "requestState": "v1.abc",
                    "name": "order_book", "arguments": {"title": "Neuromancer"}, "_meta": meta,
                },
            }),
            json!({
                "resultType": "complete", "isError": false, "content": [{"type": "text", "text": BACKORDERED}],
                "structuredContent": {"result": BACKORDERED},
            }),
        )
        .await;
    };
    let calls = async {
        let client = answering(builder).await.unwrap();
        assert_eq!(client.server_info().unwrap().name, "Bookshop");
        assert_eq!(client.protocol_version(), ProtocolVersion::V2026_07_28);
        assert_eq!(client.instructions(), Some("Order books."));
        assert!(offers_tools(client.server_capabilities()));
        order(&client).await;
        client
    };
    let (client, ()) = join!(calls, script);
    client.close().await;
    server.expect_end().await;
}

#[tokio::test]
async fn legacy() {
    let (builder, mut server) = fake();
    let script = async {
        exchange(
            &mut server,
            json!({
                "jsonrpc": "2.0", "id": 1, "method": "initialize",
                "params": {
                    "protocolVersion": "2025-11-25", "capabilities": {"elicitation": {"form": {}, "url": {}}},
                    "clientInfo": {"name": "mcp", "version": "0.1.0"},
                },
            }),
            initialized("2025-11-25"),
        )
        .await;
        assert_eq!(server.receive().await, json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        exchange(
            &mut server,
            json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
            json!({"tools": [{"name": "order_book", "inputSchema": {"type": "object"}}]}),
        )
        .await;
        let call = server.receive().await;
        assert_eq!(
            call,
            json!({
                "jsonrpc": "2.0", "id": 3, "method": "tools/call",
                "params": {"name": "order_book", "arguments": {"title": "Neuromancer"}},
            })
        );
        server
            .send(json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": question()}))
            .await;
        assert_eq!(
            server.receive().await,
            json!({"jsonrpc": "2.0", "id": 1, "result": {"action": "accept", "content": {"confirm": true}}})
        );
        server
            .answer(&call, json!({"content": [{"type": "text", "text": BACKORDERED}], "isError": false}))
            .await;
    };
    let calls = async {
        let client = answering(builder).mode(Mode::Legacy).open().await.unwrap();
        assert_eq!(client.server_info().unwrap().name, "Bookshop");
        assert_eq!(client.protocol_version(), ProtocolVersion::V2025_11_25);
        assert!(offers_tools(client.server_capabilities()));
        order(&client).await;
        client
    };
    let (client, ()) = join!(calls, script);
    client.close().await;
    server.expect_end().await;
}
