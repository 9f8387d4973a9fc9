//! Default values that are literals: as an expression, and as JSON.

use std::fmt::Write;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

/// The expression that makes the value. A string literal becomes what its type makes of one.
pub fn value(default: &Expr) -> TokenStream {
    match default {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
            quote_spanned!(text.span()=> __rt::core::convert::From::from(#text))
        }
        other => other.to_token_stream(),
    }
}

/// The value as JSON, if it is a literal.
pub fn json(default: &Expr) -> Option<String> {
    match default {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(quoted(&text.value())),
            Lit::Char(letter) => Some(quoted(&letter.value().to_string())),
            Lit::Bool(value) => Some(value.value.to_string()),
            Lit::Int(number) => Some(number.base10_digits().to_owned()),
            Lit::Float(number) => number.base10_parse::<f64>().ok().map(|number| format!("{number:?}")),
            _ => None,
        },
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => match &**expr {
            Expr::Lit(ExprLit { lit: Lit::Int(_) | Lit::Float(_), .. }) => {
                json(expr).map(|number| format!("-{number}"))
            }
            _ => None,
        },
        Expr::Group(group) => json(&group.expr),
        _ => None,
    }
}

fn quoted(text: &str) -> String {
    let mut json = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => json.extend(['\\', letter]),
            control if control < ' ' => {
                // Writing to a string cannot fail.
                let _ = write!(json, "\\u{:04x}", u32::from(control));
            }
            other => json.push(other),
        }
    }
    json.push('"');
    json
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn literals_as_json() {
        let cases: [(Expr, Option<&str>); 10] = [
            (parse_quote!("say \"hi\"\n\\"), Some(r#""say \"hi\"\u000a\\""#)),
            (parse_quote!('x'), Some("\"x\"")),
            (parse_quote!(true), Some("true")),
            (parse_quote!(0x10_u8), Some("16")),
            (parse_quote!(-5), Some("-5")),
            (parse_quote!(-1.5f32), Some("-1.5")),
            (parse_quote!(2.), Some("2.0")),
            (parse_quote!(-x), None),
            (parse_quote!(Size::Large), None),
            (parse_quote!(b"bytes"), None),
        ];
        for (literal, expected) in cases {
            assert_eq!(json(&literal).as_deref(), expected);
        }
    }
}
