//! A prompt, valid by construction: only `check` makes one.

use proc_macro2::TokenStream;
use syn::LitStr;

use crate::krate::Krate;
use crate::signature::Signature;

/// A prompt.
pub struct Prompt {
    pub(super) krate: Krate,
    pub(super) signature: Signature,
    /// Its name on the wire; not empty.
    pub(super) name: String,
    pub(super) title: Option<LitStr>,
    /// The description, as an expression.
    pub(super) description: Option<TokenStream>,
}
