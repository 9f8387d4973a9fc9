//! Asking for the client's roots.

use serde_json::Value;

use crate::protocol::mrtr::InputRequest;
use crate::protocol::roots::ListRootsResult;
use crate::resolve::answer::ElicitationResult;
use crate::resolve::node::Settled;
use crate::resolve::question::{BadAnswer, Question};

/// A question for the client's roots, or the answer where the resolver knows it already.
///
/// Returned by a resolver, whose value is then a [`ListRootsResult`]. See client/roots of the
/// specification.
#[must_use = "a question is asked by returning it"]
pub struct ListRoots {
    known: Option<ListRootsResult>,
}

impl ListRoots {
    /// The answer is known: the client is not asked.
    pub fn known(answer: ListRootsResult) -> Self {
        Self { known: Some(answer) }
    }

    /// Asks.
    pub fn ask() -> Self {
        Self { known: None }
    }

    /// What the runtime makes of it.
    pub fn settle(self) -> Settled {
        match self.known {
            Some(answer) => Settled::known(answer),
            None => Settled::Ask(Question {
                request: InputRequest::ListRoots,
                accept: |answer| match serde_json::from_value::<ListRootsResult>(Value::clone(answer)) {
                    Ok(answer) => Ok(Box::new(ElicitationResult::Accept(answer))),
                    Err(_) => Err(BadAnswer::Malformed),
                },
            }),
        }
    }
}
