//! `#[derive(mcp::Form)]`.

mod args;
mod check;
mod expand;
mod model;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;

use crate::diag::Diag;

/// Expands the derive.
pub fn expand(item: TokenStream) -> TokenStream {
    let diag = Diag::default();
    let Some(raw) = args::Raw::read(item, &diag) else {
        return diag.finish(None::<()>).err().unwrap_or_default();
    };
    let model = check::check(&raw, &diag);
    match diag.finish(model) {
        Ok(model) => expand::expand(&model),
        Err(errors) => expand::stub(&errors, &raw),
    }
}
