//! A resolver that is no function.
//~ 1 error

#[mcp::resolver]
struct Stock;

fn main() {}
