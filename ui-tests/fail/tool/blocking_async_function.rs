//! An async function for the blocking pool.
//~ 1 error

#[mcp::tool(blocking)]
async fn order_book(title: String) -> String {
    title
}

fn main() {}
