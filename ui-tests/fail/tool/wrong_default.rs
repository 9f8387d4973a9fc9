//! A default of another type.
//~ 1 error

#[mcp::tool]
fn order_book(#[arg(default = true)] count: u32) -> u32 {
    count
}

fn main() {}
