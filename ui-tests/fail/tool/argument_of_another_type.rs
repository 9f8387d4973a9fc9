//! A resolver takes an argument by name, but with another type.
//~ 1 error

#[mcp::resolver]
fn check_stock(title: u32) -> u32 {
    title
}

#[mcp::tool]
fn order_book(title: String, #[resolve(check_stock)] stock: &u32) -> String {
    format!("{title} {stock}")
}

fn main() {}
