//! A borrowed text where the resolver's value is none.
//~ 1 error

#[mcp::resolver]
fn check_stock() -> Result<u32, String> {
    Ok(7)
}

#[mcp::tool]
fn order_book(#[resolve(check_stock)] stock: &str) -> String {
    stock.to_owned()
}

fn main() {}
