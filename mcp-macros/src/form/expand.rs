//! A form as descriptors and calls into the runtime.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use crate::form::args::Raw;
use crate::form::model::{Choice, Field, Kind, Model};
use crate::krate::Krate;
use crate::literal;
use crate::owner::option;
use crate::shell;
use crate::span::start;

/// The implementations.
pub fn expand(model: &Model) -> TokenStream {
    let Model { krate, ident, kind } = model;
    match kind {
        Kind::Form(fields) => shell::block(krate, form(ident, fields)),
        Kind::Choice(choices) => shell::block(krate, choice(ident, choices)),
    }
}

/// The errors, and implementations that keep them from being followed by others.
pub fn stub(errors: &TokenStream, raw: &Raw) -> TokenStream {
    let ident = &raw.input.ident;
    if !raw.input.generics.params.is_empty() {
        return errors.clone();
    }
    let stub = match &raw.input.data {
        syn::Data::Enum(_) => choice(ident, &[]),
        syn::Data::Struct(_) | syn::Data::Union(_) => quote! {
            impl __rt::Form for #ident {
                fn schema() -> &'static __rt::FormSchema {
                    __rt::core::panic!("it did not compile")
                }
                fn read(_: &__rt::FormReader) -> __rt::Option<Self> {
                    __rt::None
                }
            }
        },
    };
    let block = shell::block(&Krate::new(&raw.krate), stub);
    quote!(#errors #block)
}

fn form(ident: &Ident, fields: &[Field]) -> TokenStream {
    let names: Vec<Ident> = (0..fields.len()).map(|index| format_ident!("__FIELD_{index}")).collect();
    let constants = fields.iter().zip(&names).map(|(field, name)| {
        let ty = &field.ty;
        let descriptor = descriptor(field);
        quote!(const #name: __rt::Field<#ty> = #descriptor;)
    });
    let idents = fields.iter().map(|field| &field.ident);
    quote! {
        #(#constants)*
        #[automatically_derived]
        impl __rt::Form for #ident {
            fn schema() -> &'static __rt::FormSchema {
                static SCHEMA: __rt::std::sync::LazyLock<__rt::FormSchema> =
                    __rt::std::sync::LazyLock::new(|| __rt::FormSchema::new(__rt::Vec::from([#(#names.property()),*])));
                &SCHEMA
            }
            fn read(reader: &__rt::FormReader) -> __rt::Option<Self> {
                __rt::Some(Self { #(#idents: reader.field(&#names)?,)* })
            }
        }
    }
}

fn descriptor(field: &Field) -> TokenStream {
    let Field { ty, name, title, description, default, format, limits, .. } = field;
    let mut tokens = quote_spanned!(start(ty)=> __rt::Field::of::<#ty>(#name, #title));
    if let Some(description) = description {
        tokens.extend(quote!(.description(#description)));
    }
    if !limits.is_empty() {
        let constraints = limits.expand();
        tokens.extend(quote!(.constraints(#constraints)));
    }
    if let Some(format) = format {
        tokens.extend(quote!(.format(#format)));
    }
    if let Some(default) = default {
        let value = literal::value(default);
        tokens.extend(quote!(.default(|| #value)));
    }
    tokens
}

fn choice(ident: &Ident, choices: &[Choice]) -> TokenStream {
    let values = choices.iter().map(|choice| {
        let name = &choice.name;
        let title = option(choice.title.as_ref());
        quote!((#name, #title))
    });
    let variants: Vec<&Ident> = choices.iter().map(|choice| &choice.ident).collect();
    let indices: Vec<Literal> = (0..choices.len()).map(Literal::usize_unsuffixed).collect();
    let index = match choices {
        [] => quote!(__rt::core::panic!("it did not compile")),
        _ => quote!(match self { #(Self::#variants => #indices,)* }),
    };
    quote! {
        #[automatically_derived]
        impl __rt::Choice for #ident {
            const CHOICES: &'static [(&'static __rt::str, __rt::Option<&'static __rt::str>)] =
                &[#(#values),*];
            fn choice(index: __rt::core::primitive::usize) -> __rt::Option<Self> {
                match index {
                    #(#indices => __rt::Some(Self::#variants),)*
                    _ => __rt::None,
                }
            }
            fn index(&self) -> __rt::core::primitive::usize {
                #index
            }
        }
        #[automatically_derived]
        impl __rt::FormField for #ident {
            fn schema() -> __rt::Value {
                __rt::choices::<Self>()
            }
            fn read(value: &__rt::Value) -> __rt::Option<Self> {
                __rt::read_choice(value)
            }
            fn write(&self) -> __rt::Value {
                __rt::write_choice(self)
            }
        }
    }
}
