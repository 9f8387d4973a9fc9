//! The code that reads a function's parameters and calls it.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;

use crate::signature::{Param, Signature, Source};
use crate::span::{local, start};

/// What the parameters are read from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// `input`, which a body owns: its arguments are taken out.
    Input,
    /// `frame`, which resolvers share: arguments are borrowed.
    Frame,
}

impl From {
    /// The variable.
    pub fn variable(self) -> Ident {
        match self {
            Self::Input => local("__input"),
            Self::Frame => local("__frame"),
        }
    }
}

/// The statements that read the parameters.
pub fn statements(signature: &Signature, from: From) -> TokenStream {
    let (mut unmarked, mut resolved) = (0.., 0..);
    let statements = signature.params.iter().map(|param| {
        let index = match param.source {
            Source::Unmarked(_) => unmarked.next(),
            Source::Resolver(_) => resolved.next(),
        };
        let place = place(param);
        let value = own(signature, param, from, read(param, from, index.unwrap_or_default()));
        quote!(let #place = #value;)
    });
    statements.collect()
}

/// The call of the function, awaited if it is async, wherever it is to run.
pub fn call(signature: &Signature, from: From) -> TokenStream {
    let ident = &signature.ident;
    let arguments = signature.params.iter().map(|param| {
        let place = place(param);
        let owned = !is_borrowed(param, from) || must_own(signature, param);
        if param.by_ref && owned { quote!(&#place) } else { quote!(#place) }
    });
    let call = quote_spanned!(ident.span()=> #ident(#(#arguments),*));
    if signature.blocking {
        quote_spanned!(ident.span()=> __rt::blocking(move || #call).await?)
    } else if signature.is_async {
        quote_spanned!(ident.span()=> #call.await)
    } else {
        call
    }
}

/// Hygiene keeps it apart from the function, should both have one name.
fn place(param: &Param) -> Ident {
    let mut place = param.ident.clone();
    place.set_span(Span::mixed_site().located_at(place.span()));
    place
}

fn read(param: &Param, from: From, index: usize) -> TokenStream {
    let ty = &param.ty;
    let variable = from.variable();
    let index = Literal::usize_unsuffixed(index);
    let span = start(ty);
    match (&param.source, from) {
        (Source::Unmarked(_), From::Input) => {
            quote_spanned!(span=> <__rt::Probe<#ty>>::take(&mut #variable, #index))
        }
        (Source::Unmarked(_), From::Frame) => {
            quote_spanned!(span=> <__rt::Probe<#ty>>::borrow(#variable, #index))
        }
        (Source::Resolver(path), _) => {
            let name = param.name();
            let kind = quote_spanned!(start(path)=> <#path>::__mcp_value().inner().value());
            quote_spanned!(span=> #variable.resolved(#kind, #index).inject::<#ty>(#name)?)
        }
    }
}

/// Whether what was read is borrowed from the call.
fn is_borrowed(param: &Param, from: From) -> bool {
    from == From::Frame || matches!(param.source, Source::Resolver(_))
}

/// Whether the function wants it for itself, or runs where nothing can be borrowed.
fn must_own(signature: &Signature, param: &Param) -> bool {
    !param.by_ref || signature.blocking
}

fn own(signature: &Signature, param: &Param, from: From, value: TokenStream) -> TokenStream {
    let span = start(&param.ty);
    if !is_borrowed(param, from) || !must_own(signature, param) {
        value
    } else if param.by_ref {
        quote_spanned!(span=> __rt::std::borrow::ToOwned::to_owned(#value))
    } else {
        quote_spanned!(span=> __rt::core::clone::Clone::clone(#value))
    }
}
