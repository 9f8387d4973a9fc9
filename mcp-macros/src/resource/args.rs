//! `#[mcp::resource("..", ..)]` as it was written.

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::{Error, LitStr, Path, Token};

use crate::attribute;
use crate::diag::Diag;
use crate::function::RawFunction;
use crate::krate::Krate;
use crate::options::{flag, path, read_all, text};
use crate::role::Role;
use crate::slot::Slot;
use crate::symbol;

/// The attribute and its function.
pub struct Raw {
    /// The URI or template; none if it is missing, which was said.
    pub uri: Option<LitStr>,
    pub name: Slot<LitStr>,
    pub title: Slot<LitStr>,
    pub mime_type: Slot<LitStr>,
    pub blocking: Slot<()>,
    pub krate: Slot<Path>,
    pub function: RawFunction,
}

impl attribute::Raw for Raw {
    const ROLE: Role = Role::Resource;

    fn read(args: TokenStream, item: TokenStream, diag: &Diag) -> Option<Self> {
        let mut raw = Self {
            uri: None,
            name: Slot::default(),
            title: Slot::default(),
            mime_type: Slot::default(),
            blocking: Slot::default(),
            krate: Slot::default(),
            function: RawFunction::read(item, Role::Resource, diag)?,
        };
        let Some((uri, options)) = diag.ok(split.parse2(args)) else { return Some(raw) };
        raw.uri = Some(uri);
        read_all(options, symbol::RESOURCE_OPTIONS, diag, |key, input| match key.name {
            symbol::NAME => raw.name.fill(key, text(key, input)?),
            symbol::TITLE => raw.title.fill(key, text(key, input)?),
            symbol::MIME_TYPE => raw.mime_type.fill(key, text(key, input)?),
            symbol::BLOCKING => raw.blocking.fill(key, flag(key, input)?),
            _ => raw.krate.fill(key, path(key, input)?),
        });
        Some(raw)
    }

    fn function(&self) -> &RawFunction {
        &self.function
    }

    fn krate(&self) -> Krate {
        Krate::new(&self.krate)
    }
}

/// The URI, and the options after it.
fn split(input: ParseStream) -> syn::Result<(LitStr, TokenStream)> {
    let uri = input.parse().map_err(|error: Error| {
        let text = "a resource has a URI, or a template of URIs: write `#[mcp::resource(\"scheme://..\")]`";
        Error::new(error.span(), text)
    })?;
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok((uri, input.parse()?))
}
