//! Three mistakes in one signature.
//~ 3 errors

#[mcp::tool(titel = "Order a book")]
fn order_book((title, author): (String, String), count: &mut u32) -> String {
    *count += 1;
    title + &author
}

fn main() {}
