//! Collects every error of one expansion.

use std::cell::{Cell, RefCell};
use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Error;

/// The errors found so far. Dropping it without [`Diag::finish`] is a bug, and panics.
#[derive(Default)]
pub struct Diag {
    errors: RefCell<Vec<Error>>,
    finished: Cell<bool>,
}

impl Diag {
    /// Adds an error on `tokens`.
    pub fn error(&self, tokens: impl ToTokens, text: impl Display) {
        self.push(Error::new_spanned(tokens, text));
    }

    /// Adds an error.
    pub fn push(&self, error: Error) {
        self.errors.borrow_mut().push(error);
    }

    /// The value, or an error more.
    pub fn ok<T>(&self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// The model, or everything that is wrong with it as `compile_error!` calls.
    ///
    /// # Panics
    /// If there is neither a model nor an error.
    pub fn finish<T>(self, model: Option<T>) -> Result<T, TokenStream> {
        self.finished.set(true);
        match (self.errors.take().as_slice(), model) {
            ([], Some(model)) => Ok(model),
            ([], None) => panic!("a check failed without saying why"),
            (errors, _) => Err(errors.iter().map(Error::to_compile_error).collect()),
        }
    }
}

impl Drop for Diag {
    fn drop(&mut self) {
        if !self.finished.get() && !std::thread::panicking() {
            panic!("errors were collected but never reported");
        }
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;

    #[test]
    fn every_error_is_reported() {
        let diag = Diag::default();
        diag.push(Error::new(Span::call_site(), "first"));
        diag.push(Error::new(Span::call_site(), "second"));
        let errors = diag.finish(Some(())).unwrap_err().to_string();
        assert!(errors.contains("first") && errors.contains("second"));
    }

    #[test]
    #[should_panic = "never reported"]
    fn forgetting_to_report_is_a_panic() {
        drop(Diag::default());
    }

    #[test]
    #[should_panic = "without saying why"]
    fn failing_without_an_error_is_a_panic() {
        let _ = Diag::default().finish(None::<()>);
    }
}
