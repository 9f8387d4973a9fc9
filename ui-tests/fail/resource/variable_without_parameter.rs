//! A variable that is no parameter.
//~ 1 error

#[mcp::resource("book://{genre}/{title}")]
fn card(title: String) -> String {
    title
}

fn main() {}
