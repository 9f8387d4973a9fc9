//! A resolver that returns what it does not own.
//~ 1 error

#[mcp::resolver]
fn author(title: &str) -> &str {
    title
}

#[mcp::tool]
fn order_book(title: String, #[resolve(author)] author: &str) -> String {
    title + author
}

fn main() {}
