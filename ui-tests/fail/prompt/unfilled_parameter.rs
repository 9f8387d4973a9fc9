//! A resolver wants an argument that the prompt does not have.
//~ 1 error

#[mcp::resolver]
fn count(genre: &str) -> usize {
    genre.len()
}

#[mcp::prompt]
fn briefing(audience: String, #[resolve(count)] count: usize) -> String {
    format!("{audience} {count}")
}

fn main() {}
