//! A value that is to be remembered and cannot be written.
//~ 1 error

#[derive(Clone)]
struct Stock;

#[mcp::resolver(remember)]
fn check_stock() -> Stock {
    Stock
}

fn main() {}
