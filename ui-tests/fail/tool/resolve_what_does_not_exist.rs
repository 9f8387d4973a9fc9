//! A resolver that does not exist.
//~ 1 error

#[mcp::tool]
fn order_book(#[resolve(check_stock)] stock: u32) -> u32 {
    stock
}

fn main() {}
