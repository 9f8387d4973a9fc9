//! A return type that is no output of a resource.
//~ 1 error

#[mcp::resource("book://count")]
fn count() -> usize {
    7
}

fn main() {}
