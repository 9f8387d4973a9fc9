//! What a resolver may ask: the user, the client's model, or the client for its roots.

mod elicit;
mod form;
mod roots;
mod sample;

use serde_json::Value;

pub use self::elicit::Elicit;
pub use self::form::{
    Choice, Field, Form, FormField, FormReader, FormSchema, Property, choices, read_choice, write_choice,
};
pub use self::roots::ListRoots;
pub use self::sample::Sample;
use crate::context::AskByHand;
use crate::error::Error;
use crate::protocol::jsonrpc::{ErrorObject, INVALID_PARAMS};
use crate::protocol::mrtr::InputRequest;
use crate::resolve::node::{Boxed, Settled};

/// A question as it goes on the wire, and how its answer is read.
pub struct Question {
    /// The question.
    pub request: InputRequest,
    /// Reads an answer into the box of an `ElicitationResult`.
    pub accept: fn(&Value) -> Result<Boxed, BadAnswer>,
}

impl Settled {
    fn into_request(self) -> Option<InputRequest> {
        match self {
            Self::Known(_) => None,
            Self::Ask(question) => Some(question.request),
        }
    }
}

impl<T: Form> AskByHand for Elicit<T> {
    fn into_request(self) -> Option<InputRequest> {
        self.settle().into_request()
    }
}

impl AskByHand for Sample {
    fn into_request(self) -> Option<InputRequest> {
        self.settle().into_request()
    }
}

impl AskByHand for ListRoots {
    fn into_request(self) -> Option<InputRequest> {
        self.settle().into_request()
    }
}

/// Why an answer cannot be taken.
pub enum BadAnswer {
    /// It is no answer to this kind of question.
    Malformed,
    /// It is one, but not what was asked for. The text names fields, never values.
    Unfit(String),
}

impl BadAnswer {
    /// The error for the peer, naming the resolver that asked.
    #[must_use]
    pub fn into_error(self, resolver: &str) -> Error {
        match self {
            Self::Malformed => {
                ErrorObject::new(INVALID_PARAMS, format!("The answer for resolver '{resolver}' is malformed"))
                    .into()
            }
            Self::Unfit(why) => Error::new(format!("Resolver '{resolver}' received {why}")),
        }
    }
}
