//! A choice in the place of a form.
//~ 1 error

#[derive(Clone, mcp::Form)]
enum Size {
    Small,
    Large,
}

#[mcp::resolver]
fn ask_size() -> mcp::Elicit<Size> {
    mcp::Elicit::ask("Which size?")
}

fn main() {}
