//! A value that cannot be given to several.
//~ 1 error

struct Stock;

#[mcp::resolver]
fn check_stock() -> Stock {
    Stock
}

fn main() {}
