//! A tool that is no function.
//~ 1 error

#[mcp::tool]
struct Order {
    title: String,
}

fn main() {
    let _ = Order { title: String::new() }.title;
}
