//! A resolver that takes one that does not exist.
//~ 1 error

#[mcp::resolver]
fn estimate(#[resolve(shop::check_stock)] stock: u32) -> u32 {
    stock
}

fn main() {}
