//! A marker that names no resolver.
//~ 1 error

#[mcp::tool]
fn order_book(#[resolve] count: u32) -> u32 {
    count
}

fn main() {}
