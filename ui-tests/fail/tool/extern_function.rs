//! A tool for another language.
//~ 1 error

#[mcp::tool]
extern "C" fn order_book(count: i32) -> i32 {
    count
}

fn main() {}
