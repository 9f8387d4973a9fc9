//! `#[derive(mcp::Form)]` and the attributes inside as they were written.

use proc_macro2::TokenStream;
use syn::{Attribute, Data, DeriveInput, Expr, Fields, Ident, LitStr, Path, Type};

use crate::diag::Diag;
use crate::doc::Doc;
use crate::function::read_options;
use crate::limits::{RawLimits, range};
use crate::options::{expression, path, text};
use crate::slot::Slot;
use crate::symbol;

/// The item.
pub struct Raw {
    pub input: DeriveInput,
    pub krate: Slot<Path>,
    /// The fields of a struct with named ones.
    pub fields: Vec<RawField>,
    /// The variants of an enum.
    pub variants: Vec<RawVariant>,
}

/// A field of a form.
pub struct RawField {
    pub ident: Ident,
    pub ty: Type,
    pub doc: Doc,
    pub title: Slot<LitStr>,
    pub name: Slot<LitStr>,
    pub default: Slot<Expr>,
    pub format: Slot<LitStr>,
    pub limits: RawLimits,
}

/// A variant of a choice.
pub struct RawVariant {
    pub ident: Ident,
    pub fields: Fields,
    pub name: Slot<LitStr>,
    pub title: Slot<LitStr>,
}

impl Raw {
    /// Reads the item.
    pub fn read(item: TokenStream, diag: &Diag) -> Option<Self> {
        let input: DeriveInput = diag.ok(syn::parse2(item))?;
        let mut krate = Slot::default();
        for attribute in named(&input.attrs, symbol::FORM) {
            read_options(attribute, symbol::FORM_OPTIONS, diag, |key, input| {
                krate.fill(key, path(key, input)?)
            });
        }
        let (mut fields, mut variants) = (Vec::new(), Vec::new());
        match &input.data {
            Data::Struct(data) => {
                let named = data.fields.iter().filter_map(|field| Some((field, field.ident.clone()?)));
                fields.extend(named.map(|(field, ident)| RawField::read(field, ident, diag)));
            }
            Data::Enum(data) => {
                variants.extend(data.variants.iter().map(|variant| RawVariant::read(variant, diag)))
            }
            Data::Union(_) => {}
        }
        Some(Self { input, krate, fields, variants })
    }
}

impl RawField {
    fn read(field: &syn::Field, ident: Ident, diag: &Diag) -> Self {
        let mut raw = Self {
            ident,
            ty: field.ty.clone(),
            doc: Doc::read(&field.attrs),
            title: Slot::default(),
            name: Slot::default(),
            default: Slot::default(),
            format: Slot::default(),
            limits: RawLimits::default(),
        };
        for attribute in named(&field.attrs, symbol::FIELD) {
            read_options(attribute, symbol::FIELD_OPTIONS, diag, |key, input| match key.name {
                symbol::TITLE => raw.title.fill(key, text(key, input)?),
                symbol::NAME => raw.name.fill(key, text(key, input)?),
                symbol::DEFAULT => raw.default.fill(key, expression(key, input)?),
                symbol::RANGE => raw.limits.range.fill(key, range(key, input)?),
                symbol::LENGTH => raw.limits.length.fill(key, range(key, input)?),
                _ => raw.format.fill(key, text(key, input)?),
            });
        }
        misplaced(&field.attrs, symbol::CHOICE, "the variants of an enum", diag);
        raw
    }
}

impl RawVariant {
    fn read(variant: &syn::Variant, diag: &Diag) -> Self {
        let mut raw = Self {
            ident: variant.ident.clone(),
            fields: variant.fields.clone(),
            name: Slot::default(),
            title: Slot::default(),
        };
        for attribute in named(&variant.attrs, symbol::CHOICE) {
            read_options(attribute, symbol::CHOICE_OPTIONS, diag, |key, input| match key.name {
                symbol::NAME => raw.name.fill(key, text(key, input)?),
                _ => raw.title.fill(key, text(key, input)?),
            });
        }
        misplaced(&variant.attrs, symbol::FIELD, "the fields of a struct", diag);
        raw
    }
}

fn named<'a>(attributes: &'a [Attribute], name: &'a str) -> impl Iterator<Item = &'a Attribute> {
    attributes.iter().filter(move |attribute| attribute.path().is_ident(name))
}

fn misplaced(attributes: &[Attribute], name: &str, place: &str, diag: &Diag) {
    for attribute in named(attributes, name) {
        diag.error(attribute, format!("`#[{name}(..)]` is for {place}"));
    }
}
