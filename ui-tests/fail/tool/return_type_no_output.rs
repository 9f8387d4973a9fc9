//! A return type that is no output.
//~ 1 error

struct Receipt;

#[mcp::tool]
fn order_book(title: String) -> Receipt {
    drop(title);
    Receipt
}

fn main() {}
