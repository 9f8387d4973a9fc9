//! A resolver that lacks its attribute.
//~ 1 error

fn check_stock() -> u32 {
    7
}

#[mcp::tool]
fn order_book(#[resolve(check_stock)] stock: u32) -> u32 {
    stock + check_stock()
}

fn main() {}
