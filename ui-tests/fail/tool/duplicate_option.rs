//! An option given twice.
//~ 1 error

#[mcp::tool(title = "Order", title = "Order a book")]
fn order_book(title: String) -> String {
    title
}

fn main() {}
