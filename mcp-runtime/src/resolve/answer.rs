//! What comes of a question, and how a parameter takes it.

use crate::error::{Error, Result};
use crate::protocol::elicitation::ElicitAction;

/// What the user did with a question: a consumer that takes this branches by itself.
///
/// A consumer that takes `T` or `&T` gets the accepted answer, and the call ends with an error when
/// there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElicitationResult<T> {
    /// The user answered.
    Accept(T),
    /// The user said no to the question.
    Decline,
    /// The user dismissed the question.
    Cancel,
}

impl<T> ElicitationResult<T> {
    /// The answer, if there is one.
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accept(value) => Some(value),
            Self::Decline | Self::Cancel => None,
        }
    }

    fn unanswered(&self) -> Option<ElicitAction> {
        match self {
            Self::Accept(_) => None,
            Self::Decline => Some(ElicitAction::Decline),
            Self::Cancel => Some(ElicitAction::Cancel),
        }
    }
}

/// What a parameter marked `#[resolve(..)]` can be, for a resolver whose value is a `T`.
#[diagnostic::on_unimplemented(
    message = "the resolver's value is `{T}`, but this parameter takes `{Self}`",
    label = "the resolver gives `{T}`",
    note = "take `{T}`, `&{T}` or, to see what the user did, `ElicitationResult<{T}>`"
)]
pub trait Inject<T> {
    /// Takes what came of the resolver for the parameter of that name.
    ///
    /// # Errors
    /// There is no answer, and this type cannot say so.
    fn inject<'a>(result: &'a ElicitationResult<T>, parameter: &str) -> Result<&'a Self>;
}

/// What came of a resolver whose value is a `T`, on the way to a parameter.
#[derive(Clone, Copy)]
pub struct Resolved<'a, T>(pub(super) &'a ElicitationResult<T>);

impl<'a, T> Resolved<'a, T> {
    /// Takes it for the parameter of that name and of type `P` or `&P`.
    ///
    /// # Errors
    /// There is no answer, and `P` cannot say so.
    pub fn inject<P: Inject<T> + ?Sized>(self, parameter: &str) -> Result<&'a P> {
        P::inject(self.0, parameter)
    }
}

impl<T> Inject<T> for T {
    fn inject<'a>(result: &'a ElicitationResult<T>, parameter: &str) -> Result<&'a T> {
        accepted(result, parameter)
    }
}

impl<T> Inject<T> for ElicitationResult<T> {
    fn inject<'a>(result: &'a ElicitationResult<T>, _: &str) -> Result<&'a Self> {
        Ok(result)
    }
}

impl Inject<String> for str {
    fn inject<'a>(result: &'a ElicitationResult<String>, parameter: &str) -> Result<&'a str> {
        accepted(result, parameter).map(String::as_str)
    }
}

impl Inject<&'static str> for str {
    fn inject<'a>(result: &'a ElicitationResult<&'static str>, parameter: &str) -> Result<&'a str> {
        accepted(result, parameter).copied()
    }
}

impl<T> Inject<Vec<T>> for [T] {
    fn inject<'a>(result: &'a ElicitationResult<Vec<T>>, parameter: &str) -> Result<&'a [T]> {
        accepted(result, parameter).map(Vec::as_slice)
    }
}

fn accepted<'a, T>(result: &'a ElicitationResult<T>, parameter: &str) -> Result<&'a T> {
    match (result, result.unanswered()) {
        (ElicitationResult::Accept(value), _) => Ok(value),
        (_, action) => Err(Error::new(format!(
            "Resolver for parameter '{parameter}' could not resolve: elicitation was {}",
            action.map_or("cancel", ElicitAction::as_str),
        ))),
    }
}
