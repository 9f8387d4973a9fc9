//! An option that does not exist.
//~ 1 error

#[mcp::prompt(mime_type = "text/plain")]
fn briefing(audience: String) -> String {
    audience
}

fn main() {}
