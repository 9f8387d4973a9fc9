//! A tool as a descriptor and calls into the runtime.

use proc_macro2::TokenStream;
use quote::quote;

use crate::owner::{Owner, option};
use crate::tool::model::{Hints, Tool};

/// Everything beside the function itself.
pub fn expand(tool: &Tool) -> TokenStream {
    let Tool { name, icons, .. } = tool;
    let title = option(tool.title.as_ref());
    let description = option(tool.description.as_ref());
    let annotations = annotations(&tool.annotations);
    let meta = option(tool.meta.as_ref());
    let members = quote! {
        name: #name,
        title: #title,
        description: #description,
        annotations: #annotations,
        icons: &[#(#icons),*],
        meta: #meta,
        output_schema: __RETURNS.output_schema,
    };
    Owner { krate: &tool.krate, signature: &tool.signature, checks: quote!(), members }.expand()
}

fn annotations(hints: &Hints) -> TokenStream {
    let set = [
        (quote!(read_only_hint), hints.read_only),
        (quote!(destructive_hint), hints.destructive),
        (quote!(idempotent_hint), hints.idempotent),
        (quote!(open_world_hint), hints.open_world),
    ];
    let set: Vec<TokenStream> = set
        .into_iter()
        .filter_map(|(name, hint)| hint.map(|hint| quote!(#name: __rt::Some(#hint))))
        .collect();
    if set.is_empty() {
        return quote!(__rt::ToolAnnotations::NONE);
    }
    quote!(__rt::ToolAnnotations { #(#set,)* ..__rt::ToolAnnotations::NONE })
}
