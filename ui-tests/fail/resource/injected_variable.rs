//! A variable whose parameter comes from the request.
//~ 1 error

#[mcp::resource("book://{ctx}")]
fn card(ctx: &mcp::Context) -> String {
    format!("{ctx:?}")
}

fn main() {}
