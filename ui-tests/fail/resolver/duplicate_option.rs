//! An option given twice.
//~ 1 error

#[mcp::resolver(remember, remember)]
fn check_stock() -> u32 {
    7
}

fn main() {}
