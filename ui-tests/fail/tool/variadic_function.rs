//! A tool with any number of parameters.
//~ 1 error

#[mcp::tool]
fn order_book(count: i32, others: ...) -> i32 {
    count
}

fn main() {}
