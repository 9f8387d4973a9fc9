//! A tool in the place of a resolver.
//~ 1 error

#[mcp::tool]
fn check_stock() -> u32 {
    7
}

#[mcp::tool]
fn order_book(#[resolve(check_stock)] stock: u32) -> u32 {
    stock
}

fn main() {}
