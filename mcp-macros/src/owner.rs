//! What tools, prompts and resources have in common: arguments, a graph, a body, a place in the
//! catalogue.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, Path};

use crate::argument::Argument;
use crate::krate::Krate;
use crate::literal;
use crate::reads::{self, From};
use crate::role::Role;
use crate::shell;
use crate::signature::{Param, Signature};
use crate::span::{call, generic, local, start};

/// An owner of a graph, and what its kind adds.
pub struct Owner<'a> {
    pub krate: &'a Krate,
    pub signature: &'a Signature,
    /// Compile-time checks that only its kind has.
    pub checks: TokenStream,
    /// The members of the descriptor that only its kind has.
    pub members: TokenStream,
}

/// The names that differ between the kinds.
struct Names {
    /// The kind and the descriptor's type.
    kind: Ident,
    def: Ident,
    /// The constructor of `Returns`, and the result's type.
    returns: Ident,
    result: TokenStream,
    /// How an argument is read.
    reader: Ident,
}

impl Names {
    fn of(role: Role) -> Self {
        let (kind, result, reader) = match role {
            Role::Tool => ("Tool", quote!(__rt::ToolOutput), "json"),
            Role::Prompt => ("Prompt", quote!(__rt::Vec<__rt::PromptMessage>), "text"),
            Role::Resource => ("Resource", quote!(__rt::Vec<__rt::ResourceContents>), "text"),
            Role::Resolver => unreachable!("a resolver owns no graph"),
        };
        Self {
            kind: format_ident!("{kind}"),
            def: format_ident!("{kind}Def"),
            returns: format_ident!("of_{}", role.noun()),
            result,
            reader: format_ident!("{reader}"),
        }
    }
}

impl Owner<'_> {
    /// Everything beside the function itself.
    pub fn expand(&self) -> TokenStream {
        let signature = self.signature;
        let ident = &signature.ident;
        let companion = shell::companion(&signature.vis, ident);
        let Names { kind, def, returns, result, reader } = Names::of(signature.role);

        let (graph, walk) = self.graph();
        let checks = &self.checks;
        let ret = &signature.ret;
        let returns = generic(ret, &quote!(__rt::Returns::#returns::), &quote!(#ret));
        let returns = call(ret, &returns, quote!());
        let channels = self.channels(&walk);
        let body = self.body(&result);
        let members = &self.members;
        let parameters = self.parameters(&reader);
        let takes = signature.takes().map(id);
        let line = quote_spanned!(ident.span()=> __rt::core::line!());
        let content = quote! {
            #graph
            const __RETURNS: __rt::Returns<#ret, #result> = #returns;
            #channels
            #checks
            #body
            static __DEF: __rt::#def = __rt::#def {
                #members
                parameters: || __rt::Vec::from([#(#parameters),*]),
                takes: &[#(#takes),*],
                walk: &#walk,
                body: __body,
            };
            static __ITEM: __rt::Item = __rt::Item {
                kind: __rt::Kind::#kind(&__DEF),
                place: __rt::Place { file: __rt::core::file!(), line: #line },
                package: __rt::Package {
                    name: __rt::core::env!("CARGO_PKG_NAME"),
                    version: __rt::core::env!("CARGO_PKG_VERSION"),
                },
            };
            #[automatically_derived]
            impl __rt::Offered for #ident {
                const ITEM: &'static __rt::Item = &__ITEM;
            }
            __rt::inventory::submit! { &__ITEM }
        };
        let block = shell::block(self.krate, content);
        quote!(#companion #block)
    }

    /// One walk per resolver that the body takes, each going on from the one before, so that a
    /// complaint stands on the path that brought it; and the name of the last. Most owners take none,
    /// and get nothing to compile.
    fn graph(&self) -> (TokenStream, TokenStream) {
        if self.signature.takes().next().is_none() {
            return (quote!(), quote!(__rt::NO_WALK));
        }
        let ident = &self.signature.ident;
        let variable = walking();
        let mut last = walk(0);
        let mut graph = self.arguments();
        graph.extend(quote!(const #last: __rt::Walk = __rt::Walk::of(__OWNER);));
        for (index, path) in self.signature.takes().enumerate() {
            let next = walk(index + 1);
            let step = step(path, &quote!(&mut #variable));
            let complaint = call(path, &quote!(__rt::report), quote!(#next.complaint(&#last)));
            // In parentheses a path is a type, also where it fails to be one.
            let in_graph = quote!({ #next.is_sound() }, #ident, (#path));
            let in_graph = generic(path, &quote!(__rt::InGraph), &in_graph);
            let fits = generic(path, &quote!(__rt::fits::check::), &in_graph);
            let fits = call(path, &fits, quote!());
            graph.extend(quote! {
                const #next: __rt::Walk = {
                    let mut #variable = #last;
                    #step
                    #variable
                };
                const _: () = #complaint;
                const _: () = #fits;
            });
            last = next;
        }
        (graph, quote!(#last))
    }

    /// The arguments by name, for the resolvers that take them.
    fn arguments(&self) -> TokenStream {
        let ident = &self.signature.ident;
        let impls = self.signature.unmarked().map(|(param, _)| {
            let ty = &param.ty;
            let name = param.name();
            quote_spanned! {start(ty)=>
                #[automatically_derived]
                impl __rt::Arg<{ __rt::hash(#name) }> for #ident {
                    type Stored = <#ty as __rt::Stores>::Stored;
                }
            }
        });
        let kind = self.signature.role.noun();
        let name = self.signature.name();
        let arguments = self.signature.unmarked().map(|(param, _)| {
            let name = param.name();
            let is_argument = is_argument(param);
            quote!(__rt::Argument { name: #name, is_argument: #is_argument })
        });
        quote! {
            #(#impls)*
            const __OWNER: __rt::Owner = __rt::Owner {
                kind: #kind,
                name: #name,
                arguments: &[#(#arguments),*],
            };
        }
    }

    /// Questions by resolvers and by hand do not go together.
    fn channels(&self, walk: &TokenStream) -> TokenStream {
        if self.signature.takes().next().is_none() {
            return quote!();
        }
        let complaint = quote!(#walk.two_channels(__RETURNS.asks_by_hand));
        let check = call(&self.signature.ret, &quote!(__rt::report), complaint);
        quote!(const _: () = #check;)
    }

    fn body(&self, result: &TokenStream) -> TokenStream {
        let reads = reads::statements(self.signature, From::Input);
        let call_it = reads::call(self.signature, From::Input);
        let input = From::Input.variable();
        let boxed = call(
            &self.signature.ident,
            &quote!(__rt::Box::pin),
            quote!(async move {
                #reads
                (__RETURNS.convert)(#call_it)
            }),
        );
        quote! {
            fn __body<'a>(
                mut #input: __rt::Input<'a>,
            ) -> __rt::BoxFuture<'a, __rt::Result<__rt::Step<#result>>> {
                #boxed
            }
        }
    }

    fn parameters(&self, reader: &Ident) -> Vec<TokenStream> {
        let parameter = |(param, argument): (&Param, &Argument)| {
            let ty = &param.ty;
            let ident = param.name();
            let mut members = Vec::new();
            if let Some(name) = &argument.name {
                members.push(quote!(name: #name));
            }
            if let Some(description) = &argument.description {
                members.push(quote!(description: __rt::Some(#description)));
            }
            if !argument.limits.is_empty() {
                let constraints = argument.limits.expand();
                members.push(quote!(constraints: #constraints));
            }
            if let Some(default) = &argument.default {
                let boxed = boxed(param, default);
                members.push(quote!(default: __rt::Some(#boxed)));
            }
            if let Some(json) = argument.default.as_ref().and_then(literal::json) {
                members.push(quote!(default_json: __rt::Some(#json)));
            }
            let read = quote_spanned!(start(ty)=> <__rt::Probe<#ty>>::#reader());
            let state = quote_spanned!(start(ty)=> <__rt::Probe<#ty>>::state());
            quote! {
                __rt::Parameter {
                    #(#members,)*
                    argument: #read,
                    state: #state,
                    ..__rt::Parameter::of(#ident)
                }
            }
        };
        self.signature.unmarked().map(parameter).collect()
    }
}

/// The variable that [`step`] walks with.
pub fn walking() -> Ident {
    local("walk")
}

/// Walks on to a resolver; `borrow` is the walk.
pub fn step(path: &Path, borrow: &TokenStream) -> TokenStream {
    quote_spanned!(start(path)=> <#path>::__mcp_walk(#borrow);)
}

/// The id of a resolver.
pub fn id(path: &Path) -> TokenStream {
    quote_spanned!(start(path)=> <#path>::__MCP_ID)
}

/// Whether a parameter's type makes it an argument.
pub fn is_argument(param: &Param) -> TokenStream {
    let ty = &param.ty;
    quote_spanned!(start(ty)=> <__rt::Probe<#ty>>::IS_ARGUMENT)
}

/// `Some(..)` or `None`.
pub fn option(value: Option<impl quote::ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(__rt::Some(#value)),
        None => quote!(__rt::None),
    }
}

/// The walk after that many resolvers.
pub fn walk(index: usize) -> Ident {
    format_ident!("__WALK_{index}")
}

fn boxed(param: &Param, default: &Expr) -> TokenStream {
    let ty = &param.ty;
    let value = literal::value(default);
    let stored = quote_spanned!(start(ty)=> <#ty as __rt::Stores>::Stored);
    let default = local("default");
    quote! {
        || {
            let #default: #stored = #value;
            __rt::boxed(#default)
        }
    }
}
