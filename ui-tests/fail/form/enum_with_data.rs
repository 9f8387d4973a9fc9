//! A choice with data.
//~ 1 error

#[derive(Clone, mcp::Form)]
enum Size {
    Small,
    Custom(u32),
}

#[derive(Clone, mcp::Form)]
struct Order {
    size: Size,
}

fn main() {}
