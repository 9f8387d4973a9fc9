//! A format that forms do not know.
//~ 1 error

#[derive(Clone, mcp::Form)]
struct Order {
    #[field(format = "phone")]
    contact: String,
}

fn main() {}
