//! `#[mcp::prompt(..)]` as it was written.

use proc_macro2::TokenStream;
use syn::{LitStr, Path};

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
    pub name: Slot<LitStr>,
    pub title: Slot<LitStr>,
    pub blocking: Slot<()>,
    pub krate: Slot<Path>,
    pub function: RawFunction,
}

impl attribute::Raw for Raw {
    const ROLE: Role = Role::Prompt;

    fn read(args: TokenStream, item: TokenStream, diag: &Diag) -> Option<Self> {
        let mut raw = Self {
            name: Slot::default(),
            title: Slot::default(),
            blocking: Slot::default(),
            krate: Slot::default(),
            function: RawFunction::read(item, Role::Prompt, diag)?,
        };
        read_all(args, symbol::PROMPT_OPTIONS, diag, |key, input| match key.name {
            symbol::NAME => raw.name.fill(key, text(key, input)?),
            symbol::TITLE => raw.title.fill(key, text(key, input)?),
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
