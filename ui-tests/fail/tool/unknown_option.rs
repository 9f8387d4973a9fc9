//! An option that does not exist.
//~ 1 error

#[mcp::tool(titel = "Order a book")]
fn order_book(title: String) -> String {
    title
}

fn main() {}
