//! A resolver and a module of one name.
//~ 2 errors

mod stock {}

#[mcp::resolver]
fn stock() -> u32 {
    7
}

fn main() {}
