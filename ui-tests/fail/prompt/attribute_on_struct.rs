//! A prompt that is no function.
//~ 1 error

#[mcp::prompt]
struct Briefing;

fn main() {}
