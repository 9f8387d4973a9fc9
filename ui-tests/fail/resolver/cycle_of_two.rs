//! Two resolvers that take each other.
//~ 2 errors

#[mcp::resolver]
async fn estimate(#[resolve(check_stock)] stock: u32) -> u32 {
    stock
}

#[mcp::resolver]
async fn check_stock(#[resolve(estimate)] weeks: u32) -> u32 {
    weeks
}

#[mcp::tool]
async fn order_book(#[resolve(estimate)] weeks: u32) -> u32 {
    weeks
}

fn main() {}
