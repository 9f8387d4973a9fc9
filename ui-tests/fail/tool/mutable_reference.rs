//! A parameter that the function wants to change.
//~ 1 error

#[mcp::tool]
fn order_book(title: &mut String) -> String {
    title.clone()
}

fn main() {}
