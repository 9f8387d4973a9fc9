//! A parameter that two resolvers would fill.
//~ 1 error

#[mcp::resolver]
fn first() -> u32 {
    1
}

#[mcp::resolver]
fn second() -> u32 {
    2
}

#[mcp::tool]
fn order_book(
    #[resolve(first)]
    #[resolve(second)]
    count: u32,
) -> u32 {
    count
}

fn main() {}
