//! A form or a choice, valid by construction: only `check` makes one.

use proc_macro2::TokenStream;
use syn::{Expr, Ident, LitStr, Type};

use crate::krate::Krate;
use crate::limits::Limits;

/// What the derive implements.
pub struct Model {
    pub(super) krate: Krate,
    pub(super) ident: Ident,
    pub(super) kind: Kind,
}

/// A struct or an enum.
pub(super) enum Kind {
    Form(Vec<Field>),
    /// At least one variant, none with data.
    Choice(Vec<Choice>),
}

/// A field.
pub(super) struct Field {
    pub(super) ident: Ident,
    pub(super) ty: Type,
    /// Its name on the wire, unlike all others.
    pub(super) name: String,
    pub(super) title: String,
    /// The description, as an expression.
    pub(super) description: Option<TokenStream>,
    pub(super) default: Option<Expr>,
    pub(super) format: Option<LitStr>,
    pub(super) limits: Limits,
}

/// A variant.
pub(super) struct Choice {
    pub(super) ident: Ident,
    /// Its value on the wire, unlike all others.
    pub(super) name: String,
    pub(super) title: Option<LitStr>,
}
