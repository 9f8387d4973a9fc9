//! Why a token was not opened, and why state was not sealed.

use std::fmt;

use crate::error::Error;
use crate::seal::codec::InvalidRequestState;

/// Why a token was not opened.
///
/// This is for the server's log only: a client sees one error for all of them. The text never
/// holds anything of the token, the state or the request.
#[derive(Debug)]
#[non_exhaustive]
pub enum Rejected {
    /// It is not a JSON string.
    NotText,
    /// The token is longer than the limit; nothing of it was decoded.
    TooLong,
    /// It is not a token, or not in its one canonical spelling, or holds something else.
    Malformed,
    /// No key of the ring has the token's key id.
    UnknownKey,
    /// The ciphertext, the nonce, the tag or the key id was changed.
    Seal,
    /// The author's codec did not make it.
    Codec(InvalidRequestState),
    /// The author's codec panicked.
    CodecPanicked,
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
    /// It was issued by another server.
    Audience,
    /// It was issued with a principal and came back without one, or the other way round.
    PrincipalDrift,
    /// It was issued to another principal.
    Principal,
    /// The author's function that tells the principal panicked.
    PrincipalPanicked,
    /// It was used before, and may be used once.
    Spent,
    /// Whether it was used before could not be found out.
    Store(Error),
}

impl Rejected {
    /// The short code for logs and counters, at most 40 characters.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::NotText => "not a string",
            Self::TooLong => "too long",
            Self::Malformed => "malformed",
            Self::UnknownKey => "unknown key",
            Self::Seal => "seal",
            Self::Codec(_) => "codec",
            Self::CodecPanicked => "codec panicked",
            Self::Future => "minted in the future",
            Self::Expired => "expired",
            Self::OverAge => "flow over age",
            Self::Method => "request binding: method",
            Self::Target => "request binding: target",
            Self::Arguments => "request binding: arguments",
            Self::Audience => "audience",
            Self::PrincipalDrift => "principal drift",
            Self::Principal => "principal",
            Self::PrincipalPanicked => "principal binding panicked",
            Self::Spent => "used before",
            Self::Store(_) => "single-use store failed",
        }
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())?;
        match self {
            Self::Codec(error) => write!(f, ": {error}"),
            Self::Store(error) => write!(f, ": {error}"),
            _ => Ok(()),
        }
    }
}

/// Why state was not sealed.
#[derive(Debug)]
#[non_exhaustive]
pub enum SealError {
    /// The token would be longer than the limit.
    TooLarge {
        /// How long the token would be, in bytes.
        sealed: usize,
        /// How long it may be.
        limit: usize,
    },
    /// The author's codec could not seal.
    Codec(Error),
    /// The author's codec panicked.
    CodecPanicked,
    /// The author's codec returned something that is no token.
    NoToken,
    /// The author's function that tells the principal panicked.
    PrincipalPanicked,
    /// The operating system gave no random bytes.
    Internal,
}

impl SealError {
    /// The short code for logs and counters, at most 40 characters.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "sealing: too large",
            Self::Codec(_) => "sealing: codec",
            Self::CodecPanicked => "sealing: codec panicked",
            Self::NoToken => "sealing: codec gave no token",
            Self::PrincipalPanicked => "sealing: principal binding panicked",
            Self::Internal => "sealing: no random bytes",
        }
    }
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { sealed, limit } => {
                write!(f, "requestState is too large: {sealed} bytes when sealed, and the limit is {limit}")
            }
            Self::Codec(error) => write!(f, "{}: {error}", self.reason()),
            _ => f.write_str(self.reason()),
        }
    }
}

/// Every reason that there is, in the order in which counters show them.
pub(super) const REASONS: [&str; 25] = [
    Rejected::NotText.reason(),
    Rejected::TooLong.reason(),
    Rejected::Malformed.reason(),
    Rejected::UnknownKey.reason(),
    Rejected::Seal.reason(),
    "codec",
    Rejected::CodecPanicked.reason(),
    Rejected::Future.reason(),
    Rejected::Expired.reason(),
    Rejected::OverAge.reason(),
    Rejected::Method.reason(),
    Rejected::Target.reason(),
    Rejected::Arguments.reason(),
    Rejected::Audience.reason(),
    Rejected::PrincipalDrift.reason(),
    Rejected::Principal.reason(),
    Rejected::PrincipalPanicked.reason(),
    Rejected::Spent.reason(),
    "single-use store failed",
    "sealing: too large",
    "sealing: codec",
    SealError::CodecPanicked.reason(),
    SealError::NoToken.reason(),
    SealError::PrincipalPanicked.reason(),
    SealError::Internal.reason(),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_short_and_distinct() {
        assert!(REASONS.iter().all(|reason| reason.len() <= 40));
        let mut reasons = REASONS.to_vec();
        reasons.sort_unstable();
        reasons.dedup();
        assert_eq!(reasons.len(), REASONS.len());
    }

    #[test]
    fn reasons_with_a_detail_are_listed_too() {
        let invalid = InvalidRequestState::new("no key of ours");
        assert_eq!(Rejected::Codec(invalid).to_string(), "codec: no key of ours");
        for reason in [
            Rejected::Codec(invalid).reason(),
            Rejected::Store(Error::new("")).reason(),
            SealError::TooLarge { sealed: 0, limit: 0 }.reason(),
            SealError::Codec(Error::new("")).reason(),
        ] {
            assert!(REASONS.contains(&reason), "{reason}");
        }
    }

    #[test]
    fn a_size_error_names_both_sizes() {
        let text = SealError::TooLarge { sealed: 70_000, limit: 65_536 }.to_string();
        assert!(text.contains("70000") && text.contains("65536"), "{text}");
    }
}
