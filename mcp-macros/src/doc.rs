//! Doc comments, which become descriptions.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, Lit, Meta};

/// A doc comment, line by line.
#[derive(Default)]
pub struct Doc {
    lines: Vec<Line>,
}

enum Line {
    Text(String),
    /// `#[doc = include_str!("..")]`.
    Expression(TokenStream),
}

/// Whether an attribute is a line of a doc comment.
pub fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}

impl Doc {
    /// The doc comment among `attributes`.
    pub fn read(attributes: &[Attribute]) -> Self {
        let line = |attribute: &Attribute| match &attribute.meta {
            Meta::NameValue(line) if is_doc(attribute) => Some(match &line.value {
                Expr::Lit(literal) => match &literal.lit {
                    Lit::Str(text) => Line::Text(text.value()),
                    other => Line::Expression(other.to_token_stream()),
                },
                other => Line::Expression(other.to_token_stream()),
            }),
            _ => None,
        };
        Self { lines: attributes.iter().filter_map(line).collect() }
    }

    /// The description as an expression of type `&'static str`.
    pub fn description(&self) -> Option<TokenStream> {
        let mut parts: Vec<TokenStream> = Vec::new();
        let mut text = String::new();
        for (index, line) in self.lines.iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            match line {
                Line::Text(line) => text.push_str(line.strip_prefix(' ').unwrap_or(line)),
                Line::Expression(expression) => {
                    parts.extend([text.to_token_stream(), expression.clone()]);
                    text.clear();
                }
            }
        }
        if parts.is_empty() {
            let text = text.trim();
            return (!text.is_empty()).then(|| text.to_token_stream());
        }
        parts.push(text.to_token_stream());
        Some(quote!(__rt::core::concat!(#(#parts),*)))
    }
}

#[cfg(test)]
mod tests {
    use syn::{Attribute, parse_quote};

    use super::*;

    fn description(attributes: &[Attribute]) -> Option<String> {
        Doc::read(attributes).description().map(|tokens| tokens.to_string())
    }

    #[test]
    fn lines_are_joined_and_the_edges_trimmed() {
        let attributes: Vec<Attribute> = vec![
            parse_quote!(#[doc = " Orders a book."]),
            parse_quote!(#[must_use]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = "   - indented"]),
            parse_quote!(#[doc = ""]),
        ];
        assert_eq!(description(&attributes).unwrap(), r#""Orders a book.\n\n  - indented""#);
    }

    #[test]
    fn an_empty_comment_is_none() {
        assert_eq!(description(&[]), None);
        assert_eq!(description(&[parse_quote!(#[doc = " "])]), None);
        assert_eq!(description(&[parse_quote!(#[doc(hidden)])]), None);
    }

    #[test]
    fn an_included_file_is_part_of_it() {
        let attributes = [parse_quote!(#[doc = " See:"]), parse_quote!(#[doc = include_str!("a.md")])];
        let text = description(&attributes).unwrap();
        assert!(text.contains(r#""See:\n" , include_str ! ("a.md")"#), "{text}");
    }
}
