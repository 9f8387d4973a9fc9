//! A parameter that is taken apart in the signature.
//~ 1 error

#[mcp::tool]
fn move_to((x, y): (i32, i32)) -> i32 {
    x + y
}

fn main() {}
