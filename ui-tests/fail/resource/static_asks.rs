//! A resource that no variable distinguishes asks.
//~ 1 error

#[derive(Clone, mcp::Form)]
struct Yes {
    yes: bool,
}

#[mcp::resolver]
fn confirm() -> mcp::Elicit<Yes> {
    mcp::Elicit::ask("Really?")
}

#[mcp::resource("book://all")]
fn books(#[resolve(confirm)] sure: Yes) -> String {
    sure.yes.to_string()
}

fn main() {}
