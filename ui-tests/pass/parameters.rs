//! Parameters of every kind, by value and by reference, in functions of every kind.

use mcp::{Context, ElicitationResult, State};

#[derive(Clone, serde::Deserialize, schemars::JsonSchema)]
struct Order {
    title: String,
}

#[mcp::resolver]
fn plain(order: &Order, tags: &[String], ctx: Context, state: State<u8>) -> String {
    let _ = (tags, ctx, state);
    order.title.clone()
}

#[mcp::resolver]
async fn waiting(order: Order, tags: Vec<String>, ctx: &Context, state: &State<u8>) -> Vec<String> {
    let _ = (order, ctx, state);
    tags
}

#[mcp::resolver(blocking)]
fn blocking(
    order: &Order,
    mut tags: Vec<String>,
    ctx: &Context,
    #[resolve(plain)] title: &str,
) -> &'static str {
    let _ = (order, ctx, title);
    tags.clear();
    "x"
}

#[mcp::tool]
async fn by_reference(
    order: &Order,
    tags: &[String],
    ctx: &Context,
    state: &State<u8>,
    #[resolve(plain)] title: &str,
    #[resolve(waiting)] list: &[String],
    #[resolve(blocking)] word: &str,
    #[resolve(plain)] result: &ElicitationResult<String>,
) -> String {
    format!("{} {tags:?} {ctx:?} {state:?} {title} {list:?} {word} {result:?}", order.title)
}

#[mcp::tool]
fn by_value(
    order: Order,
    tags: Vec<String>,
    ctx: Context,
    state: State<u8>,
    #[resolve(plain)] title: String,
    #[resolve(waiting)] list: Vec<String>,
    #[resolve(blocking)] word: &'static str,
    #[resolve(plain)] result: ElicitationResult<String>,
) -> String {
    format!("{} {tags:?} {ctx:?} {state:?} {title} {list:?} {word} {result:?}", order.title)
}

#[mcp::tool(blocking)]
fn blocking_by_reference(
    order: &Order,
    tags: &[String],
    ctx: &Context,
    state: &State<u8>,
    #[resolve(plain)] title: &str,
    #[resolve(waiting)] list: &[String],
) -> String {
    format!("{} {tags:?} {ctx:?} {state:?} {title} {list:?}", order.title)
}

fn main() {
    let _ = mcp::items![by_reference, by_value, blocking_by_reference];
}
