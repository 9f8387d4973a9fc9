//! An argument that is no variable.
//~ 1 error

#[mcp::resource("book://{title}")]
fn card(title: String, genre: String) -> String {
    title + &genre
}

fn main() {}
