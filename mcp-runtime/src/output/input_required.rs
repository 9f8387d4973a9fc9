//! Asking by hand: a function that returns its questions itself instead of leaving them to resolvers.

use crate::context::AskByHand;
use crate::protocol::mrtr::InputRequest;

/// How far a function that asks by hand has come: the values of `resultType`.
#[derive(Debug)]
pub enum Step<T> {
    /// The result.
    Complete(T),
    /// Questions first; the function is called again with their answers.
    InputRequired(InputRequired),
}

/// Questions that a tool, prompt or resource template returns itself.
///
/// The function is called again from its top with the answers, which
/// [`Context::input_response`](crate::context::Context::input_response) gives, and the state, which
/// [`Context::request_state`](crate::context::Context::request_state) gives: sealed on the way,
/// plain here. Resolvers do all this by themselves. See basic/patterns/mrtr of the specification.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use = "questions are asked by returning them"]
pub struct InputRequired {
    pub(crate) requests: Vec<(String, InputRequest)>,
    pub(crate) state: Option<String>,
}

impl InputRequired {
    /// No questions yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks under a key, with one of the questions that a resolver can return. A question whose
    /// answer is known is not asked.
    pub fn ask(mut self, key: impl Into<String>, question: impl AskByHand) -> Self {
        self.requests.extend(question.into_request().map(|request| (key.into(), request)));
        self
    }

    /// What the function wants to see again with the answers. It leaves the server sealed.
    pub fn state(mut self, state: impl Into<String>) -> Self {
        self.state = Some(state.into());
        self
    }
}
