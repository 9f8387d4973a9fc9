//! A resolver behind another wants an argument that the tool does not have.
//~ 1 error

#[mcp::resolver]
fn check_stock(title: &str) -> usize {
    title.len()
}

#[mcp::resolver]
fn estimate(#[resolve(check_stock)] stock: usize) -> u32 {
    u32::try_from(stock).unwrap_or(0)
}

#[mcp::tool]
fn order_book(#[resolve(estimate)] weeks: u32, #[resolve(check_stock)] stock: usize) -> String {
    format!("{weeks} {stock}")
}

fn main() {}
