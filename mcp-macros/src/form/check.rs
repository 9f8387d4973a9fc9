//! Whether an item is flat, and so a form.

use std::collections::HashSet;

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Data, Fields, Ident, LitStr};

use crate::diag::Diag;
use crate::form::args::{Raw, RawField, RawVariant};
use crate::form::model::{Choice, Field, Kind, Model};
use crate::krate::Krate;
use crate::slot::Slot;
use crate::symbol::{FORMATS, one_of};

/// The form or choice, or every reason why there is none.
pub fn check(raw: &Raw, diag: &Diag) -> Option<Model> {
    let generics = &raw.input.generics;
    if !generics.params.is_empty() {
        diag.error(&generics.params, "a form has no generic parameters: write the types");
    }
    let kind = match &raw.input.data {
        Data::Union(data) => {
            diag.error(data.union_token, "a form is a struct with named fields, a choice an enum");
            None
        }
        Data::Struct(data) => match &data.fields {
            Fields::Unnamed(fields) => {
                diag.error(fields, "the fields of a form have names: write `{ name: Type }`");
                None
            }
            Fields::Named(_) | Fields::Unit => fields(&raw.fields, diag).map(Kind::Form),
        },
        Data::Enum(_) => choices(&raw.variants, &raw.input.ident, diag).map(Kind::Choice),
    };
    (generics.params.is_empty()).then_some(())?;
    Some(Model { krate: Krate::new(&raw.krate), ident: raw.input.ident.clone(), kind: kind? })
}

fn fields(raw: &[RawField], diag: &Diag) -> Option<Vec<Field>> {
    let mut names = HashSet::new();
    let field = |raw: &RawField| {
        let name = name(&raw.name, &raw.ident, &mut names, diag);
        let limits = raw.limits.check(diag);
        if let Some(format) = raw.format.get().filter(|format| !FORMATS.contains(&format.value().as_str())) {
            diag.error(format, format!("no format of a form, {}", one_of(FORMATS)));
            return None;
        }
        Some(Field {
            ident: raw.ident.clone(),
            ty: raw.ty.clone(),
            name: name?,
            title: raw.title.get().map_or_else(|| in_words(&raw.ident.unraw().to_string()), LitStr::value),
            description: raw.doc.description(),
            default: raw.default.get().cloned(),
            format: raw.format.get().cloned(),
            limits: limits?,
        })
    };
    let fields: Vec<Option<Field>> = raw.iter().map(field).collect();
    fields.into_iter().collect()
}

fn choices(raw: &[RawVariant], ident: &Ident, diag: &Diag) -> Option<Vec<Choice>> {
    if raw.is_empty() {
        diag.error(ident, "an enum without variants leaves nothing to choose");
        return None;
    }
    let mut names = HashSet::new();
    let choice = |raw: &RawVariant| {
        if !matches!(raw.fields, Fields::Unit) {
            diag.error(&raw.fields, "a choice has no data: users pick one of the names");
            return None;
        }
        let name = name(&raw.name, &raw.ident, &mut names, diag)?;
        Some(Choice { ident: raw.ident.clone(), name, title: raw.title.get().cloned() })
    };
    let choices: Vec<Option<Choice>> = raw.iter().map(choice).collect();
    choices.into_iter().collect()
}

fn name(option: &Slot<LitStr>, ident: &Ident, taken: &mut HashSet<String>, diag: &Diag) -> Option<String> {
    let (name, tokens) = match option.get() {
        Some(name) => (name.value(), name.to_token_stream()),
        None => (ident.unraw().to_string(), ident.to_token_stream()),
    };
    if name.is_empty() {
        diag.error(tokens, "a name is not empty");
        return None;
    }
    if !taken.insert(name.clone()) {
        diag.error(tokens, format!("a second one with the name `{name}`"));
        return None;
    }
    Some(name)
}

/// `shipping_address` as people read it.
fn in_words(ident: &str) -> String {
    let words = ident.trim_matches('_').replace('_', " ");
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => ident.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn names_in_words() {
        assert_eq!(in_words("confirm"), "Confirm");
        assert_eq!(in_words("shipping_address"), "Shipping address");
        assert_eq!(in_words("_hidden"), "Hidden");
        assert_eq!(in_words("_"), "_");
    }
}
