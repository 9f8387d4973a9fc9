//! An error that nobody could read.
//~ 1 error

struct SoldOut;

#[mcp::tool]
fn order_book(title: String) -> Result<String, SoldOut> {
    if title.is_empty() { Err(SoldOut) } else { Ok(title) }
}

fn main() {}
