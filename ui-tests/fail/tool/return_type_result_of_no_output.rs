//! A result of what is no output.
//~ 1 error

struct Receipt;

#[mcp::tool]
async fn order_book(title: String) -> Result<Receipt, String> {
    drop(title);
    Ok(Receipt)
}

fn main() {}
