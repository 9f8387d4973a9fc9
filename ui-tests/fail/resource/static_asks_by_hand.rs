//! A resource that no variable distinguishes asks by hand.
//~ 1 error

use mcp::InputRequired;

#[mcp::resource("book://all")]
fn books() -> Result<InputRequired, String> {
    Ok(InputRequired::new().state("asked"))
}

fn main() {}
