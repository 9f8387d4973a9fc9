//! A default of another type.
//~ 1 error

#[derive(Clone, mcp::Form)]
struct Order {
    #[field(default = "one")]
    count: u32,
}

fn main() {}
