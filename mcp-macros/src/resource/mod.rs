//! `#[mcp::resource]`.

mod args;
mod check;
mod expand;
mod model;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;

use crate::attribute;

/// Expands the attribute.
pub fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    attribute::expand(args, item, check::check, expand::expand)
}
