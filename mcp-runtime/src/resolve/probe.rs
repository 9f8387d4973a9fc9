//! What a type is to the framework: a parameter or a return type, told by the type itself.
//!
//! The generated code names `Probe::<T>::something` for the author's `T`. Rust looks for an
//! inherent item first, and those exist for the special types ([`Context`], [`State`], the
//! questions, `Result`); for every other type the item of [`Fallback`] is found. So an alias works
//! like the type it stands for, and no spelling is ever looked at.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::context::{Context, State, StateNeed};
use crate::error::{Error, Result, from_author};
use crate::protocol::roots::ListRootsResult;
use crate::protocol::sampling::CreateMessageResult;
use crate::resolve::input::{Frame, Input};
use crate::resolve::node::{Boxed, Remember, Settled};
use crate::resolve::question::{Elicit, ListRoots, Sample};
use crate::schema::{Checker, Violation, decode};

/// Stands for the type `T`.
pub struct Probe<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: ?Sized> Probe<T> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

/// How a parameter is read from JSON.
#[derive(Clone, Copy)]
pub struct JsonParam {
    /// Whether it may be left out.
    pub optional: bool,
    /// Its JSON Schema.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    /// Reads and checks it.
    pub decode: fn(&RawValue, &Checker, &str) -> Result<Boxed, Vec<Violation>>,
    /// What stands for it when it was left out.
    pub absent: fn() -> Option<Boxed>,
}

/// How a parameter is read from a string: an argument of a prompt, a variable of a template.
#[derive(Clone, Copy)]
pub struct TextParam {
    /// Whether it may be left out.
    pub optional: bool,
    /// Reads it; `None` if it does not fit.
    pub parse: fn(&str) -> Option<Boxed>,
    /// What stands for it when it was left out.
    pub absent: fn() -> Option<Boxed>,
    /// The type's name, to say what was expected.
    pub type_name: fn() -> &'static str,
}

/// A type a tool's argument can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "does not implement both `Deserialize` and `JsonSchema`",
    note = "put `#[derive(serde::Deserialize, schemars::JsonSchema)]` on it; if its value does not come \
            from the model, mark the parameter `#[resolve(..)]` or take a `State<T>`"
)]
pub trait JsonArgument: DeserializeOwned + JsonSchema + Send + Sync + 'static {}
#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + Sync + 'static> JsonArgument for T {}

/// A type that a prompt's argument or a template's variable can have: anything `FromStr`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a string",
    label = "does not implement `FromStr`",
    note = "arguments of prompts and variables of resource templates are strings on the wire: use a \
            type that implements `std::str::FromStr`, or an `Option` of one"
)]
pub trait TextArgument: Sized + Send + Sync + 'static {
    /// Reads it; `None` if it does not fit.
    fn parse(text: &str) -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: FromStr + Send + Sync + 'static> TextArgument for T {
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// A value that a resolver can give.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of a resolver",
    label = "not a value that can be shared",
    note = "a resolver returns a value that is `Clone + Send + Sync + 'static`, a `Result` of one, or a \
            question: `Elicit<T>`, `Sample` or `ListRoots`"
)]
pub trait ResolverValue: Clone + Send + Sync + 'static {}
#[diagnostic::do_not_recommend]
impl<T: Clone + Send + Sync + 'static> ResolverValue for T {}

/// A value that can be kept over rounds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be remembered",
    label = "does not implement both `Serialize` and `Deserialize`",
    note = "a value that is kept over rounds is written as JSON: put \
            `#[derive(serde::Serialize, serde::Deserialize)]` on its type"
)]
pub trait Remembered: Serialize + DeserializeOwned + Send + Sync + 'static {}
#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned + Send + Sync + 'static> Remembered for T {}

/// What holds for every type that has no item of its own.
pub trait Fallback: Sized {
    /// The type.
    type Subject: ?Sized;

    /// Whether a parameter of this type is an argument.
    const IS_ARGUMENT: bool = true;

    /// Whether a resolver that returns it may ask.
    const ASKS: bool = false;

    /// How a tool's argument of this type is read.
    #[must_use]
    fn json() -> Option<JsonParam>
    where
        Self::Subject: JsonArgument,
    {
        Some(json_param::<Self::Subject>())
    }

    /// How a prompt's argument or a template's variable of this type is read.
    #[must_use]
    fn text() -> Option<TextParam>
    where
        Self::Subject: TextArgument,
    {
        Some(text_param::<Self::Subject>())
    }

    /// The state that a parameter of this type needs.
    #[must_use]
    fn state() -> Option<StateNeed> {
        None
    }

    /// Takes a body's parameter.
    fn take(input: &mut Input<'_>, index: usize) -> Self::Subject
    where
        Self::Subject: Sized + 'static,
    {
        input.argument(index)
    }

    /// Borrows a resolver's parameter.
    #[must_use]
    fn borrow<'a>(frame: Frame<'a>, index: usize) -> &'a Self::Subject
    where
        Self::Subject: Sized + 'static,
    {
        frame.argument(index)
    }

    /// The value in what a resolver returned.
    ///
    /// # Errors
    /// The resolver's own.
    fn open(self, ret: Self::Subject) -> Result<(Self, Self::Subject)>
    where
        Self::Subject: Sized,
    {
        Ok((self, ret))
    }

    /// The type inside a `Result`, or this one.
    #[must_use]
    fn inner(self) -> Self {
        self
    }

    /// What makes something of a resolver's value. No parameter is of type `S`, or else the compiler
    /// would advise to borrow a value of a wrong type.
    #[must_use]
    fn settle<S: ResolverValue>(self) -> fn(S) -> Settled
    where
        Self: Fallback<Subject = S>,
    {
        Settled::known
    }

    /// The type of a resolver's value.
    #[must_use]
    fn value(self) -> PhantomData<Self::Subject> {
        PhantomData
    }

    /// How a resolver's value is kept over rounds.
    #[must_use]
    fn remember(self) -> Remember
    where
        Self::Subject: Remembered,
    {
        Remember::of::<Self::Subject>()
    }
}

impl<T: ?Sized> Fallback for Probe<T> {
    type Subject = T;
}

fn boxed<T: Any + Send + Sync>(value: T) -> Boxed {
    Box::new(value)
}

fn json_param<T: JsonArgument>() -> JsonParam {
    JsonParam {
        optional: false,
        schema: |generator| generator.subschema_for::<T>(),
        decode: |raw, checker, name| decode::<T>(raw, checker, name).map(boxed),
        absent: || None,
    }
}

fn text_param<T: TextArgument>() -> TextParam {
    TextParam {
        optional: false,
        parse: |text| T::parse(text).map(boxed),
        absent: || None,
        type_name: std::any::type_name::<T>,
    }
}

/// Items for a parameter type that is read as another: borrowed from what it owns.
macro_rules! borrowed_argument {
    ([$($generics:tt)*] $borrowed:ty, $owned:ty) => {
        impl<$($generics)*> Probe<$borrowed> {
            /// How a tool's argument of this type is read.
            #[must_use]
            pub fn json() -> Option<JsonParam> {
                Some(json_param::<$owned>())
            }

            /// Takes a body's parameter.
            pub fn take(input: &mut Input<'_>, index: usize) -> $owned {
                input.argument(index)
            }

            /// Borrows a resolver's parameter.
            #[must_use]
            pub fn borrow<'a>(frame: Frame<'a>, index: usize) -> &'a $owned {
                frame.argument(index)
            }
        }
    };
}

borrowed_argument!([] str, String);
borrowed_argument!([T: JsonArgument] [T], Vec<T>);

impl Probe<str> {
    /// How a prompt's argument or a template's variable of this type is read.
    #[must_use]
    pub fn text() -> Option<TextParam> {
        Some(text_param::<String>())
    }
}

impl<T> Probe<Option<T>> {
    /// How a tool's argument of this type is read.
    #[must_use]
    pub fn json() -> Option<JsonParam>
    where
        T: JsonArgument,
    {
        Some(JsonParam { optional: true, absent: || Some(boxed(None::<T>)), ..json_param::<Option<T>>() })
    }

    /// How a prompt's argument or a template's variable of this type is read.
    #[must_use]
    pub fn text() -> Option<TextParam>
    where
        T: TextArgument,
    {
        Some(TextParam {
            optional: true,
            parse: |text| T::parse(text).map(Some).map(boxed),
            absent: || Some(boxed(None::<T>)),
            type_name: std::any::type_name::<T>,
        })
    }
}

/// Items for a type that is injected: it is no argument, and read from the request.
macro_rules! injected {
    ([$($generics:tt)*] $type:ty, $state:expr, $from:expr) => {
        impl<$($generics)*> Probe<$type> {
            /// It is injected.
            pub const IS_ARGUMENT: bool = false;

            /// It is no argument of a tool.
            #[must_use]
            pub fn json() -> Option<JsonParam> {
                None
            }

            /// It is no argument of a prompt or variable of a template.
            #[must_use]
            pub fn text() -> Option<TextParam> {
                None
            }

            /// The state that it needs.
            #[must_use]
            pub fn state() -> Option<StateNeed> {
                $state
            }

            /// Takes a body's parameter.
            pub fn take(input: &mut Input<'_>, _: usize) -> $type {
                let from: fn(&Context) -> &$type = $from;
                from(input.ctx()).clone()
            }

            /// Borrows a resolver's parameter.
            #[must_use]
            pub fn borrow<'a>(frame: Frame<'a>, _: usize) -> &'a $type {
                let from: fn(&Context) -> &$type = $from;
                from(frame.ctx())
            }
        }
    };
}

injected!([] Context, None, |ctx| ctx);
injected!([T: Send + Sync + 'static] State<T>, Some(StateNeed::of::<T>()), |ctx| ctx.state::<T>());

/// Items for a question kind: it asks, and its value is the answer.
macro_rules! question {
    ([$($generics:tt)*] $type:ty, $answer:ty) => {
        impl<$($generics)*> Probe<$type> {
            /// It may ask.
            pub const ASKS: bool = true;

            /// What makes something of the question.
            #[must_use]
            pub fn settle(self) -> fn($type) -> Settled {
                <$type>::settle
            }

            /// The type of the answer.
            #[must_use]
            pub fn value(self) -> PhantomData<$answer> {
                PhantomData
            }

            /// Answers are recorded anyway.
            #[must_use]
            pub fn remember(self) -> Remember {
                Remember::nothing()
            }
        }

        impl<E, $($generics)*> Probe<Result<$type, E>> {
            /// It may ask.
            pub const ASKS: bool = true;
        }
    };
}

question!([T] Elicit<T>, T);
question!([] Sample, CreateMessageResult);
question!([] ListRoots, ListRootsResult);

impl<R, E> Probe<Result<R, E>> {
    /// The value in what a resolver returned.
    ///
    /// # Errors
    /// The resolver's own.
    pub fn open(self, ret: Result<R, E>) -> Result<(Probe<R>, R), Error>
    where
        E: fmt::Display + 'static,
    {
        ret.map(|value| (Probe::NEW, value)).map_err(from_author)
    }

    /// The type inside.
    #[must_use]
    pub fn inner(self) -> Probe<R> {
        Probe::NEW
    }
}
