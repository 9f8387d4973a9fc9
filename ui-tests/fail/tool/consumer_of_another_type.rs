//! A parameter of another type than its resolver's value.
//~ 1 error

#[derive(Clone)]
struct Stock;

#[mcp::resolver]
fn check_stock() -> Stock {
    Stock
}

#[mcp::tool]
fn order_book(#[resolve(check_stock)] stock: &u32) -> u32 {
    *stock
}

fn main() {}
