//! `#[mcp::prompt]`.

mod args;
mod check;
mod expand;
mod model;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;

use crate::diag::Diag;
use crate::krate::Krate;
use crate::role::Role;
use crate::stub;

/// Expands the attribute.
pub fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    let diag = Diag::default();
    let Some(raw) = args::Raw::read(args, item.clone(), &diag) else {
        let errors = diag.finish(None::<()>).err();
        return quote!(#errors #item);
    };
    let model = check::check(&raw, &diag);
    match diag.finish(model) {
        Ok(model) => {
            let function = &raw.function.item;
            let beside = expand::expand(&model);
            quote!(#function #beside)
        }
        Err(errors) => stub::expand(&errors, &raw.function, Role::Prompt, &Krate::new(&raw.krate)),
    }
}
