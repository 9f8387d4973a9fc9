//! A function whose name clients do not accept, and no other.
//~ 1 error

#[mcp::tool]
fn größe(title: String) -> usize {
    title.len()
}

fn main() {}
