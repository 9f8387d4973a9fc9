//! What a type has where a resolver was expected, so that the mistake is told once.

use std::marker::PhantomData;

use crate::resolve::node::Resolver;
use crate::resolve::probe::Probe;
use crate::resolve::walk::Walk;

/// Stands for the inherent items of a resolver's type where a type is no resolver: all that is
/// missed then is [`Resolver`].
pub trait NoResolver {
    /// Stands for the node's id.
    const __MCP_ID: &'static str = "";

    /// Stands for the walk; the compiler asks for a [`Resolver`].
    fn __mcp_walk(_: &mut Walk)
    where
        Self: Resolver,
    {
    }

    /// Stands for what is known of the value.
    #[must_use]
    fn __mcp_value() -> Probe<Nothing> {
        Probe::NEW
    }
}

impl<T: ?Sized> NoResolver for T {}

/// The value of what is no resolver.
pub struct Nothing;

impl Probe<Nothing> {
    /// Whatever the parameter asks for.
    #[must_use]
    pub fn value<T>(self) -> PhantomData<T> {
        PhantomData
    }
}
