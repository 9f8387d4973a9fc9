//! Two arguments with one name on the wire.
//~ 1 error

#[mcp::tool]
fn order_book(title: String, #[arg(name = "title")] author: String) -> String {
    title + &author
}

fn main() {}
