//! A range that no number is in.
//~ 1 error

#[mcp::tool]
fn order_book(#[arg(range(10..=1))] count: u32) -> u32 {
    count
}

fn main() {}
