//! A form whose fields have no names.
//~ 1 error

#[derive(Clone, mcp::Form)]
struct Order(String, bool);

fn main() {}
