//! An argument that can be described but not read.
//~ 1 error

#[derive(schemars::JsonSchema)]
struct Order {
    title: String,
}

#[mcp::tool]
async fn order_book(order: Order) -> String {
    order.title
}

fn main() {}
