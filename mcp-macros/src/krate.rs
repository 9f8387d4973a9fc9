//! The path of the `mcp` crate in the author's crate. Nothing else in this crate spells it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

use crate::slot::Slot;

/// Where the runtime is found.
pub struct Krate {
    path: Option<Path>,
}

impl Krate {
    /// The crate that the option `crate = path` names, `::mcp` without it.
    pub fn new(option: &Slot<Path>) -> Self {
        Self { path: option.get().cloned() }
    }

    /// Brings the runtime into scope, under the one name that expansions use.
    pub fn import(&self) -> TokenStream {
        match &self.path {
            Some(path) => quote!(use #path::__private as __rt;),
            None => quote!(
                use ::mcp::__private as __rt;
            ),
        }
    }
}
