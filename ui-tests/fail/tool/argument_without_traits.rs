//! An argument that can neither be read nor described.
//~ 1 error

struct Order;

#[mcp::tool]
fn order_book(order: Order) -> String {
    let Order = order;
    String::new()
}

fn main() {}
