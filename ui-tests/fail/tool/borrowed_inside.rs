//! A parameter that is borrowed in part.
//~ 1 error

#[mcp::tool]
fn order_book(title: Option<&str>) -> String {
    title.unwrap_or_default().to_owned()
}

fn main() {}
