//! Multi-round-trip requests: answers the server's questions and retries until it has a result.

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::call::Options;
use crate::client::failure::{Failure, local};
use crate::client::handlers::Handlers;
use crate::client::result::once;
use crate::client::session::{Brought, Session, Subject};
use crate::error::Result;
use crate::protocol::mrtr::{InputRequiredResult, InputResponses};

/// How long the first retry waits that brings no answers.
const SHORTEST_WAIT: Duration = Duration::from_millis(50);
/// How long such a retry waits at most.
const LONGEST_WAIT: Duration = Duration::from_millis(250);

/// What one round of a call came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Once<T> {
    /// The result.
    Complete(T),
    /// Questions, and the state to bring back with their answers.
    ///
    /// It can be stored, and the call be continued by another process: see [`Continuation`].
    InputRequired(InputRequiredResult),
}

/// What the next round of a call brings: answers to the questions of the round before, and its state.
///
/// It belongs to one retry of one call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Continuation {
    #[serde(default, skip_serializing_if = "InputResponses::is_empty")]
    input_responses: InputResponses,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    request_state: Option<String>,
}

impl Continuation {
    /// Continues after these questions; none of them is answered yet.
    #[must_use]
    pub fn of(question: &InputRequiredResult) -> Self {
        Self { input_responses: InputResponses::new(), request_state: question.request_state.clone() }
    }

    /// Answers the question of that key, with an `ElicitResult`, a `CreateMessageResult` or a
    /// `ListRootsResult`.
    ///
    /// # Errors
    /// The answer cannot be written as JSON.
    pub fn answer(mut self, key: impl Into<String>, answer: impl Serialize) -> Result<Self> {
        self.input_responses.insert(key.into(), serde_json::to_value(answer)?);
        Ok(self)
    }

    fn brought(&self) -> Brought<'_> {
        Brought {
            responses: Some(&self.input_responses).filter(|responses| !responses.is_empty()),
            state: self.request_state.as_deref(),
        }
    }
}

/// Runs one round.
pub(crate) async fn run_once<T: DeserializeOwned>(
    session: &Session,
    subject: &Subject,
    continuation: Option<&Continuation>,
    options: Options<'_>,
) -> Result<Once<T>, Failure> {
    let version = session.agreed.version;
    let brought = continuation.map(Continuation::brought).unwrap_or_default();
    if continuation.is_some() && !version.is_modern() {
        return Err(Failure::local(format!("a call cannot be continued in {version}")));
    }
    let result = session.leg(subject, brought, options).await?;
    once(&result, version)
}

/// Runs rounds until there is a result.
pub(crate) async fn run<T: DeserializeOwned>(
    session: &Session,
    subject: &Subject,
    options: Options<'_>,
    max_rounds: u32,
) -> Result<T> {
    let handlers = &session.connection.questions.handlers;
    let mut continuation = None;
    let mut wait = SHORTEST_WAIT;
    for rounds in 0.. {
        let question = match run_once(session, subject, continuation.as_ref(), options).await? {
            Once::Complete(result) => return Ok(result),
            Once::InputRequired(question) => question,
        };
        if rounds == max_rounds {
            break;
        }
        continuation = Some(if question.input_requests.is_empty() {
            sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
            Continuation::of(&question)
        } else {
            wait = SHORTEST_WAIT;
            answer(handlers, question).await?
        });
    }
    Err(local(format!(
        "the server asked for input in more than {max_rounds} rounds of one call; raise `max_rounds` on the \
         client, or drive the rounds with the `_once` form of the method"
    )))
}

/// Answers all questions at the same time. The first failure ends the others.
async fn answer(handlers: &Handlers, question: InputRequiredResult) -> Result<Continuation> {
    let mut continuation = Continuation::of(&question);
    let mut answers = JoinSet::new();
    for (key, request) in question.input_requests {
        let answer = handlers.answer(request);
        answers.spawn(async move { (key, answer.await) });
    }
    while let Some(answered) = answers.join_next().await {
        // A handler that panicked failed too. The panic hook has said why.
        let (key, answer) = answered.map_err(|_| local("a handler of the client panicked"))?;
        continuation.input_responses.insert(key, answer?);
    }
    Ok(continuation)
}
