//! An annotation that does not exist.
//~ 1 error

#[mcp::tool(annotations(readonly))]
fn order_book(title: String) -> String {
    title
}

fn main() {}
