//! A function and what our attributes on its parameters say, as it was written.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::{Attribute, FnArg, ItemFn, LitStr, Pat, Path, Token, Type, Visibility};

use crate::argument::RawArgument;
use crate::diag::Diag;
use crate::doc::{Doc, is_doc};
use crate::options::{Key, read_all};
use crate::role::Role;
use crate::slot::Slot;
use crate::symbol::{ARG, RESOLVE};

/// A function without our attributes, and what they said.
pub struct RawFunction {
    /// The function as it is emitted.
    pub item: ItemFn,
    /// Its parameters, but for a receiver.
    pub params: Vec<RawParam>,
}

/// A parameter.
pub struct RawParam {
    pub pat: Pat,
    pub ty: Type,
    pub doc: Doc,
    pub resolve: Slot<Path>,
    pub arg: Option<RawArgument>,
}

impl RawFunction {
    /// Reads an item, or says that it is no function.
    pub fn read(item: TokenStream, role: Role, diag: &Diag) -> Option<Self> {
        let Ok(mut item) = syn::parse2::<ItemFn>(item.clone()) else {
            let text = format!("#[mcp::{}] goes on a function with a body", role.noun());
            diag.error(first_line(item), text);
            return None;
        };
        let params = item.sig.inputs.iter_mut().filter_map(|input| match input {
            FnArg::Receiver(_) => None,
            FnArg::Typed(param) => {
                let ours = take_ours(&mut param.attrs);
                Some(RawParam::read(*param.pat.clone(), *param.ty.clone(), &ours, role, diag))
            }
        });
        let params = params.collect();
        Some(Self { item, params })
    }

    /// The function's name.
    pub fn ident(&self) -> &syn::Ident {
        &self.item.sig.ident
    }

    /// The function's name, as names on the wire are written.
    pub fn name(&self) -> String {
        self.ident().unraw().to_string()
    }

    /// The name that an option gives, or else the function's.
    pub fn wire_name(&self, option: &Slot<LitStr>, role: Role, diag: &Diag) -> Option<String> {
        match option.get() {
            Some(name) if name.value().is_empty() => {
                diag.error(name, format!("the name of a {} is not empty", role.noun()));
                None
            }
            Some(name) => Some(name.value()),
            None => Some(self.name()),
        }
    }

    /// The function's visibility.
    pub fn vis(&self) -> &Visibility {
        &self.item.vis
    }
}

impl RawParam {
    fn read(pat: Pat, ty: Type, ours: &[Attribute], role: Role, diag: &Diag) -> Self {
        let mut param = Self { pat, ty, doc: Doc::read(ours), resolve: Slot::default(), arg: None };
        for attribute in ours {
            if attribute.path().is_ident(RESOLVE) {
                diag.ok(param.read_resolve(attribute));
            } else if attribute.path().is_ident(ARG) {
                let arg = param.arg.get_or_insert_with(|| RawArgument::new(attribute));
                arg.read(attribute, role, diag);
            }
        }
        param
    }

    fn read_resolve(&mut self, attribute: &Attribute) -> syn::Result<()> {
        let path = attribute.parse_args_with(|input: syn::parse::ParseStream| {
            let path = input.call(Path::parse_mod_style)?;
            if input.peek(Token![,]) {
                return Err(input.error("a parameter takes the value of one resolver"));
            }
            Ok(path)
        });
        let path = path.map_err(|error| match attribute.meta {
            syn::Meta::List(_) => error,
            _ => syn::Error::new_spanned(attribute, "write `#[resolve(path::to::resolver)]`"),
        })?;
        let second = |_| {
            syn::Error::new_spanned(
                attribute,
                "a parameter takes the value of one resolver, and has one already",
            )
        };
        self.resolve.fill(&Key::at(RESOLVE, attribute.path()), path).map_err(second)
    }
}

/// Removes and returns our attributes and the doc comment, which the compiler allows on no parameter.
fn take_ours(attributes: &mut Vec<Attribute>) -> Vec<Attribute> {
    let is_ours = |attribute: &Attribute| {
        is_doc(attribute) || attribute.path().is_ident(RESOLVE) || attribute.path().is_ident(ARG)
    };
    let (ours, others) = std::mem::take(attributes).into_iter().partition(is_ours);
    *attributes = others;
    ours
}

/// Reads the options of `#[arg(..)]`.
pub fn read_options(
    attribute: &Attribute,
    legal: &[&'static str],
    diag: &Diag,
    read: impl FnMut(&Key, syn::parse::ParseStream) -> syn::Result<()>,
) {
    match &attribute.meta {
        syn::Meta::List(list) => read_all(list.tokens.clone(), legal, diag, read),
        other => {
            diag.error(other, format!("write the options in parentheses, {}", crate::symbol::one_of(legal)))
        }
    }
}

/// Everything before the item's body, which is where its kind is said.
fn first_line(item: TokenStream) -> TokenStream {
    let is_body = |token: &proc_macro2::TokenTree| matches!(token, proc_macro2::TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Brace);
    let mut head = TokenStream::new();
    let mut skipped_attribute = false;
    for token in item {
        match &token {
            proc_macro2::TokenTree::Punct(pound) if pound.as_char() == '#' => skipped_attribute = true,
            _ if std::mem::take(&mut skipped_attribute) => {}
            body if is_body(body) => break,
            _ => head.extend([token]),
        }
    }
    head
}
