//! Golden expansions.
