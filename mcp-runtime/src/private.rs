//! Layer 7: everything that expansions may name; imported by nothing. Not a public interface.

pub use core;
pub use inventory;
pub use std;
pub use std::boxed::Box;
pub use std::option::Option::{self, None, Some};
pub use std::primitive::str;
pub use std::result::Result::Ok;
pub use std::vec::Vec;

pub use crate::context::{BoxFuture, StateNeed};
pub use crate::error::{Error, Result};
pub use crate::handler::{
    Item, Kind, Offered, Package, Parameter, Place, PromptDef, ResourceDef, ToolDef, template,
};
pub use crate::output::{Returns, Step, ToolOutput};
pub use crate::protocol::content::ResourceContents;
pub use crate::protocol::prompts::PromptMessage;
pub use crate::protocol::tools::ToolAnnotations;
pub use crate::resolve::fits::{self, Arg, ByName, FilledBy, FitsIn, InGraph, Stores};
pub use crate::resolve::input::{Frame, Input};
pub use crate::resolve::no_resolver::NoResolver;
pub use crate::resolve::node::{Boxed, Need, Node, Remember, Resolver, Settled};
pub use crate::resolve::probe::{Fallback, JsonParam, Probe, TextParam};
pub use crate::resolve::question::{
    Choice, Field, Form, FormField, FormReader, FormSchema, choices, read_choice, write_choice,
};
pub use crate::resolve::text::{Text, hash};
pub use crate::resolve::walk::{Argument, Owner, Walk};
pub use crate::schema::{Constraints, Number};

/// A JSON value. Were it re-exported, the compiler would know two things named `String`, and write
/// `std::string::String` in what it tells the author.
pub type Value = serde_json::Value;

/// Fails the author's build with `complaint`, on the span of the call.
#[track_caller]
pub const fn report(complaint: Option<Text>) {
    if let Some(text) = complaint {
        panic!("{}", text.as_str());
    }
}

/// The graph of what takes no resolver.
pub static NO_WALK: Walk = Walk::of(Owner { kind: "", name: "", arguments: &[] });

/// The states among what parameters need.
pub fn states<const N: usize>(needs: [Option<StateNeed>; N]) -> Vec<StateNeed> {
    needs.into_iter().flatten().collect()
}

/// Boxes a default value.
pub fn boxed<T: std::any::Any + Send + Sync>(value: T) -> Boxed {
    Box::new(value)
}

/// Runs a plain function on the blocking pool.
///
/// # Errors
/// The function panicked.
pub async fn blocking<T: Send + 'static>(function: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    match tokio::task::spawn_blocking(function).await {
        Ok(value) => Ok(value),
        Err(error) => Err(match error.try_into_panic() {
            Ok(_) => Error::panicked(),
            Err(error) => error.into(),
        }),
    }
}
