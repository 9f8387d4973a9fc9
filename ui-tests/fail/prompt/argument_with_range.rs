//! A limit that nothing on the wire could show.
//~ 1 error

#[mcp::prompt]
fn briefing(#[arg(range(1..=5))] length: u32) -> String {
    length.to_string()
}

fn main() {}
