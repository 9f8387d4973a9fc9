//! An option of an argument that does not exist.
//~ 1 error

#[mcp::tool]
fn order_book(#[arg(max = 10)] count: u32) -> u32 {
    count
}

fn main() {}
