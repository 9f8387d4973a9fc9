//! `range(..)` and `length(..)`: the limits of an argument or of a form's field.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::ParseStream;
use syn::{Error, Expr, ExprLit, ExprRange, ExprUnary, Lit, LitStr, RangeLimits, Result, UnOp};

use crate::diag::Diag;
use crate::options::{Key, list};
use crate::slot::Slot;

/// The limits as they were written.
#[derive(Default)]
pub struct RawLimits {
    pub range: Slot<ExprRange>,
    pub length: Slot<ExprRange>,
    pub pattern: Slot<LitStr>,
}

/// Limits that make sense.
#[derive(Default)]
pub struct Limits {
    set: Vec<TokenStream>,
}

/// One end of a range.
#[derive(Clone, Copy)]
enum Bound {
    Int(i128),
    Float(f64),
}

/// Reads `(1..=10)`.
pub fn range(key: &Key, input: ParseStream) -> Result<ExprRange> {
    let tokens = list(key, "1..=10", input)?;
    let wrong = |span| Error::new(span, format!("write `{}(1..=10)`, `(1..)` or `(..=10)`", key.name));
    match syn::parse2(tokens) {
        Ok(Expr::Range(range)) if range.start.is_some() || range.end.is_some() => Ok(range),
        Ok(other) => Err(wrong(crate::span::start(other))),
        Err(_) => Err(wrong(key.span)),
    }
}

impl RawLimits {
    /// Checks the limits.
    pub fn check(&self, diag: &Diag) -> Option<Limits> {
        let mut set = Vec::new();
        let mut sound = true;
        for (slot, check) in [(&self.range, number as Check), (&self.length, length)] {
            match slot.get().map(check) {
                Some(Ok(limits)) => set.extend(limits),
                Some(Err(error)) => {
                    diag.push(error);
                    sound = false;
                }
                None => {}
            }
        }
        if let Some(pattern) = self.pattern.get() {
            set.push(quote!(pattern: __rt::Some(#pattern)));
        }
        sound.then_some(Limits { set })
    }
}

type Check = fn(&ExprRange) -> Result<Vec<TokenStream>>;

impl Limits {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// The limits as an expression.
    pub fn expand(&self) -> TokenStream {
        let set = &self.set;
        if set.is_empty() {
            return quote!(__rt::Constraints::NONE);
        }
        quote!(__rt::Constraints { #(#set,)* ..__rt::Constraints::NONE })
    }
}

fn number(range: &ExprRange) -> Result<Vec<TokenStream>> {
    let wrong = |expr: &Expr| Error::new_spanned(expr, "a limit is a number, written out");
    let start = range.start.as_deref().map(|expr| bound(expr).ok_or_else(|| wrong(expr))).transpose()?;
    let end = range.end.as_deref().map(|expr| bound(expr).ok_or_else(|| wrong(expr))).transpose()?;
    let half_open = matches!(range.limits, RangeLimits::HalfOpen(_));
    if let (Some(start), Some(end)) = (start, end)
        && !start.is_below(end, half_open)
    {
        return Err(Error::new_spanned(range, "no number is in this range"));
    }
    let mut limits = Vec::new();
    if let Some(start) = start.map(Bound::expand) {
        limits.push(quote!(minimum: __rt::Some(#start)));
    }
    if let Some(end) = end.map(Bound::expand) {
        limits.push(match half_open {
            true => quote!(exclusive_maximum: __rt::Some(#end)),
            false => quote!(maximum: __rt::Some(#end)),
        });
    }
    Ok(limits)
}

fn length(range: &ExprRange) -> Result<Vec<TokenStream>> {
    let count = |expr: &Expr| match bound(expr) {
        Some(Bound::Int(count)) => {
            usize::try_from(count).map_err(|_| Error::new_spanned(expr, "a length is not negative"))
        }
        _ => Err(Error::new_spanned(expr, "a length is a whole number, written out")),
    };
    let start = range.start.as_deref().map(count).transpose()?;
    let end = range.end.as_deref().map(count).transpose()?;
    let end = match range.limits {
        RangeLimits::HalfOpen(_) => {
            let below = |end: usize| end.checked_sub(1);
            let empty = || Error::new_spanned(range, "no length is in this range");
            end.map(|end| below(end).ok_or_else(empty)).transpose()?
        }
        RangeLimits::Closed(_) => end,
    };
    if start.zip(end).is_some_and(|(start, end)| start > end) {
        return Err(Error::new_spanned(range, "no length is in this range"));
    }
    let mut limits = Vec::new();
    if let Some(start) = start {
        limits.push(quote!(min_length: __rt::Some(#start)));
    }
    if let Some(end) = end {
        limits.push(quote!(max_length: __rt::Some(#end)));
    }
    Ok(limits)
}

fn bound(expr: &Expr) -> Option<Bound> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => int.base10_parse().ok().map(Bound::Int),
        Expr::Lit(ExprLit { lit: Lit::Float(float), .. }) => float.base10_parse().ok().map(Bound::Float),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => match bound(expr)? {
            Bound::Int(int) => Some(Bound::Int(-int)),
            Bound::Float(float) => Some(Bound::Float(-float)),
        },
        Expr::Group(group) => bound(&group.expr),
        _ => None,
    }
}

impl Bound {
    fn is_below(self, other: Self, strictly: bool) -> bool {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a < b || (a == b && !strictly),
            (a, b) => a.to_f64() < b.to_f64() || (a.to_f64() <= b.to_f64() && !strictly),
        }
    }

    fn to_f64(self) -> f64 {
        match self {
            Self::Int(int) => int as f64,
            Self::Float(float) => float,
        }
    }

    fn expand(self) -> TokenStream {
        match self {
            Self::Int(int) => {
                let int = proc_macro2::Literal::i128_unsuffixed(int);
                quote!(__rt::Number::Int(#int))
            }
            Self::Float(float) => quote!(__rt::Number::Float(#float)),
        }
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn text(limits: Result<Vec<TokenStream>>) -> String {
        match limits {
            Ok(limits) => quote!(#(#limits),*).to_string().replace("__rt :: Some ", ""),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn ranges() {
        let int = "__rt :: Number :: Int";
        assert_eq!(
            text(number(&parse_quote!(-1..=10))),
            format!("minimum : ({int} (- 1)) , maximum : ({int} (10))")
        );
        assert_eq!(text(number(&parse_quote!(..2))), format!("exclusive_maximum : ({int} (2))"));
        assert_eq!(text(number(&parse_quote!(0.5..))), "minimum : (__rt :: Number :: Float (0.5f64))");
        assert_eq!(text(number(&parse_quote!(3..3))), "no number is in this range");
        assert_eq!(text(number(&parse_quote!(2.5..=1))), "no number is in this range");
        assert_eq!(text(number(&parse_quote!(..MAX))), "a limit is a number, written out");
    }

    #[test]
    fn lengths() {
        assert_eq!(text(length(&parse_quote!(1..80))), "min_length : (1usize) , max_length : (79usize)");
        assert_eq!(text(length(&parse_quote!(..=80))), "max_length : (80usize)");
        assert_eq!(text(length(&parse_quote!(..0))), "no length is in this range");
        assert_eq!(text(length(&parse_quote!(5..5))), "no length is in this range");
        assert_eq!(text(length(&parse_quote!(-1..))), "a length is not negative");
        assert_eq!(text(length(&parse_quote!(..1.5))), "a length is a whole number, written out");
    }
}
