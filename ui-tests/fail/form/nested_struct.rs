//! A form in a form.
//~ 1 error

#[derive(Clone, mcp::Form)]
struct Address {
    street: String,
}

#[derive(Clone, mcp::Form)]
struct Order {
    address: Address,
}

fn main() {}
