//! A parameter that is borrowed for ever.
//~ 1 error

#[mcp::tool]
fn order_book(title: &'static str) -> String {
    title.to_owned()
}

fn main() {}
