//! A tool with a generic parameter.
//~ 1 error

#[mcp::tool]
fn order_book<T: ToString>(title: T) -> String {
    title.to_string()
}

fn main() {}
