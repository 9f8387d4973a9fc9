//! A tool with a mistake, which is called and served.
//~ 1 error

#[mcp::tool(name = "")]
fn order_book(title: &str) -> usize {
    title.len()
}

fn main() {
    let items = mcp::items![order_book];
    println!("{} {}", items.len(), order_book("Dune"));
}
