//! An option of an argument given twice.
//~ 1 error

#[mcp::tool]
fn order_book(#[arg(default = 1, default = 2)] count: u32) -> u32 {
    count
}

fn main() {}
