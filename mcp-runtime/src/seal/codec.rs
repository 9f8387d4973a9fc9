//! What turns claims into a token: the built-in keys, or a codec of the author's that is not trusted.

use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::Result;
use crate::seal::error::{Rejected, SealError};
use crate::seal::keys::KeyRing;
use crate::seal::token::{self, NonceBytes};

/// Seals and unseals in the built-in keys' place, with a key management service or a vault, say.
///
/// It owes confidentiality and authenticity, and nothing else: the bytes it gets already hold what
/// the state is bound to and how long it lives, and are verified when they come back. It runs while
/// a request waits, so it should not wait for a network itself; fetch keys ahead.
///
/// Whatever goes wrong fails closed: an error or a panic of `seal` is an internal error without
/// detail, and one of `unseal` is the error that every bad token gets.
///
/// ```
/// use mcp_runtime::error::{Error, Result};
/// use mcp_runtime::seal::{InvalidRequestState, StateCodec};
///
/// # struct Vault;
/// # impl Vault {
/// #     fn encrypt(&self, plain: &[u8]) -> Result<String> { Err(Error::new("")) }
/// #     fn decrypt(&self, token: &str) -> Option<Vec<u8>> { None }
/// # }
/// struct InVault(Vault);
///
/// impl StateCodec for InVault {
///     fn seal(&self, plain: &[u8]) -> Result<String> {
///         self.0.encrypt(plain)
///     }
///
///     fn unseal(&self, token: &str) -> Result<Vec<u8>, InvalidRequestState> {
///         self.0.decrypt(token).ok_or(InvalidRequestState::new("not of this vault"))
///     }
/// }
/// ```
pub trait StateCodec: Send + Sync + 'static {
    /// The token for these bytes: visible ASCII characters, at least one.
    ///
    /// # Errors
    /// It cannot seal now. The log has the error; the client is told nothing of it.
    fn seal(&self, plain: &[u8]) -> Result<String>;

    /// The bytes that this token was made of.
    ///
    /// # Errors
    /// It is no token of this codec, in exactly the spelling that `seal` gave it.
    fn unseal(&self, token: &str) -> Result<Vec<u8>, InvalidRequestState>;
}

/// A [`StateCodec`] did not make this token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct InvalidRequestState {
    reason: &'static str,
}

impl InvalidRequestState {
    /// With a few words for the log. They are fixed, so that nothing of a token can get there.
    #[must_use]
    pub const fn new(reason: &'static str) -> Self {
        Self { reason }
    }
}

impl fmt::Display for InvalidRequestState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason)
    }
}

impl Error for InvalidRequestState {}

/// The built-in keys or the author's codec.
pub(super) enum Sealer {
    Keys(KeyRing),
    Codec(Box<dyn StateCodec>),
}

impl Sealer {
    /// Seals what `write` appends, which must be `payload_len` bytes, if the token has at most
    /// `limit` bytes.
    pub(super) fn seal(
        &self,
        nonce: NonceBytes,
        payload_len: usize,
        limit: usize,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<String, SealError> {
        match self {
            Self::Keys(ring) => {
                fits(token::sealed_len(payload_len), limit)?;
                token::seal(ring, nonce, payload_len, write).ok_or(SealError::Internal)
            }
            Self::Codec(codec) => {
                let mut plain = Vec::with_capacity(payload_len);
                write(&mut plain);
                let sealed = catch_unwind(AssertUnwindSafe(|| codec.seal(&plain)));
                let token = sealed.map_err(|_| SealError::CodecPanicked)?.map_err(SealError::Codec)?;
                if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
                    return Err(SealError::NoToken);
                }
                fits(token.len(), limit)?;
                Ok(token)
            }
        }
    }

    /// What a token was made of.
    pub(super) fn open(&self, token: &str) -> Result<Vec<u8>, Rejected> {
        match self {
            Self::Keys(ring) => token::open(ring, token),
            Self::Codec(codec) => {
                let opened = catch_unwind(AssertUnwindSafe(|| codec.unseal(token)));
                opened.map_err(|_| Rejected::CodecPanicked)?.map_err(Rejected::Codec)
            }
        }
    }
}

impl fmt::Debug for Sealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keys(ring) => ring.fmt(f),
            Self::Codec(_) => f.write_str("StateCodec(..)"),
        }
    }
}

fn fits(sealed: usize, limit: usize) -> Result<(), SealError> {
    if sealed > limit { Err(SealError::TooLarge { sealed, limit }) } else { Ok(()) }
}
