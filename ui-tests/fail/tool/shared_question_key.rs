//! Two questions of one graph under one key.
//~ 1 error

use mcp::{ListRoots, ListRootsResult};

#[mcp::resolver]
fn roots() -> ListRoots {
    ListRoots::ask()
}

#[mcp::resolver(key = "roots")]
async fn other_roots() -> Result<ListRoots, String> {
    Ok(ListRoots::ask())
}

#[mcp::tool]
fn count(#[resolve(roots)] a: &ListRootsResult, #[resolve(other_roots)] b: &ListRootsResult) -> bool {
    a.roots.len() == b.roots.len()
}

fn main() {}
