//! A name with a character that clients do not accept.
//~ 1 error

#[mcp::tool(name = "order book")]
fn order_book(title: String) -> String {
    title
}

fn main() {}
