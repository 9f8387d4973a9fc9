//! A choice of nothing.
//~ 1 error

#[derive(Clone, mcp::Form)]
enum Size {}

fn main() {}
