//! One value of an attribute: at most once, and with the place it stands at.

use proc_macro2::Span;
use syn::{Error, Result};

use crate::options::Key;

/// The value of an option, if it was given.
pub struct Slot<T> {
    found: Option<(T, Span)>,
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self { found: None }
    }
}

impl<T> Slot<T> {
    /// Takes the value of `key`, once.
    pub fn fill(&mut self, key: &Key, value: T) -> Result<()> {
        if self.found.is_some() {
            return Err(Error::new(key.span, format!("`{}` is given twice", key.name)));
        }
        self.found = Some((value, key.span));
        Ok(())
    }

    /// The value.
    pub fn get(&self) -> Option<&T> {
        self.found.as_ref().map(|(value, _)| value)
    }

    /// Where the option stands.
    pub fn span(&self) -> Option<Span> {
        self.found.as_ref().map(|(_, span)| *span)
    }
}
