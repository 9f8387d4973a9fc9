//! Options of a variant on a field.
//~ 1 error

#[derive(Clone, mcp::Form)]
struct Order {
    #[choice(title = "Title")]
    title: String,
}

fn main() {}
