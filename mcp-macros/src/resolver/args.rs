//! `#[mcp::resolver(..)]` as it was written.

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
    pub key: Slot<LitStr>,
    pub remember: Slot<()>,
    pub blocking: Slot<()>,
    pub krate: Slot<Path>,
    pub function: RawFunction,
}

impl attribute::Raw for Raw {
    const ROLE: Role = Role::Resolver;

    fn read(args: TokenStream, item: TokenStream, diag: &Diag) -> Option<Self> {
        let mut raw = Self {
            key: Slot::default(),
            remember: Slot::default(),
            blocking: Slot::default(),
            krate: Slot::default(),
            function: RawFunction::read(item, Role::Resolver, diag)?,
        };
        read_all(args, symbol::RESOLVER_OPTIONS, diag, |key, input| match key.name {
            symbol::KEY => raw.key.fill(key, text(key, input)?),
            symbol::REMEMBER => raw.remember.fill(key, flag(key, input)?),
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
