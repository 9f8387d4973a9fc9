//! A resolver from another crate.

use mcp_ui_tests::{Stock, check_stock};

#[mcp::tool]
fn order(title: &str, #[resolve(check_stock)] stock: &Stock) -> String {
    format!("{title} {}", stock.copies)
}

#[mcp::tool]
fn reserve(title: String, #[resolve(mcp_ui_tests::check_stock)] stock: Stock) -> String {
    format!("{title} {}", stock.copies)
}

fn main() {
    assert_eq!(order("Dune", &check_stock("Dune")), "Dune 1");
    let _ = mcp::items![order, reserve];
}
