//! A resolver as a node and calls into the runtime.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::owner::{id, is_argument, option, step, walking};
use crate::reads::{self, From};
use crate::resolver::model::Resolver;
use crate::shell;
use crate::signature::Signature;
use crate::span::{call, local, start};

/// Everything beside the function itself.
pub fn expand(resolver: &Resolver) -> TokenStream {
    let signature = &resolver.signature;
    let companion = shell::companion(&signature.vis, &signature.ident);
    let (node, implementation) = (node(resolver), implementation(resolver));
    let (inherent, fits, cycles) = (inherent(resolver), fits(resolver), cycles(resolver));
    let block = shell::block(&resolver.krate, quote!(#node #implementation #inherent #fits #cycles));
    quote!(#companion #block)
}

fn node(resolver: &Resolver) -> TokenStream {
    let Resolver { signature, key, .. } = resolver;
    let ident = &signature.ident;
    let name = signature.name();
    let ret = &signature.ret;
    let asks = quote_spanned!(start(ret)=> <__rt::Probe<#ret>>::ASKS);
    let takes = signature.takes().map(id);
    let needs = signature.unmarked().map(|(param, _)| {
        let name = param.name();
        let is_argument = is_argument(param);
        quote!(__rt::Need { name: #name, is_argument: #is_argument })
    });
    let remember = option(
        resolver
            .remember
            .then(|| quote_spanned!(start(ret)=> || <__rt::Probe<#ret>>::NEW.inner().remember())),
    );
    let states = signature.unmarked().map(|(param, _)| {
        let ty = &param.ty;
        quote_spanned!(start(ty)=> <__rt::Probe<#ty>>::state())
    });
    let reads = reads::statements(signature, From::Frame);
    let frame = From::Frame.variable();
    let called = reads::call(signature, From::Frame);
    let boxed = call(
        ident,
        &quote!(__rt::Box::pin),
        quote!(async move {
            #reads
            <#ident as __rt::Resolver>::settle(#called)
        }),
    );
    quote! {
        const __NODE: __rt::Node = __rt::Node {
            id: <#ident>::__MCP_ID,
            name: #name,
            key: #key,
            asks: #asks,
            takes: &[#(#takes),*],
            needs: &[#(#needs),*],
            remember: #remember,
            states: || __rt::states([#(#states),*]),
            run: __run,
        };
        fn __run<'a>(#frame: __rt::Frame<'a>) -> __rt::BoxFuture<'a, __rt::Result<__rt::Settled>> {
            #boxed
        }
    }
}

fn implementation(resolver: &Resolver) -> TokenStream {
    let signature = &resolver.signature;
    let ident = &signature.ident;
    let ret = &signature.ret;
    let (given, probe, value) = (local("ret"), local("probe"), local("value"));
    let settle = quote_spanned! {start(ret)=>
        let (#probe, #value) = <__rt::Probe<#ret>>::NEW.open(#given)?;
        __rt::Ok(#probe.settle()(#value))
    };
    quote! {
        #[automatically_derived]
        impl __rt::Resolver for #ident {
            type Ret = #ret;
            const NODE: &'static __rt::Node = &__NODE;
            fn settle(#given: #ret) -> __rt::Result<__rt::Settled> {
                #settle
            }
        }
    }
}

/// What the resolvers and bodies that take this one read. It is inherent: unlike constants of a trait,
/// inherent functions may call each other in a circle.
fn inherent(resolver: &Resolver) -> TokenStream {
    let Signature { ident, ret, .. } = &resolver.signature;
    let name = format!("::{ident}@");
    let place = quote_spanned! {ident.span()=>
        __rt::core::file!(), ":", __rt::core::line!(), ":", __rt::core::column!()
    };
    let walk = walking();
    let steps = resolver.signature.takes().map(|path| step(path, &quote!(#walk)));
    quote! {
        impl #ident {
            #[doc(hidden)]
            pub const __MCP_ID: &'static __rt::str =
                __rt::core::concat!(__rt::core::module_path!(), #name, #place);
            #[doc(hidden)]
            pub const fn __mcp_walk(#walk: &mut __rt::Walk) {
                if #walk.enter(&__NODE) {
                    #(#steps)*
                    #walk.leave();
                }
            }
            #[doc(hidden)]
            pub const fn __mcp_value() -> __rt::Probe<#ret> {
                __rt::Probe::NEW
            }
        }
    }
}

fn fits(resolver: &Resolver) -> TokenStream {
    let signature = &resolver.signature;
    let ident = &signature.ident;
    let arguments = signature.unmarked().map(|(param, _)| {
        let ty = &param.ty;
        let name = param.name();
        let is_argument = is_argument(param);
        quote! {
            __rt::ByName<{ #is_argument }, { __rt::hash(#name) }, #ident, #ty>: __rt::FilledBy<__C>
        }
    });
    let takes = signature.takes();
    quote! {
        #[automatically_derived]
        impl<__C> __rt::FitsIn<__C> for #ident
        where
            #(#arguments,)*
            #(#takes: __rt::FitsIn<__C>,)*
        {}
    }
}

fn cycles(resolver: &Resolver) -> TokenStream {
    let walk = walking();
    let cycles = resolver.signature.takes().map(|path| {
        let step = step(path, &quote!(&mut #walk));
        let cycle = call(path, &quote!(__rt::report), quote!(#walk.cycle()));
        quote! {
            const _: () = {
                let mut #walk = __rt::Walk::from(&__NODE);
                #step
                #cycle;
            };
        }
    });
    cycles.collect()
}
