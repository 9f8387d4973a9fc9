//! A form that is a union.
//~ 1 error

#[derive(Clone, Copy, mcp::Form)]
union Order {
    count: u32,
}

fn main() {}
