//! An option that does not exist.
//~ 1 error

#[mcp::resource("book://all", mime = "text/plain")]
fn books() -> String {
    String::new()
}

fn main() {}
