//! An argument that can be read but not described.
//~ 1 error

#[derive(serde::Deserialize)]
struct Order {
    title: String,
}

#[mcp::tool]
fn order_book(order: &Order) -> String {
    order.title.clone()
}

fn main() {}
