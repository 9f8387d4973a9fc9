//! What expansions do at run time: every kind of parameter in every kind of function, and every option.

use mcp::testing::{TestClient, modern};
use mcp::{Context, Elicit, ElicitationResult, Server, State};
use serde_json::{Value, json};

struct Shelf(u32);

#[derive(Clone, serde::Deserialize, schemars::JsonSchema)]
struct Order {
    title: String,
}

#[mcp::resolver]
fn plain(order: &Order, tags: Vec<String>, ctx: Context, shelf: State<Shelf>) -> String {
    format!("{}+{}+{}+{}", order.title, tags.len(), ctx.is_cancelled(), shelf.0)
}

#[mcp::resolver]
async fn waiting(order: Order, tags: &[String], ctx: &Context, shelf: &State<Shelf>) -> Vec<String> {
    vec![order.title, tags.concat(), ctx.is_cancelled().to_string(), shelf.0.to_string()]
}

#[mcp::resolver(blocking, remember)]
fn blocking(order: Order, tags: &[String], #[resolve(plain)] text: &str, shelf: &State<Shelf>) -> u32 {
    assert_eq!(text, "Dune+2+false+7");
    shelf.0 + u32::try_from(order.title.len() + tags.len()).unwrap()
}

#[mcp::tool]
async fn by_reference(
    order: &Order,
    tags: &[String],
    shelf: &State<Shelf>,
    #[resolve(plain)] text: &str,
    #[resolve(waiting)] list: &[String],
    #[resolve(blocking)] count: &u32,
    #[resolve(plain)] result: &ElicitationResult<String>,
) -> String {
    let same = matches!(result, ElicitationResult::Accept(accepted) if accepted == text);
    format!("{} {tags:?} {} {text} {list:?} {count} {same}", order.title, shelf.0)
}

#[mcp::tool(blocking)]
fn by_value(
    order: Order,
    tags: Vec<String>,
    shelf: State<Shelf>,
    #[resolve(plain)] text: String,
    #[resolve(waiting)] list: Vec<String>,
    #[resolve(blocking)] count: u32,
    #[resolve(plain)] result: ElicitationResult<String>,
) -> String {
    let same = result == ElicitationResult::Accept(text.clone());
    format!("{} {tags:?} {} {text} {list:?} {count} {same}", order.title, shelf.0)
}

/// Has every option.
#[mcp::tool(
    name = "all.options",
    title = "All",
    annotations(read_only, destructive = false, idempotent, open_world = false),
    icons = ["https://example.com/a.png"],
    meta = "{\"a\":1}"
)]
fn options(
    /// First line
    /// and second.
    #[arg(name = "n", range(-1.5..10), default = -0.5)]
    number: f64,
    #[arg(length(2..5), pattern = "^a")] text: Option<String>,
) -> String {
    format!("{number} {text:?}")
}

#[derive(Clone, mcp::Form)]
struct Parcel {
    /// How large?
    #[field(name = "parcel_size", title = "The size", default = Size::Large)]
    size: Size,
    extra_sizes: Vec<Size>,
    #[field(length(..=9), format = "email", default = "a@b.c")]
    mail_address: String,
    #[field(range(1..10))]
    copies: Option<u8>,
}

#[derive(Clone, Copy, Debug, mcp::Form)]
enum Size {
    #[choice(name = "s", title = "Fits a pocket")]
    Small,
    Large,
}

#[mcp::resolver(key = "how")]
fn ask_parcel() -> Elicit<Parcel> {
    Elicit::ask("How?")
}

#[mcp::tool]
fn send(#[resolve(ask_parcel)] parcel: &Parcel) -> String {
    let Parcel { size, extra_sizes, mail_address, copies } = parcel;
    format!("{size:?} {extra_sizes:?} {mail_address} {copies:?}")
}

#[mcp::prompt(name = "brief", title = "Brief", blocking)]
fn briefing(#[arg(name = "for", default = "all")] audience: &str, #[arg(default = 3)] pages: u8) -> String {
    format!("{audience} {pages}")
}

#[mcp::resource("book://{title}/card{?edition}", name = "A card", mime_type = "text/x-card")]
fn card(#[arg(name = "title")] book: &str, edition: Option<u8>) -> String {
    format!("{book} {edition:?}")
}

async fn client(answer: Value) -> TestClient {
    let server = Server::new("Expansions").state(Shelf(7));
    modern(server).answer("how", answer).open().await.unwrap()
}

#[tokio::test]
async fn parameters_of_every_kind_are_read() {
    let client = client(json!({})).await;
    for tool in ["by_reference", "by_value"] {
        let arguments = json!({ "order": { "title": "Dune" }, "tags": ["a", "b"] });
        let result = client.call_tool(tool, arguments).await.unwrap();
        let expected = r#"Dune ["a", "b"] 7 Dune+2+false+7 ["Dune", "ab", "false", "7"] 13 true"#;
        assert_eq!(result.as_text(), expected, "{tool}");
    }
}

#[tokio::test]
async fn options_of_a_tool_are_listed_and_hold() {
    let client = client(json!({})).await;
    let tools = client.list_tools().await.unwrap();
    let tool = tools.iter().find(|tool| tool.name == "all.options").unwrap();
    let tool = serde_json::to_value(tool).unwrap();
    let expected = json!({
        "name": "all.options",
        "title": "All",
        "description": "Has every option.",
        "annotations": {
            "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false,
        },
        "icons": [{ "src": "https://example.com/a.png" }],
        "_meta": { "a": 1 },
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(tool[key], *value, "{key}");
    }
    let number = &tool["inputSchema"]["properties"]["n"];
    assert_eq!(number["description"], "First line\nand second.");
    assert_eq!((&number["minimum"], &number["exclusiveMaximum"]), (&json!(-1.5), &json!(10)));
    assert_eq!(number["default"], json!(-0.5));
    let text = &tool["inputSchema"]["properties"]["text"];
    assert_eq!(
        (&text["minLength"], &text["maxLength"], &text["pattern"]),
        (&json!(2), &json!(4), &json!("^a"))
    );
    let result = client.call_tool("all.options", json!({})).await.unwrap();
    assert_eq!(result.as_text(), "-0.5 None");
}

#[tokio::test]
async fn a_form_is_asked_for_as_it_is_declared() {
    let client = client(json!({ "extra_sizes": ["s", "Large"] })).await;
    let result = client.call_tool("send", json!({})).await.unwrap();
    assert_eq!(result.as_text(), "Large [Small, Large] a@b.c None");
    let asked = format!("{:?}", client.transcript().entries());
    assert!(asked.contains("How?"), "{asked}");
    let schema = <Parcel as mcp::Form>::schema().requested_schema();
    let sizes = json!([{ "const": "s", "title": "Fits a pocket" }, { "const": "Large", "title": "Large" }]);
    let expected = json!({
        "type": "object",
        "properties": {
            "parcel_size": {
                "type": "string", "oneOf": sizes, "title": "The size", "description": "How large?",
                "default": "Large",
            },
            "extra_sizes": { "type": "array", "items": { "anyOf": sizes }, "title": "Extra sizes" },
            "mail_address": {
                "type": "string", "title": "Mail address", "maxLength": 9, "format": "email",
                "default": "a@b.c",
            },
            "copies": {
                "type": "integer", "title": "Copies", "minimum": 1, "maximum": 255, "exclusiveMaximum": 10,
            },
        },
        "required": ["extra_sizes"],
    });
    assert_eq!(*schema, expected);
}

#[tokio::test]
async fn prompts_and_templates_read_strings() {
    let client = client(json!({})).await;
    let prompt = client.get_prompt("brief", json!({ "pages": "5" })).await.unwrap();
    assert_eq!(prompt.messages[0].content.as_text(), Some("all 5"));
    let prompt = client.get_prompt("brief", json!({ "for": "me" })).await.unwrap();
    assert_eq!(prompt.messages[0].content.as_text(), Some("me 3"));
    let listed = &client.list_resource_templates().await.unwrap()[0];
    assert_eq!((listed.name.as_str(), listed.mime_type.as_deref()), ("A card", Some("text/x-card")));
    for (uri, text) in [("book://Dune/card", "Dune None"), ("book://Dune/card?edition=2", "Dune Some(2)")] {
        let card = client.read_resource(uri).await.unwrap();
        assert_eq!(card.contents[0].text.as_deref(), Some(text));
    }
}
