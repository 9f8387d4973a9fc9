//! What an operator chooses about `requestState`.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use crate::seal::keys::{KeyRing, Secret, SecretError};

/// How `requestState` is protected. The default needs no configuration.
///
/// State that a handler returns leaves the server as an encrypted token, and comes back only with
/// the request that it was issued for. By default the key is made at start and dies with the
/// process, so a restart ends the flows under way, and a second process knows none of them. To
/// share flows between processes, give all of them the same [`keys`](Self::keys).
#[derive(Debug)]
pub struct RequestStateSecurity {
    secrets: Option<Vec<Secret>>,
    ttl: Duration,
    max_age: Duration,
    max_size: usize,
    audience: Option<String>,
}

impl Default for RequestStateSecurity {
    fn default() -> Self {
        Self::ephemeral()
    }
}

impl RequestStateSecurity {
    /// A random key that is made at start and known to this server only.
    #[must_use]
    pub fn ephemeral() -> Self {
        Self {
            secrets: None,
            ttl: Duration::from_secs(600),
            max_age: Duration::from_secs(60 * 60),
            max_size: 64 * 1024,
            audience: None,
        }
    }

    /// Keys derived from these secrets, of at least 32 bytes of randomness each.
    ///
    /// The first one seals and all of them open. To replace a key, restart every process with
    /// `[old, new]`, then with `[new, old]`, and with `[new]` once the old tokens have expired.
    #[must_use]
    pub fn keys(secrets: impl IntoIterator<Item = impl Into<Secret>>) -> Self {
        Self { secrets: Some(secrets.into_iter().map(Into::into).collect()), ..Self::ephemeral() }
    }

    /// How long the client has for one round: 10 minutes unless set.
    #[must_use]
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.ttl = ttl;
        self
    }

    /// How long a whole flow may take, from its first round on: 1 hour unless set.
    #[must_use]
    pub fn max_age(mut self, max_age: Duration) -> Self {
        self.max_age = max_age;
        self
    }

    /// How many bytes a token may have: 64 KiB unless set.
    #[must_use]
    pub fn max_size(mut self, max_size: usize) -> Self {
        self.max_size = max_size;
        self
    }

    /// Which servers open each other's tokens, if they also have the same keys: those with the
    /// same audience. It is the server's name unless set.
    #[must_use]
    pub fn audience(mut self, audience: impl Into<String>) -> Self {
        self.audience = Some(audience.into());
        self
    }

    /// The policy with everything in it checked and made ready, for the server of this name.
    pub(super) fn prepare(self, server_name: &str) -> Result<Prepared, PolicyError> {
        let ring = match &self.secrets {
            None => KeyRing::ephemeral()?,
            Some(secrets) => KeyRing::of(secrets)?,
        };
        let audience = match self.audience {
            Some(audience) => audience,
            None if server_name.is_empty() && self.secrets.is_some() => {
                return Err(PolicyError::NoAudience);
            }
            None => server_name.to_owned(),
        };
        Ok(Prepared {
            ring,
            ttl: milliseconds(self.ttl).ok_or(PolicyError::ZeroTtl)?,
            max_age: milliseconds(self.max_age).ok_or(PolicyError::ZeroMaxAge)?,
            max_size: self.max_size,
            audience,
        })
    }
}

/// A policy ready for use; times are in milliseconds.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) ring: KeyRing,
    pub(super) ttl: u64,
    pub(super) max_age: u64,
    pub(super) max_size: usize,
    pub(super) audience: String,
}

/// What is wrong with a [`RequestStateSecurity`]. The server does not start with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyError {
    /// The secrets are no good.
    Secret(SecretError),
    /// The time to live is zero.
    ZeroTtl,
    /// The age limit of a flow is zero.
    ZeroMaxAge,
    /// The server has no name and the policy no audience, so nothing would tell its tokens from
    /// those of another server with the same keys.
    NoAudience,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Secret(error) => error.fmt(f),
            Self::ZeroTtl => f.write_str("RequestStateSecurity::ttl must be longer than zero"),
            Self::ZeroMaxAge => f.write_str("RequestStateSecurity::max_age must be longer than zero"),
            Self::NoAudience => f.write_str(
                "RequestStateSecurity has keys, but the server has no name to tell its state from \
                 that of other servers with these keys: name the server, or set \
                 RequestStateSecurity::audience",
            ),
        }
    }
}

impl Error for PolicyError {}

impl From<SecretError> for PolicyError {
    fn from(error: SecretError) -> Self {
        Self::Secret(error)
    }
}

/// Rounded up, so that only nothing is nothing.
fn milliseconds(duration: Duration) -> Option<u64> {
    let milliseconds = duration.as_nanos().div_ceil(1_000_000);
    (milliseconds > 0).then(|| u64::try_from(milliseconds).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(policy: RequestStateSecurity, name: &str) -> PolicyError {
        policy.prepare(name).unwrap_err()
    }

    #[test]
    fn the_defaults_are_as_documented() {
        let prepared = RequestStateSecurity::default().prepare("Bookshop").unwrap();
        assert_eq!(prepared.ttl, 600_000);
        assert_eq!(prepared.max_age, 3_600_000);
        assert_eq!(prepared.max_size, 65_536);
        assert_eq!(prepared.audience, "Bookshop");
    }

    #[test]
    fn what_is_set_is_used() {
        let prepared = RequestStateSecurity::keys([[1; 32]])
            .ttl(Duration::from_millis(1500))
            .max_age(Duration::MAX)
            .max_size(10)
            .audience("fleet")
            .prepare("Bookshop")
            .unwrap();
        assert_eq!(prepared.ttl, 1500);
        assert_eq!(prepared.max_age, u64::MAX);
        assert_eq!(prepared.max_size, 10);
        assert_eq!(prepared.audience, "fleet");
    }

    #[test]
    fn times_must_be_longer_than_zero() {
        let policy = RequestStateSecurity::ephemeral;
        assert_eq!(error(policy().ttl(Duration::ZERO), "n"), PolicyError::ZeroTtl);
        assert_eq!(error(policy().max_age(Duration::ZERO), "n"), PolicyError::ZeroMaxAge);
        let shortest = policy().ttl(Duration::from_nanos(1)).prepare("n").unwrap();
        assert_eq!(shortest.ttl, 1);
    }

    #[test]
    fn bad_secrets_are_reported() {
        let none: [&str; 0] = [];
        let policy = RequestStateSecurity::keys;
        assert_eq!(error(policy(none), "n"), PolicyError::Secret(SecretError::Empty));
        let short = error(RequestStateSecurity::keys(["too short"]), "n");
        assert_eq!(
            short.to_string(),
            "requestState secrets must be at least 32 bytes of randomness, and keys[0] has 9; \
             make one with: openssl rand -hex 32"
        );
    }

    #[test]
    fn shared_keys_need_a_name_or_an_audience() {
        let keys = || RequestStateSecurity::keys([[1; 32]]);
        assert_eq!(error(keys(), ""), PolicyError::NoAudience);
        assert!(keys().audience("fleet").prepare("").is_ok());
        assert!(RequestStateSecurity::ephemeral().prepare("").is_ok());
    }

    #[test]
    fn debug_shows_no_secret() {
        let text = "a secret of more than thirty-two bytes";
        let policy = RequestStateSecurity::keys([text]);
        let shown = format!("{policy:?}");
        assert!(!shown.contains("thirty-two"), "{shown}");
        assert!(!shown.contains("97, 32"), "{shown}");
        let shown = format!("{:?}", policy.prepare("Bookshop").unwrap());
        assert!(shown.contains("KeyRing { keys: 1, .. }"), "{shown}");
    }
}
