//! An option that does not exist.
//~ 1 error

#[mcp::resolver(name = "stock")]
fn check_stock() -> u32 {
    7
}

fn main() {}
