//! State that is built once at start and shared by every call.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A value that was set up once, by `Server::state` or a lifespan; it dereferences to `T`.
///
/// Any function of the author's may take one. The start of the server fails if nothing set up a
/// `T`, and names the function that wants it.
pub struct State<T>(Arc<T>);

impl<T> State<T> {
    /// Wraps a value, to call a function in a test.
    pub fn new(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Deref for State<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for State<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A type of state that a function takes.
#[derive(Clone, Copy, Debug)]
pub struct StateNeed {
    id: TypeId,
    name: &'static str,
}

impl StateNeed {
    /// The need for a `State<T>`.
    #[must_use]
    pub fn of<T: 'static>() -> Self {
        Self { id: TypeId::of::<T>(), name: std::any::type_name::<T>() }
    }

    /// The type's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// Every state of a server, by type.
#[derive(Default)]
pub struct States {
    values: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
}

impl States {
    /// Adds a state; a second one of the same type takes its place.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.values.insert(TypeId::of::<T>(), Box::new(State::new(value)));
    }

    /// Takes over every state of `other`.
    pub fn extend(&mut self, other: Self) {
        self.values.extend(other.values);
    }

    /// Whether a state of that type was set up.
    #[must_use]
    pub fn has(&self, need: &StateNeed) -> bool {
        self.values.contains_key(&need.id)
    }

    pub(super) fn get<T: Send + Sync + 'static>(&self) -> Option<&State<T>> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref()
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("States").field("count", &self.values.len()).finish()
    }
}
