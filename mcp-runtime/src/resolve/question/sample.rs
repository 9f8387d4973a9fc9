//! Asking the client's model.

use serde_json::Value;

use crate::protocol::content::{Content, Role};
use crate::protocol::mrtr::InputRequest;
use crate::protocol::sampling::{CreateMessageParams, CreateMessageResult, SamplingMessage};
use crate::resolve::answer::ElicitationResult;
use crate::resolve::node::Settled;
use crate::resolve::question::{BadAnswer, Question};

/// How many tokens an answer may have unless [`Sample::max_tokens`] says otherwise.
const DEFAULT_MAX_TOKENS: u32 = 1024;

/// A question to the client's model, or the answer where the resolver knows it already.
///
/// Returned by a resolver, whose value is then a [`CreateMessageResult`]. See client/sampling of
/// the specification.
#[must_use = "a question is asked by returning it"]
pub struct Sample {
    inner: Inner,
}

enum Inner {
    Known(Box<CreateMessageResult>),
    Ask(Box<CreateMessageParams>),
}

impl Sample {
    /// The answer is known: the model is not asked.
    pub fn known(answer: CreateMessageResult) -> Self {
        Self { inner: Inner::Known(Box::new(answer)) }
    }

    /// Asks with one message of the user.
    pub fn ask(text: impl Into<String>) -> Self {
        Self::conversation([(Role::User, Content::text(text))])
    }

    /// Asks with a conversation.
    pub fn conversation(messages: impl IntoIterator<Item = (Role, Content)>) -> Self {
        let messages =
            messages.into_iter().map(|(role, content)| SamplingMessage { role, content }).collect();
        Self {
            inner: Inner::Ask(Box::new(CreateMessageParams {
                messages,
                max_tokens: DEFAULT_MAX_TOKENS,
                system_prompt: None,
                temperature: None,
                stop_sequences: Vec::new(),
                model_preferences: None,
            })),
        }
    }

    /// The most tokens the answer may have; 1024 by default.
    pub fn max_tokens(self, max_tokens: u32) -> Self {
        self.with(|params| params.max_tokens = max_tokens)
    }

    /// What the model is told first.
    pub fn system_prompt(self, prompt: impl Into<String>) -> Self {
        self.with(|params| params.system_prompt = Some(prompt.into()))
    }

    /// How random the answer is.
    pub fn temperature(self, temperature: f64) -> Self {
        self.with(|params| params.temperature = Some(temperature))
    }

    /// What the runtime makes of it.
    pub fn settle(self) -> Settled {
        match self.inner {
            Inner::Known(answer) => Settled::known(*answer),
            Inner::Ask(params) => Settled::Ask(Question {
                request: InputRequest::Sample(*params),
                accept: |answer| match serde_json::from_value::<CreateMessageResult>(Value::clone(answer)) {
                    Ok(answer) => Ok(Box::new(ElicitationResult::Accept(answer))),
                    Err(_) => Err(BadAnswer::Malformed),
                },
            }),
        }
    }

    fn with(mut self, change: impl FnOnce(&mut CreateMessageParams)) -> Self {
        if let Inner::Ask(params) = &mut self.inner {
            change(params);
        }
        self
    }
}
