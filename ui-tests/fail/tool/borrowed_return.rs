//! A tool that returns what it does not own.
//~ 1 error

#[mcp::tool]
fn order_book(title: &str) -> &str {
    title
}

fn main() {}
