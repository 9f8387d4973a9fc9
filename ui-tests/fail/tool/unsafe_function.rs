//! An unsafe tool.
//~ 1 error

#[mcp::tool]
unsafe fn order_book(title: String) -> String {
    title
}

fn main() {}
