//! A prompt as a descriptor and calls into the runtime.

use proc_macro2::TokenStream;
use quote::quote;

use crate::owner::{Owner, option};
use crate::prompt::model::Prompt;

/// Everything beside the function itself.
pub fn expand(prompt: &Prompt) -> TokenStream {
    let name = &prompt.name;
    let title = option(prompt.title.as_ref());
    let description = option(prompt.description.as_ref());
    let members = quote! {
        name: #name,
        title: #title,
        description: #description,
    };
    Owner { krate: &prompt.krate, signature: &prompt.signature, checks: quote!(), members }.expand()
}
