//! Options of an argument where no argument is.
//~ 1 error

#[mcp::resolver]
fn check_stock(#[arg(default = "Dune")] title: String) -> usize {
    title.len()
}

fn main() {}
