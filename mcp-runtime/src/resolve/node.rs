//! One resolver, as its macro describes it.

use std::any::Any;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::context::{BoxFuture, StateNeed};
use crate::error::Result;
use crate::resolve::answer::ElicitationResult;
use crate::resolve::input::Frame;
use crate::resolve::question::Question;

/// A value between two functions; its type is known to both and to nobody in between.
pub type Boxed = Box<dyn Any + Send + Sync>;

/// What a resolver gave: always the box of an [`ElicitationResult`], or a question.
pub enum Settled {
    /// The value.
    Known(Boxed),
    /// The question whose answer will be the value.
    Ask(Question),
}

impl Settled {
    /// A value that needed no question.
    pub fn known<T: Send + Sync + 'static>(value: T) -> Self {
        Self::Known(Box::new(ElicitationResult::Accept(value)))
    }
}

/// A function that `#[mcp::resolver]` made a node of the graph.
///
/// Implemented by the type that the attribute adds beside the function, under the same name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resolver",
    label = "not a resolver",
    note = "name a function that has the attribute `#[mcp::resolver]`"
)]
pub trait Resolver: 'static {
    /// What the function returns.
    type Ret;
    /// The node.
    const NODE: &'static Node;

    /// Reads what the function returned.
    ///
    /// # Errors
    /// The function's own.
    fn settle(ret: Self::Ret) -> Result<Settled>;
}

/// The function of a node, with its type erased.
pub type Run = for<'a> fn(Frame<'a>) -> BoxFuture<'a, Result<Settled>>;

/// One resolver.
pub struct Node {
    /// Its module path and place: what tells it from all others.
    pub id: &'static str,
    /// The function's name.
    pub name: &'static str,
    /// The key of its question on the wire.
    pub key: &'static str,
    /// Whether it may ask.
    pub asks: bool,
    /// The resolvers it takes, in the order of its parameters.
    pub takes: &'static [&'static str],
    /// Its other parameters, in their order.
    pub needs: &'static [Need],
    /// How its value is kept over rounds, for `#[resolver(remember)]`.
    pub remember: Option<fn() -> Remember>,
    /// The states it takes.
    pub states: fn() -> Vec<StateNeed>,
    /// The function.
    pub run: Run,
}

/// A parameter that is no resolver's value: an argument by name, or injected.
pub struct Need {
    /// The parameter's name.
    pub name: &'static str,
    /// Whether it is an argument of the tool, prompt or template.
    pub is_argument: bool,
}

/// How the value of a resolver is kept in the sealed state.
pub struct Remember {
    /// The value as JSON; `None` if it cannot be written.
    pub save: fn(&(dyn Any + Send + Sync)) -> Option<Value>,
    /// The value read back; `None` if it does not fit any more.
    pub load: fn(&Value) -> Option<Boxed>,
}

impl Remember {
    /// Keeps values of type `T`.
    #[must_use]
    pub fn of<T: Serialize + DeserializeOwned + Send + Sync + 'static>() -> Self {
        Self {
            save: |value| match value.downcast_ref::<ElicitationResult<T>>()? {
                ElicitationResult::Accept(value) => serde_json::to_value(value).ok(),
                _ => None,
            },
            load: |value| {
                let value: T = serde_json::from_value(value.clone()).ok()?;
                Some(Box::new(ElicitationResult::Accept(value)))
            },
        }
    }

    /// Keeps nothing: a question's answer is recorded anyway.
    #[must_use]
    pub fn nothing() -> Self {
        Self { save: |_| None, load: |_| None }
    }
}
