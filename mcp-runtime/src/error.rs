//! On top of layer 0: what an author's function, the server's start or a client's call can fail with.

use std::any::Any;
use std::error::Error as StdError;
use std::fmt;

use serde_json::{Value, json};

use crate::protocol::jsonrpc::{ErrorObject, INVALID_PARAMS};

/// A result whose error is [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something failed.
///
/// Any error becomes one through `?`, and then only the log sees its text: the peer is told that
/// the call failed and no more. What the peer is meant to read is said with [`Error::new`].
pub struct Error {
    kind: Kind,
}

enum Kind {
    /// The peer may read this.
    Told(String),
    /// Only the log may.
    Hidden(Box<dyn StdError + Send + Sync>),
    /// The author answers with an error of the protocol.
    Protocol(Box<ErrorObject>),
    /// A peer that we called answered with an error.
    Peer(Box<ErrorObject>),
    /// A request of our client's got no answer.
    Unanswered(String),
    /// The author's code panicked; the panic hook has said why.
    Panicked,
}

impl Error {
    /// An error whose text the peer may read.
    pub fn new(text: impl fmt::Display) -> Self {
        Self { kind: Kind::Told(text.to_string()) }
    }

    /// An error of the protocol, answered as such instead of as a failed call.
    ///
    /// `code` should be one that the specification names, or lie outside -32768..=-32000.
    pub fn protocol(code: i64, message: impl Into<String>) -> Self {
        ErrorObject::new(code, message.into()).into()
    }

    /// There is no resource under `uri`.
    pub fn resource_not_found(uri: impl Into<String>) -> Self {
        let uri = uri.into();
        ErrorObject::new(INVALID_PARAMS, format!("Unknown resource: {uri}"))
            .with_data(json!({ "uri": uri }))
            .into()
    }

    /// The code of the protocol error that a peer answered with; `None` for every other failure.
    #[must_use]
    pub fn code(&self) -> Option<i64> {
        match &self.kind {
            Kind::Peer(error) | Kind::Protocol(error) => Some(error.code),
            _ => None,
        }
    }

    /// The details of the protocol error that a peer answered with.
    #[must_use]
    pub fn data(&self) -> Option<&Value> {
        match &self.kind {
            Kind::Peer(error) | Kind::Protocol(error) => error.data.as_ref(),
            _ => None,
        }
    }

    /// Whether a client's request got no answer because the connection, or the instance behind it,
    /// failed. The server may have carried it out or not. A round of a call is safe to send again
    /// with the same state, unless its server opens a state once only.
    #[must_use]
    pub fn is_unanswered(&self) -> bool {
        matches!(self.kind, Kind::Unanswered(_))
    }

    /// A request of our client's got no answer, because of `why`.
    pub(crate) fn unanswered(why: impl Into<String>) -> Self {
        Self { kind: Kind::Unanswered(why.into()) }
    }

    /// An error that a peer answered with.
    pub(crate) fn peer(error: ErrorObject) -> Self {
        Self { kind: Kind::Peer(Box::new(error)) }
    }

    /// A panic of the author's code, caught.
    pub(crate) fn panicked() -> Self {
        Self { kind: Kind::Panicked }
    }

    /// The text that the peer may read, if there is one.
    pub(crate) fn told(&self) -> Option<&str> {
        match &self.kind {
            Kind::Told(text) => Some(text),
            _ => None,
        }
    }

    /// The protocol error the author answers with, if this is one.
    pub(crate) fn into_protocol(self) -> std::result::Result<ErrorObject, Self> {
        match self.kind {
            Kind::Protocol(error) => Ok(*error),
            _ => Err(self),
        }
    }

    /// Whether the author's code panicked.
    pub(crate) fn is_panic(&self) -> bool {
        matches!(self.kind, Kind::Panicked)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Told(text) | Kind::Unanswered(text) => f.write_str(text),
            Kind::Hidden(source) => source.fmt(f),
            Kind::Protocol(error) | Kind::Peer(error) => write!(f, "{} ({})", error.message, error.code),
            Kind::Panicked => f.write_str("the function panicked"),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)?;
        if let Kind::Hidden(source) = &self.kind {
            let mut next = source.source();
            while let Some(cause) = next {
                write!(f, "\n  caused by: {cause}")?;
                next = cause.source();
            }
        }
        Ok(())
    }
}

impl<E: StdError + Send + Sync + 'static> From<E> for Error {
    fn from(source: E) -> Self {
        Self { kind: Kind::Hidden(Box::new(source)) }
    }
}

impl From<ErrorObject> for Error {
    fn from(error: ErrorObject) -> Self {
        Self { kind: Kind::Protocol(Box::new(error)) }
    }
}

impl From<Error> for Box<dyn StdError + Send + Sync> {
    fn from(error: Error) -> Self {
        match error.kind {
            Kind::Hidden(source) => source,
            _ => error.to_string().into(),
        }
    }
}

impl From<Error> for Box<dyn StdError> {
    fn from(error: Error) -> Self {
        Box::<dyn StdError + Send + Sync>::from(error)
    }
}

/// Turns any displayable error into an [`Error`] that the peer may read, and leaves an [`Error`]
/// as it is: a function's own error type is the author's word to the peer.
pub fn from_author<E: fmt::Display + 'static>(error: E) -> Error {
    let mut slot = Some(error);
    let any: &mut dyn Any = &mut slot;
    if let Some(error) = any.downcast_mut::<Option<Error>>().and_then(Option::take) {
        return error;
    }
    match slot {
        Some(error) => Error::new(error),
        None => Error::new("the call failed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foreign_error_is_hidden_and_an_own_one_is_told() {
        let hidden = Error::from(std::io::Error::other("password=hunter2"));
        assert_eq!(hidden.told(), None);
        assert_eq!(from_author("no such book").told(), Some("no such book"));
        assert_eq!(from_author(Error::new("sold out")).told(), Some("sold out"));
        assert_eq!(from_author(hidden).told(), None);
    }
}
