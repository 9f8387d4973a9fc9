//! `#[mcp::tool(..)]` as it was written.

use proc_macro2::TokenStream;
use syn::{LitStr, Path};

use crate::attribute;
use crate::diag::Diag;
use crate::function::RawFunction;
use crate::krate::Krate;
use crate::options::{flag, hint, list, path, read_all, text, texts};
use crate::role::Role;
use crate::slot::Slot;
use crate::symbol;

/// The attribute and its function.
pub struct Raw {
    pub name: Slot<LitStr>,
    pub title: Slot<LitStr>,
    pub annotations: Slot<Annotations>,
    pub icons: Slot<Vec<LitStr>>,
    pub meta: Slot<LitStr>,
    pub blocking: Slot<()>,
    pub krate: Slot<Path>,
    pub function: RawFunction,
}

/// `annotations(..)`.
#[derive(Default)]
pub struct Annotations {
    pub read_only: Slot<bool>,
    pub destructive: Slot<bool>,
    pub idempotent: Slot<bool>,
    pub open_world: Slot<bool>,
}

impl attribute::Raw for Raw {
    const ROLE: Role = Role::Tool;

    fn read(args: TokenStream, item: TokenStream, diag: &Diag) -> Option<Self> {
        let mut raw = Self {
            name: Slot::default(),
            title: Slot::default(),
            annotations: Slot::default(),
            icons: Slot::default(),
            meta: Slot::default(),
            blocking: Slot::default(),
            krate: Slot::default(),
            function: RawFunction::read(item, Role::Tool, diag)?,
        };
        read_all(args, symbol::TOOL_OPTIONS, diag, |key, input| match key.name {
            symbol::NAME => raw.name.fill(key, text(key, input)?),
            symbol::TITLE => raw.title.fill(key, text(key, input)?),
            symbol::ANNOTATIONS => {
                let tokens = list(key, "read_only", input)?;
                raw.annotations.fill(key, Annotations::read(tokens, diag))
            }
            symbol::ICONS => raw.icons.fill(key, texts(key, input)?),
            symbol::META => raw.meta.fill(key, text(key, input)?),
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

impl Annotations {
    fn read(tokens: TokenStream, diag: &Diag) -> Self {
        let mut hints = Self::default();
        read_all(tokens, symbol::ANNOTATIONS_OPTIONS, diag, |key, input| {
            let slot = match key.name {
                symbol::READ_ONLY => &mut hints.read_only,
                symbol::DESTRUCTIVE => &mut hints.destructive,
                symbol::IDEMPOTENT => &mut hints.idempotent,
                _ => &mut hints.open_world,
            };
            slot.fill(key, hint(key, input)?)
        });
        hints
    }
}
