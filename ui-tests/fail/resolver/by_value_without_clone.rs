//! An argument that several take and that cannot be copied.
//~ 1 error

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Order {
    title: String,
}

#[mcp::resolver]
fn check_stock(order: Order) -> usize {
    order.title.len()
}

#[mcp::tool]
fn order_book(order: &Order, #[resolve(check_stock)] stock: usize) -> String {
    format!("{} {stock}", order.title)
}

fn main() {}
