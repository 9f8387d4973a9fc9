//! A list of numbers in a form.
//~ 1 error

#[derive(Clone, mcp::Form)]
struct Order {
    counts: Vec<u32>,
}

fn main() {}
