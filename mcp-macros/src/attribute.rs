//! The way of every attribute on a function: read, check, expand, or say what is wrong.

use proc_macro2::TokenStream;
use quote::quote;

use crate::diag::Diag;
use crate::function::RawFunction;
use crate::krate::Krate;
use crate::role::Role;
use crate::stub;

/// An attribute with its function, as it was written.
pub trait Raw: Sized {
    /// What the function becomes.
    const ROLE: Role;

    /// Reads the attribute; `None` if the item is no function.
    fn read(args: TokenStream, item: TokenStream, diag: &Diag) -> Option<Self>;

    /// The function.
    fn function(&self) -> &RawFunction;

    /// Where the runtime is.
    fn krate(&self) -> Krate;
}

/// Expands an attribute.
pub fn expand<R: Raw, M>(
    args: TokenStream,
    item: TokenStream,
    check: fn(&R, &Diag) -> Option<M>,
    expand: fn(&M) -> TokenStream,
) -> TokenStream {
    let diag = Diag::default();
    let Some(raw) = R::read(args, item.clone(), &diag) else {
        let errors = diag.finish(None::<()>).err();
        return quote!(#errors #item);
    };
    let model = check(&raw, &diag);
    match diag.finish(model) {
        Ok(model) => {
            let function = &raw.function().item;
            let beside = expand(&model);
            quote!(#function #beside)
        }
        Err(errors) => stub::expand(&errors, raw.function(), R::ROLE, &raw.krate()),
    }
}
