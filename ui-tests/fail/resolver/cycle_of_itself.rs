//! A resolver that takes itself.
//~ 1 error

#[mcp::resolver]
fn estimate(#[resolve(estimate)] weeks: u32) -> u32 {
    weeks
}

#[mcp::tool]
fn order_book(#[resolve(estimate)] weeks: u32) -> u32 {
    weeks
}

fn main() {}
