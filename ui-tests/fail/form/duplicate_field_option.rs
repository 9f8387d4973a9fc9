//! An option of a field given twice.
//~ 1 error

#[derive(Clone, mcp::Form)]
struct Order {
    #[field(title = "Title", title = "The title")]
    title: String,
}

fn main() {}
