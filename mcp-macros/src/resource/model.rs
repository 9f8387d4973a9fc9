//! A resource, valid by construction: only `check` makes one.

use proc_macro2::TokenStream;
use syn::LitStr;

use crate::krate::Krate;
use crate::signature::Signature;

/// A resource, or a template of resources.
pub struct Resource {
    pub(super) krate: Krate,
    pub(super) signature: Signature,
    /// Each of its variables is the name of a parameter.
    pub(super) uri: LitStr,
    /// Its name; not empty.
    pub(super) name: String,
    pub(super) title: Option<LitStr>,
    /// The description, as an expression.
    pub(super) description: Option<TokenStream>,
    pub(super) mime_type: Option<LitStr>,
}
