//! A template that cannot be matched.
//~ 1 error

#[mcp::resource("book://{title}{author}")]
fn card(title: String, author: String) -> String {
    title + &author
}

fn main() {}
