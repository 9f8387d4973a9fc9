//! An argument that cannot be read from a string.
//~ 1 error

#[mcp::prompt]
async fn briefing(audience: Vec<String>) -> String {
    audience.join(", ")
}

fn main() {}
