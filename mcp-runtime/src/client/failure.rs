//! Why a request of the client's came to nothing, told apart as far as the client acts on it.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use crate::error::Error;
use crate::protocol::jsonrpc::ErrorObject;

/// Why a request came to nothing.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The server answered with an error.
    Peer(ErrorObject),
    /// The HTTP answer has this status and no error of the protocol in it.
    #[cfg(feature = "client")]
    Status(u16),
    /// The server no longer knows the session of that id.
    #[cfg(feature = "client")]
    SessionLost(http::HeaderValue),
    /// Nothing came in time.
    TimedOut(Duration),
    /// What came is no answer to the request.
    Invalid(Cow<'static, str>),
    /// The request could not be made, or its answer not be waited for.
    Local(Error),
}

impl Failure {
    /// What came is no answer to the request, because of `why`.
    pub(crate) fn invalid(why: impl Into<Cow<'static, str>>) -> Self {
        Self::Invalid(why.into())
    }

    /// The request got no answer, because of `why`.
    pub(crate) fn unanswered(why: impl Into<String>) -> Self {
        Self::Local(Error::unanswered(why))
    }

    /// A failure on our side.
    pub(crate) fn local(why: impl Into<Cow<'static, str>>) -> Self {
        Self::Local(local(why))
    }

    /// The connection has ended.
    pub(crate) fn closed() -> Self {
        Self::unanswered("the connection to the server is closed")
    }

    /// The error's code, if the server answered with one.
    pub(crate) fn code(&self) -> Option<i64> {
        match self {
            Self::Peer(error) => Some(error.code),
            _ => None,
        }
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Peer(error) => Self::peer(error),
            #[cfg(feature = "client")]
            Failure::Status(status) => {
                let text = format!("the server answered with HTTP status {status}");
                // A gateway says so of an instance that failed behind it.
                if matches!(status, 502..=504) { Self::unanswered(text) } else { local(text) }
            }
            #[cfg(feature = "client")]
            Failure::SessionLost(_) => local("the server ended the session"),
            Failure::TimedOut(limit) => {
                local(format!("the server did not answer within {limit:?}; see `timeout` on the client"))
            }
            Failure::Invalid(why) => local(format!("the server's answer is invalid: {why}")),
            Failure::Local(error) => error,
        }
    }
}

/// A failure on our side, as authors see it.
pub(crate) fn local(why: impl Into<Cow<'static, str>>) -> Error {
    #[derive(Debug)]
    struct Local(Cow<'static, str>);
    impl fmt::Display for Local {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&self.0)
        }
    }
    impl std::error::Error for Local {}
    Local(why.into()).into()
}
