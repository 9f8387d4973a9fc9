//! An argument whose type has no name.
//~ 1 error

#[mcp::tool]
fn order_book(title: impl ToString) -> String {
    title.to_string()
}

fn main() {}
