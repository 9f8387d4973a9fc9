//! A form that cannot be copied.
//~ 1 error

#[derive(mcp::Form)]
struct Order {
    title: String,
}

fn main() {}
