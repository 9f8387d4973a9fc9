//! A tool, valid by construction: only `check` makes one.

use proc_macro2::TokenStream;
use syn::LitStr;

use crate::krate::Krate;
use crate::signature::Signature;

/// A tool.
pub struct Tool {
    pub(super) krate: Krate,
    pub(super) signature: Signature,
    /// Its name on the wire: 1 to 64 of `A-Z a-z 0-9 _ . -`.
    pub(super) name: String,
    pub(super) title: Option<LitStr>,
    /// The description, as an expression.
    pub(super) description: Option<TokenStream>,
    pub(super) annotations: Hints,
    pub(super) icons: Vec<LitStr>,
    /// JSON text, read at start.
    pub(super) meta: Option<LitStr>,
}

/// The hints that were given.
#[derive(Default)]
pub(super) struct Hints {
    pub(super) read_only: Option<bool>,
    pub(super) destructive: Option<bool>,
    pub(super) idempotent: Option<bool>,
    pub(super) open_world: Option<bool>,
}
