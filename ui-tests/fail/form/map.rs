//! A map in a form.
//~ 1 error

use std::collections::HashMap;

#[derive(Clone, mcp::Form)]
struct Order {
    counts: HashMap<String, u32>,
}

fn main() {}
