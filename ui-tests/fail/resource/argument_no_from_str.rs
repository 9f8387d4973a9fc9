//! A variable that cannot be read from a string.
//~ 1 error

#[mcp::resource("book://{titles}")]
fn card(titles: Vec<String>) -> String {
    titles.concat()
}

fn main() {}
