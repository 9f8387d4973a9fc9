//! Reads lists of options: `name = "..", flag, list(..)`.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Error, Expr, Ident, Lit, LitBool, LitStr, Path, Result, Token, parenthesized};

use crate::diag::Diag;
use crate::symbol::one_of;

/// The name of an option, one of the legal ones, where it was written.
pub struct Key {
    /// The name.
    pub name: &'static str,
    /// Where it stands.
    pub span: Span,
}

impl Key {
    /// The key for something that is found by itself and not in a list.
    pub fn at(name: &'static str, tokens: impl ToTokens) -> Self {
        Self { name, span: crate::span::start(tokens) }
    }
}

/// Reads every option of a list; `read` parses what follows a key. A mistake in one option does
/// not hide the next one's.
pub fn read_all(
    tokens: TokenStream,
    legal: &[&'static str],
    diag: &Diag,
    mut read: impl FnMut(&Key, ParseStream) -> Result<()>,
) {
    let parser = |input: ParseStream| {
        while !input.is_empty() {
            if let Err(error) = read_one(input, legal, &mut read) {
                diag.push(error);
                while !input.is_empty() && !input.peek(Token![,]) {
                    input.parse::<TokenTree>()?;
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    diag.ok(parser.parse2(tokens));
}

fn read_one(
    input: ParseStream,
    legal: &[&'static str],
    read: &mut impl FnMut(&Key, ParseStream) -> Result<()>,
) -> Result<()> {
    let ident = Ident::parse_any(input)
        .map_err(|error| Error::new(error.span(), format!("not an option, {}", one_of(legal))))?;
    let Some(name) = legal.iter().find(|name| ident == name) else {
        let text = format!("unknown option `{ident}`, {}", one_of(legal));
        return Err(Error::new(ident.span(), text));
    };
    read(&Key { name, span: ident.span() }, input)?;
    if input.is_empty() || input.peek(Token![,]) {
        Ok(())
    } else {
        Err(input.error(format!("expected `,` after option `{name}`")))
    }
}

/// Reads `= ".."`.
pub fn text(key: &Key, input: ParseStream) -> Result<LitStr> {
    let wrong = |span| Error::new(span, format!("write `{} = \"..\"`", key.name));
    input.parse::<Token![=]>().map_err(|_| wrong(key.span))?;
    input.parse().map_err(|error: Error| wrong(error.span()))
}

/// Reads `= ["..", ".."]`.
pub fn texts(key: &Key, input: ParseStream) -> Result<Vec<LitStr>> {
    let wrong = |span| Error::new(span, format!("write `{} = [\"..\"]`", key.name));
    input.parse::<Token![=]>().map_err(|_| wrong(key.span))?;
    let list = input.parse::<Expr>().map_err(|error| wrong(error.span()))?;
    let Expr::Array(list) = list else { return Err(wrong(crate::span::start(list))) };
    let text = |item: Expr| match item {
        Expr::Lit(literal) => match literal.lit {
            Lit::Str(text) => Ok(text),
            other => Err(wrong(other.span())),
        },
        other => Err(wrong(crate::span::start(other))),
    };
    list.elems.into_iter().map(text).collect()
}

/// Reads `= expression`.
pub fn expression(key: &Key, input: ParseStream) -> Result<Expr> {
    let wrong = |span| Error::new(span, format!("write `{} = ..`", key.name));
    input.parse::<Token![=]>().map_err(|_| wrong(key.span))?;
    input.parse().map_err(|error: Error| wrong(error.span()))
}

/// Reads `= path`.
pub fn path(key: &Key, input: ParseStream) -> Result<Path> {
    let wrong = |span| Error::new(span, format!("write `{} = path::to::mcp`", key.name));
    input.parse::<Token![=]>().map_err(|_| wrong(key.span))?;
    input.call(Path::parse_mod_style).map_err(|error| wrong(error.span()))
}

/// Reads nothing: the option stands for itself.
pub fn flag(key: &Key, input: ParseStream) -> Result<()> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(());
    }
    Err(input.error(format!("option `{0}` takes no value: write `{0}`", key.name)))
}

/// Reads nothing, or `= true`, or `= false`.
pub fn hint(key: &Key, input: ParseStream) -> Result<bool> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(true);
    }
    let wrong = |span| Error::new(span, format!("write `{0}` or `{0} = false`", key.name));
    input.parse::<Token![=]>().map_err(|error| wrong(error.span()))?;
    let value: LitBool = input.parse().map_err(|error: Error| wrong(error.span()))?;
    Ok(value.value)
}

/// Reads `(..)`, and gives what stands inside.
pub fn list(key: &Key, example: &str, input: ParseStream) -> Result<TokenStream> {
    if !input.peek(syn::token::Paren) {
        return Err(Error::new(key.span, format!("write `{}({example})`", key.name)));
    }
    let inside;
    parenthesized!(inside in input);
    inside.parse()
}
