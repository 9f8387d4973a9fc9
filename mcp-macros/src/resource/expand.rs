//! A resource as a descriptor and calls into the runtime.

use proc_macro2::TokenStream;
use quote::quote;

use crate::owner::{Owner, is_argument, option, walk};
use crate::resource::model::Resource;
use crate::span::call;

/// Everything beside the function itself.
pub fn expand(resource: &Resource) -> TokenStream {
    let Resource { uri, name, .. } = resource;
    let title = option(resource.title.as_ref());
    let description = option(resource.description.as_ref());
    let mime_type = option(resource.mime_type.as_ref());
    let members = quote! {
        uri: __URI,
        name: #name,
        title: #title,
        description: #description,
        mime_type: #mime_type,
    };
    let checks = checks(resource);
    let checks = quote! {
        const __URI: &__rt::str = #uri;
        #checks
    };
    Owner { krate: &resource.krate, signature: &resource.signature, checks, members }.expand()
}

/// What depends on the types: which parameters are arguments, and which resolvers ask.
fn checks(resource: &Resource) -> TokenStream {
    let report = quote!(__rt::report);
    let uri = call(&resource.uri, &report, quote!(__rt::template::malformed(__URI)));
    let parameters = resource.signature.unmarked().map(|(param, argument)| {
        let name = argument.wire_name(param);
        let is_argument = is_argument(param);
        call(&param.ident, &report, quote!(__rt::template::parameter(__URI, #name, #is_argument)))
    });
    let asking = resource.signature.takes().enumerate().map(|(index, path)| {
        let (before, after) = (walk(index), walk(index + 1));
        call(path, &report, quote!(__rt::template::asking(__URI, &#before, &#after)))
    });
    let ret = &resource.signature.ret;
    let by_hand = call(ret, &report, quote!(__rt::template::by_hand(__URI, __RETURNS.asks_by_hand)));
    quote! {
        const _: () = #uri;
        #(const _: () = #parameters;)*
        #(const _: () = #asking;)*
        const _: () = #by_hand;
    }
}
