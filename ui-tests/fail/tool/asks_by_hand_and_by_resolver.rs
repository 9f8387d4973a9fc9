//! A body that asks by hand with a resolver that asks.
//~ 1 error

use mcp::{Elicit, InputRequired, Step};

#[derive(Clone, mcp::Form)]
struct Yes {
    yes: bool,
}

#[mcp::resolver]
fn confirm() -> Elicit<Yes> {
    Elicit::ask("Really?")
}

#[mcp::tool]
async fn order_book(#[resolve(confirm)] sure: Yes) -> Step<String> {
    drop(sure.yes);
    Step::InputRequired(InputRequired::new().state("asked"))
}

fn main() {}
