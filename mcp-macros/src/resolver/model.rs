//! A resolver, valid by construction: only `check` makes one.

use crate::krate::Krate;
use crate::signature::Signature;

/// A resolver.
pub struct Resolver {
    pub(super) krate: Krate,
    pub(super) signature: Signature,
    /// The key of its question on the wire; not empty.
    pub(super) key: String,
    /// Whether its value is kept over rounds.
    pub(super) remember: bool,
}
