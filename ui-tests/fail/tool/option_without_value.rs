//! An option that lacks its value.
//~ 1 error

#[mcp::tool(title)]
fn order_book(title: String) -> String {
    title
}

fn main() {}
