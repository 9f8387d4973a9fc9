//! A tool for constants.
//~ 1 error

#[mcp::tool]
const fn order_book(count: i32) -> i32 {
    count
}

fn main() {}
