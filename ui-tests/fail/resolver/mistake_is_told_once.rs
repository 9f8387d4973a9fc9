//! A resolver with a mistake, which a tool takes.
//~ 1 error

#[mcp::resolver(name = "stock")]
async fn check_stock(title: &str) -> usize {
    title.len()
}

#[mcp::resolver]
fn estimate(#[resolve(check_stock)] stock: usize) -> String {
    stock.to_string()
}

#[mcp::tool]
fn order_book(#[resolve(check_stock)] stock: &usize, #[resolve(estimate)] weeks: &str) -> String {
    format!("{stock} {weeks}")
}

fn main() {}
