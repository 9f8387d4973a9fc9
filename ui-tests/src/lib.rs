//! The crate that fixtures take a resolver from, to see that graphs reach over crates.

/// A value from another crate.
#[derive(Clone, Debug)]
pub struct Stock {
    /// How many are left.
    pub copies: u32,
}

/// Looks up a title.
#[mcp::resolver]
#[must_use]
pub fn check_stock(title: &str) -> Stock {
    Stock { copies: u32::from(title == "Dune") }
}
