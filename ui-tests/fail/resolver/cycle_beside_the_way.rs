//! A resolver that leads into a circle without standing on it.
//~ 1 error

#[mcp::resolver]
fn estimate(#[resolve(check_stock)] stock: u32) -> u32 {
    stock
}

#[mcp::resolver]
fn check_stock(#[resolve(check_stock)] stock: u32) -> u32 {
    stock
}

fn main() {}
