//! Three resolvers in a circle, over modules.
//~ 3 errors

mod shop {
    #[mcp::resolver]
    pub fn check_stock(#[resolve(crate::quote)] price: u32) -> u32 {
        price
    }
}
use shop::check_stock;

#[mcp::resolver]
fn estimate(#[resolve(check_stock)] stock: u32) -> u32 {
    stock
}

#[mcp::resolver]
fn quote(#[resolve(estimate)] weeks: u32) -> u32 {
    weeks
}

fn main() {}
