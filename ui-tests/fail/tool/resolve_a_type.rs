//! A resolver that is a type of the author.
//~ 1 error

struct Stock {
    copies: u32,
}

#[mcp::tool]
fn order_book(#[resolve(Stock)] stock: u32) -> u32 {
    Stock { copies: stock }.copies
}

fn main() {}
