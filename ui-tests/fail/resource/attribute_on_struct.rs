//! A resource that is no function.
//~ 1 error

#[mcp::resource("book://all")]
struct Books;

fn main() {}
