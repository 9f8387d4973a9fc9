//! What is emitted after an error, so that nothing else fails for want of what the attribute would
//! have added.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{ItemFn, ReturnType, Signature, Type};

use crate::function::RawFunction;
use crate::krate::Krate;
use crate::role::Role;
use crate::shell;

/// The function, and a type beside it that can be named where the right one could. The errors stand in
/// its constant, so that the compiler knows not to look for more behind it.
pub fn expand(errors: &TokenStream, function: &RawFunction, role: Role, krate: &Krate) -> TokenStream {
    let ident = function.ident();
    if function.item.sig.receiver().is_some() {
        // It is a method, and beside those no type can stand.
        let item = &function.item;
        return quote!(#errors #item);
    }
    // The compiler has words of its own for this, which ours have said already.
    let item =
        ItemFn { sig: Signature { variadic: None, ..function.item.sig.clone() }, ..function.item.clone() };
    let companion = shell::companion(function.vis(), ident);
    let stub = match role {
        Role::Resolver => resolver(function, errors),
        Role::Tool | Role::Prompt | Role::Resource => quote! {
            impl __rt::Offered for #ident {
                const ITEM: &'static __rt::Item = { #errors };
            }
        },
    };
    let block = shell::block(krate, stub);
    quote!(#item #companion #block)
}

fn resolver(function: &RawFunction, errors: &TokenStream) -> TokenStream {
    let ident = function.ident();
    let ret = returned(&function.item.sig.output);
    quote! {
        impl __rt::Resolver for #ident {
            type Ret = #ret;
            const NODE: &'static __rt::Node = { #errors };
            fn settle(_: #ret) -> __rt::Result<__rt::Settled> {
                __rt::core::panic!("it did not compile")
            }
        }
        impl #ident {
            pub const __MCP_ID: &'static __rt::str = "";
            pub const fn __mcp_walk(_: &mut __rt::Walk) {}
            pub const fn __mcp_value() -> __rt::Probe<#ret> {
                __rt::Probe::NEW
            }
        }
        impl<__C> __rt::FitsIn<__C> for #ident {}
    }
}

/// What the function returns, as far as it can be named outside of it.
fn returned(output: &ReturnType) -> TokenStream {
    match output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, ty) => match &**ty {
            Type::Reference(reference) => {
                let target = &reference.elem;
                quote!(&'static #target)
            }
            Type::ImplTrait(_) => quote!(()),
            other => quote!(#other),
        },
    }
}
