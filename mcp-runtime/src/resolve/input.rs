//! What the generated code of a resolver or a body reads its parameters from.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::OnceLock;

use crate::context::Context;
use crate::resolve::answer::Resolved;
use crate::resolve::node::Boxed;
use crate::resolve::plan::Step;

/// The arguments of one call, each deserialised once, in the order of the owner's parameters.
#[derive(Default)]
pub struct Args {
    values: Vec<Option<Boxed>>,
}

impl Args {
    /// The arguments of a call; an injected parameter has none.
    #[must_use]
    pub fn new(values: Vec<Option<Boxed>>) -> Self {
        Self { values }
    }

    fn get<T: 'static>(&self, index: usize) -> &T {
        let value = self.values.get(index).and_then(Option::as_deref);
        value
            .and_then(|value| (value as &dyn Any).downcast_ref())
            .unwrap_or_else(|| misplaced::<T>("argument"))
    }

    fn take<T: 'static>(&mut self, index: usize) -> T {
        let value = self.values.get_mut(index).and_then(Option::take);
        match value.map(|value| (value as Box<dyn Any>).downcast::<T>()) {
            Some(Ok(value)) => *value,
            _ => misplaced::<T>("argument"),
        }
    }
}

/// The values of one round, one place per node of the graph.
#[derive(Default)]
pub struct Slots {
    values: Vec<OnceLock<Boxed>>,
}

impl Slots {
    /// Empty places for that many nodes.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { values: std::iter::repeat_with(OnceLock::new).take(count).collect() }
    }

    pub(super) fn fill(&self, index: usize, value: Boxed) {
        // A node runs once per round, so that the place is always free.
        let _ = self.values[index].set(value);
    }

    pub(super) fn get(&self, index: usize) -> Option<&(dyn Any + Send + Sync)> {
        self.values.get(index)?.get().map(|value| &**value)
    }

    fn read<T: 'static>(&self, index: usize) -> &T {
        self.get(index)
            .and_then(|value| (value as &dyn Any).downcast_ref())
            .unwrap_or_else(|| misplaced::<T>("value"))
    }
}

/// What a resolver's generated code reads from.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    ctx: &'a Context,
    args: &'a Args,
    slots: &'a Slots,
    step: &'a Step,
}

impl<'a> Frame<'a> {
    pub(super) fn new(ctx: &'a Context, args: &'a Args, slots: &'a Slots, step: &'a Step) -> Self {
        Self { ctx, args, slots, step }
    }

    /// The request.
    #[must_use]
    pub fn ctx(&self) -> &'a Context {
        self.ctx
    }

    /// The argument that the resolver's parameter of that index names.
    #[must_use]
    pub fn argument<T: 'static>(&self, index: usize) -> &'a T {
        self.args.get(self.step.arguments[index])
    }

    /// What came of the resolver that stands at that index among those this one takes.
    #[must_use]
    pub fn resolved<T: 'static>(&self, _: PhantomData<T>, index: usize) -> Resolved<'a, T> {
        Resolved(self.slots.read(self.step.takes[index]))
    }
}

/// What a body's generated code reads from.
pub struct Input<'a> {
    ctx: &'a Context,
    args: Args,
    slots: &'a Slots,
    takes: &'a [usize],
}

impl<'a> Input<'a> {
    /// The parameters of a body: its arguments, and the places of the resolvers it takes.
    #[must_use]
    pub fn new(ctx: &'a Context, args: Args, slots: &'a Slots, takes: &'a [usize]) -> Self {
        Self { ctx, args, slots, takes }
    }

    /// The request.
    #[must_use]
    pub fn ctx(&self) -> &'a Context {
        self.ctx
    }

    /// Takes the argument of the parameter of that index among the unmarked ones.
    pub fn argument<T: 'static>(&mut self, index: usize) -> T {
        self.args.take(index)
    }

    /// What came of the resolver that stands at that index among those the body takes.
    #[must_use]
    pub fn resolved<T: 'static>(&self, _: PhantomData<T>, index: usize) -> Resolved<'a, T> {
        Resolved(self.slots.read(self.takes[index]))
    }
}

/// The compiler proved the types and the start laid out the places; this cannot be reached from
/// outside.
fn misplaced<T>(what: &str) -> ! {
    panic!("the plan of the graph put no {what} of type {} here", std::any::type_name::<T>())
}
