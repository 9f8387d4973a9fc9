//! Where generated tokens claim to stand: an error of the compiler is to fall on what the author
//! wrote, and on all of it.
//!
//! On stable Rust two spans cannot be joined, but the compiler joins those of an expression's first
//! and last token by itself.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};

/// The span of the first token.
pub fn start(tokens: impl ToTokens) -> Span {
    let first = tokens.into_token_stream().into_iter().next();
    first.map_or_else(Span::call_site, |token| token.span())
}

/// The span of the last token.
pub fn end(tokens: impl ToTokens) -> Span {
    let last = tokens.into_token_stream().into_iter().last();
    last.map_or_else(Span::call_site, |token| token.span())
}

/// A variable of generated code, which no name of the author's can meet.
pub fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// `function(arguments)`, standing where `target` stands.
pub fn call(target: impl ToTokens, function: &TokenStream, arguments: TokenStream) -> TokenStream {
    let mut parens = Group::new(Delimiter::Parenthesis, arguments);
    parens.set_span(end(&target));
    let function = respan(function, start(&target));
    quote_spanned!(end(target)=> #function #parens)
}

/// `base<arguments>`, standing where `target` stands.
pub fn generic(target: impl ToTokens, base: &TokenStream, arguments: &TokenStream) -> TokenStream {
    let base = respan(base, start(&target));
    let close = quote_spanned!(end(&target)=> >);
    quote_spanned!(start(&target)=> #base<#arguments #close)
}

fn respan(tokens: &TokenStream, span: Span) -> TokenStream {
    let respanned = tokens.clone().into_iter().map(|mut token| {
        token.set_span(span);
        token
    });
    respanned.collect()
}
