//! A resolver that takes another's value as another type.
//~ 1 error

#[mcp::resolver]
async fn check_stock() -> Result<String, String> {
    Ok("7".to_owned())
}

#[mcp::resolver]
async fn estimate(#[resolve(check_stock)] stock: u32) -> u32 {
    stock
}

fn main() {}
