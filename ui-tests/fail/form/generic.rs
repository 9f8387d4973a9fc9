//! A form with a generic parameter.
//~ 1 error

#[derive(Clone, mcp::Form)]
struct Order<T> {
    title: T,
}

fn main() {}
