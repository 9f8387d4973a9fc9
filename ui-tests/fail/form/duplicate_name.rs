//! Two fields with one name on the wire.
//~ 1 error

#[derive(Clone, mcp::Form)]
struct Order {
    title: String,
    #[field(name = "title")]
    subtitle: String,
}

fn main() {}
