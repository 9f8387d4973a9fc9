//! A resolver wants an argument that the tool does not have.
//~ 1 error

#[mcp::resolver]
fn check_stock(title: &str) -> usize {
    title.len()
}

#[mcp::tool]
fn order_book(name: String, #[resolve(check_stock)] stock: &usize) -> String {
    format!("{name} {stock}")
}

fn main() {}
