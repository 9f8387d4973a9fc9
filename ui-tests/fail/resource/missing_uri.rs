//! A resource without a URI.
//~ 1 error

#[mcp::resource]
fn books() -> String {
    String::new()
}

fn main() {}
