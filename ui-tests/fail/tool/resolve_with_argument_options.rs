//! A resolved parameter with the options of an argument.
//~ 1 error

#[mcp::resolver]
fn count() -> u32 {
    1
}

#[mcp::tool]
fn order_book(
    #[resolve(count)]
    #[arg(default = 1)]
    count: u32,
) -> u32 {
    count
}

fn main() {}
