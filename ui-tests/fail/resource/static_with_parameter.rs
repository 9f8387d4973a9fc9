//! An argument of a URI without variables.
//~ 1 error

#[mcp::resource("book://all")]
fn books(genre: &str) -> String {
    genre.to_owned()
}

fn main() {}
