//! Why a token was not opened, and why state was not sealed.

use std::error::Error;
use std::fmt;

use crate::seal::digest::ArgumentsError;

/// Why a token was not opened.
///
/// This is for the server's log only: a client sees one error for all of them. The text never
/// holds anything of the token, the state or the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rejected {
    /// The token is longer than the limit; nothing of it was decoded.
    TooLong,
    /// It is not a token, or not in its one canonical spelling, or holds something else.
    Malformed,
    /// No key of the ring has the token's key id.
    UnknownKey,
    /// The ciphertext, the nonce, the tag or the key id was changed.
    Seal,
    /// It was issued in the future, by more than clocks may differ.
    Future,
    /// Its time to live is over.
    Expired,
    /// The flow that it belongs to began too long ago.
    OverAge,
    /// It was issued for another method.
    Method,
    /// It was issued for another tool, prompt or resource.
    Target,
    /// It was issued for other arguments.
    Arguments,
    /// The arguments that came with it have no canonical form.
    BadArguments(ArgumentsError),
    /// It was issued by another server.
    Audience,
    /// It was issued with a principal and came back without one, or the other way round.
    PrincipalDrift,
    /// It was issued to another principal.
    Principal,
}

impl Rejected {
    /// The short code for logs and counters, at most 40 characters.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::TooLong => "too long",
            Self::Malformed => "malformed",
            Self::UnknownKey => "unknown key",
            Self::Seal => "seal",
            Self::Future => "minted in the future",
            Self::Expired => "expired",
            Self::OverAge => "flow over age",
            Self::Method => "request binding: method",
            Self::Target => "request binding: target",
            Self::Arguments => "request binding: arguments",
            Self::BadArguments(ArgumentsError::Duplicate) => "duplicate argument member",
            Self::BadArguments(ArgumentsError::Depth) => "arguments nested too deeply",
            Self::BadArguments(ArgumentsError::Malformed) => "arguments are not JSON",
            Self::Audience => "audience",
            Self::PrincipalDrift => "principal drift",
            Self::Principal => "principal",
        }
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())
    }
}

impl Error for Rejected {}

impl From<ArgumentsError> for Rejected {
    fn from(error: ArgumentsError) -> Self {
        Self::BadArguments(error)
    }
}

/// Why state was not sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SealError {
    /// The token would be longer than the limit.
    TooLarge {
        /// How long the token would be, in bytes.
        sealed: usize,
        /// How long it may be.
        limit: usize,
    },
    /// The arguments of the request have no canonical form: an error of the request.
    Arguments(ArgumentsError),
    /// The operating system gave no random bytes.
    Internal,
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { sealed, limit } => write!(
                f,
                "requestState is too large: {sealed} bytes when sealed, and the limit is {limit}; \
                 keep less in it or raise RequestStateSecurity::max_size"
            ),
            Self::Arguments(error) => error.fmt(f),
            Self::Internal => f.write_str("requestState was not sealed: no random bytes from the system"),
        }
    }
}

impl Error for SealError {}

impl From<ArgumentsError> for SealError {
    fn from(error: ArgumentsError) -> Self {
        Self::Arguments(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_short_and_distinct() {
        let all = [
            Rejected::TooLong,
            Rejected::Malformed,
            Rejected::UnknownKey,
            Rejected::Seal,
            Rejected::Future,
            Rejected::Expired,
            Rejected::OverAge,
            Rejected::Method,
            Rejected::Target,
            Rejected::Arguments,
            Rejected::BadArguments(ArgumentsError::Duplicate),
            Rejected::BadArguments(ArgumentsError::Depth),
            Rejected::BadArguments(ArgumentsError::Malformed),
            Rejected::Audience,
            Rejected::PrincipalDrift,
            Rejected::Principal,
        ];
        let mut reasons: Vec<_> = all.iter().map(|rejected| rejected.reason()).collect();
        assert!(reasons.iter().all(|reason| reason.len() <= 40));
        reasons.sort_unstable();
        reasons.dedup();
        assert_eq!(reasons.len(), all.len());
    }

    #[test]
    fn a_size_error_names_both_sizes() {
        let error = SealError::TooLarge { sealed: 70_000, limit: 65_536 };
        let text = error.to_string();
        assert!(text.contains("70000") && text.contains("65536"), "{text}");
    }
}
