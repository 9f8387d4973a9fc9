//! A return type without a name.
//~ 1 error

#[mcp::tool]
fn order_book(title: String) -> impl ToString {
    title
}

fn main() {}
