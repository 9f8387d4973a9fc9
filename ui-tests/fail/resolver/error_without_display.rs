//! An error that nobody could read.
//~ 1 error

struct SoldOut;

#[mcp::resolver]
fn check_stock() -> Result<u32, SoldOut> {
    Err(SoldOut)
}

fn main() {}
