//! A tool with a named lifetime.
//~ 1 error

#[mcp::tool]
fn order_book<'a>(title: &'a str) -> String {
    title.to_owned()
}

fn main() {}
