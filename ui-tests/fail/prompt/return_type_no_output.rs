//! A return type that is no output of a prompt.
//~ 1 error

#[mcp::prompt]
fn briefing(audience: String) -> usize {
    audience.len()
}

fn main() {}
