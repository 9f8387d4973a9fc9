//! An option of a field that does not exist.
//~ 1 error

#[derive(Clone, mcp::Form)]
struct Order {
    #[field(label = "Title")]
    title: String,
}

fn main() {}
