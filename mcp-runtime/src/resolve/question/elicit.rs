//! Asking the user.

use serde_json::Value;

use crate::protocol::elicitation::{ElicitAction, ElicitParams, ElicitResult};
use crate::protocol::mrtr::InputRequest;
use crate::resolve::answer::ElicitationResult;
use crate::resolve::node::{Boxed, Settled};
use crate::resolve::question::form::Form;
use crate::resolve::question::{BadAnswer, Question};

/// A question to the user, or the answer where the resolver knows it already.
///
/// Returned by a resolver: `Elicit<T>` asks with the form `T`, and its value is a `T`. See
/// client/elicitation of the specification.
#[must_use = "a question is asked by returning it"]
pub struct Elicit<T> {
    inner: Inner<T>,
    /// Known where the question is made, which is where `T` must be a form.
    settle: fn(Inner<T>) -> Settled,
}

enum Inner<T> {
    Known(T),
    Form(String),
    Url { message: String, url: String },
}

impl<T: Form> Elicit<T> {
    /// The answer is known: nobody is asked.
    pub fn known(answer: T) -> Self {
        Self { inner: Inner::Known(answer), settle }
    }

    /// Asks with the form `T`. The text may depend on arguments and earlier answers only: it is
    /// rendered anew in every round, and an answer counts for exactly the text it was given to.
    pub fn ask(message: impl Into<String>) -> Self {
        Self { inner: Inner::Form(message.into()), settle }
    }
}

impl<T> Elicit<T> {
    /// What the runtime makes of it.
    pub fn settle(self) -> Settled {
        (self.settle)(self.inner)
    }
}

impl Elicit<()> {
    /// Asks the user to open a page. That they agreed does not say that they are done there.
    pub fn url(message: impl Into<String>, url: impl Into<String>) -> Self {
        Self { inner: Inner::Url { message: message.into(), url: url.into() }, settle }
    }
}

fn settle<T: Form>(question: Inner<T>) -> Settled {
    let params = match question {
        Inner::Known(answer) => return Settled::known(answer),
        Inner::Form(message) => {
            ElicitParams::Form { message, requested_schema: T::schema().requested_schema().clone() }
        }
        Inner::Url { message, url } => ElicitParams::Url { message, url, elicitation_id: None },
    };
    Settled::Ask(Question { request: InputRequest::Elicit(params), accept: accept::<T> })
}

fn accept<T: Form>(answer: &Value) -> Result<Boxed, BadAnswer> {
    let answer: ElicitResult = serde_json::from_value(answer.clone()).map_err(|_| BadAnswer::Malformed)?;
    let result = match (answer.action, answer.content) {
        (ElicitAction::Decline, _) => ElicitationResult::Decline,
        (ElicitAction::Cancel, _) => ElicitationResult::Cancel,
        (ElicitAction::Accept, content) => {
            let content = match content {
                Some(content) => content,
                // A page has no fields, so that its answer has no content.
                None if T::schema().is_empty() => serde_json::Map::new(),
                None => {
                    return Err(BadAnswer::Unfit("an accepted elicitation with no content".into()));
                }
            };
            ElicitationResult::Accept(T::schema().read::<T>(content).map_err(BadAnswer::Unfit)?)
        }
    };
    Ok(Box::new(result))
}
