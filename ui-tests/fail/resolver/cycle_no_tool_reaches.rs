//! A circle that no tool reaches.
//~ 2 errors

#[mcp::resolver]
fn estimate(title: &str, #[resolve(check_stock)] stock: &u32) -> u32 {
    *stock + u32::from(title.is_empty())
}

#[mcp::resolver]
fn check_stock(#[resolve(estimate)] weeks: &u32) -> u32 {
    *weeks
}

fn main() {}
