//! What an operator chooses about `requestState`.

use std::error::Error;
use std::fmt;
use std::path::Path;
use std::time::Duration;

use crate::context::Context;
use crate::seal::codec::{Sealer, StateCodec};
use crate::seal::keys::{KeyRing, Secret, SecretError};
use crate::seal::rejections::Rejections;
use crate::seal::secrets;
use crate::seal::single_use::{Store, UseOnce};

/// How `requestState` is protected. The default needs no configuration.
///
/// State that a handler returns leaves the server as an encrypted token, and comes back only with
/// the request that it was issued for. By default the key is made at start and dies with the
/// process, so a restart ends the flows under way, and a second process knows none of them. To
/// share flows between processes, give all of them the same keys.
#[must_use = "it protects nothing until a server gets it"]
pub struct RequestStateSecurity {
    sealing: Sealing,
    ttl: Duration,
    max_age: Duration,
    max_size: usize,
    audience: Option<String>,
    bind_principal: Option<BindPrincipal>,
    single_use: Option<Store>,
    rejections: Rejections,
}

/// Tells the principal of a request.
pub(super) type BindPrincipal = Box<dyn Fn(&Context) -> Option<String> + Send + Sync>;

enum Sealing {
    Ephemeral,
    /// The variable that would have held the keys was not set.
    Unset(String),
    Keys {
        /// The variable or file they come from, for errors.
        source: Option<String>,
        secrets: Vec<Secret>,
    },
    /// The keys could not be read, which the start of the server reports.
    Unreadable(PolicyError),
    Codec(Box<dyn StateCodec>),
}

impl Default for RequestStateSecurity {
    fn default() -> Self {
        Self::ephemeral()
    }
}

impl RequestStateSecurity {
    /// A random key that is made at start and known to this server only.
    pub fn ephemeral() -> Self {
        Self::sealing(Sealing::Ephemeral)
    }

    /// Keys derived from these secrets, of at least 32 bytes of randomness each.
    ///
    /// The first one seals and all of them open. To replace a key, restart every process with
    /// `[old, new]`, then with `[new, old]`, and with `[new]` once the old tokens have expired.
    pub fn keys(secrets: impl IntoIterator<Item = impl Into<Secret>>) -> Self {
        let secrets = secrets.into_iter().map(Into::into).collect();
        Self::sealing(Sealing::Keys { source: None, secrets })
    }

    /// The same with secrets from a variable of the environment: one a line, or several with commas
    /// between them. A line that begins with `#` is a comment.
    ///
    /// Where the variable is not set the key is [ephemeral](Self::ephemeral), which the log says at
    /// level debug. If it is set and holds no good secrets the server does not start.
    pub fn keys_from_env(variable: &str) -> Self {
        Self::sealing(match secrets::from_env(variable) {
            Ok(Some(secrets)) => Sealing::Keys { source: Some(variable.to_owned()), secrets },
            Ok(None) => Sealing::Unset(variable.to_owned()),
            Err(error) => Sealing::Unreadable(error),
        })
    }

    /// The same with secrets from a file, which must be there.
    pub fn keys_from_file(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        Self::sealing(match secrets::from_file(path) {
            Ok(secrets) => Sealing::Keys { source: Some(path.display().to_string()), secrets },
            Err(error) => Sealing::Unreadable(error),
        })
    }

    /// A codec of your own instead of keys, for a key management service.
    pub fn codec(codec: impl StateCodec) -> Self {
        Self::sealing(Sealing::Codec(Box::new(codec)))
    }

    fn sealing(sealing: Sealing) -> Self {
        Self {
            sealing,
            ttl: Duration::from_secs(600),
            max_age: Duration::from_secs(60 * 60),
            max_size: 64 * 1024,
            audience: None,
            bind_principal: None,
            single_use: None,
            rejections: Rejections::new(),
        }
    }

    /// How long the client has for one round: 10 minutes unless set.
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.ttl = ttl;
        self
    }

    /// How long a whole flow may take, from its first round on: 1 hour unless set.
    pub fn max_age(mut self, max_age: Duration) -> Self {
        self.max_age = max_age;
        self
    }

    /// How many bytes a token may have: 64 KiB unless set.
    pub fn max_size(mut self, max_size: usize) -> Self {
        self.max_size = max_size;
        self
    }

    /// Which servers open each other's tokens, if they also have the same keys: those with the
    /// same audience. It is the server's name unless set.
    pub fn audience(mut self, audience: impl Into<String>) -> Self {
        self.audience = Some(audience.into());
        self
    }

    /// Binds state to who the request comes from, so that a token that is stolen opens for nobody
    /// else. `principal` reads it from what your application has **verified** (a header that your
    /// gateway sets, say), never from what the client merely claims; `None` is nobody.
    ///
    /// State that was issued to a principal does not open for another one or for nobody, and state
    /// that was issued to nobody opens for nobody only. It must be the same in every round of a
    /// flow: a user's id, not a session's. Nothing is bound unless this is set.
    pub fn bind_principal(
        mut self,
        principal: impl Fn(&Context) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.bind_principal = Some(Box::new(principal));
        self
    }

    /// Lets each token open once. [`UseOnce`] says what this promises and what it does not.
    pub fn single_use(mut self, store: impl UseOnce) -> Self {
        self.single_use = Some(Store::new(store));
        self
    }

    /// Counts what is rejected, from now on and as long as the server lives.
    #[must_use]
    pub fn rejections(&self) -> Rejections {
        self.rejections.clone()
    }

    /// The policy with everything in it checked and made ready, for the server of this name.
    pub(super) fn prepare(self, server_name: &str) -> Result<Prepared, PolicyError> {
        let is_shared = !matches!(self.sealing, Sealing::Ephemeral | Sealing::Unset(_));
        let sealer = match self.sealing {
            Sealing::Ephemeral => Sealer::Keys(KeyRing::ephemeral()?),
            Sealing::Unset(variable) => {
                tracing::debug!("{variable} is not set: only this process opens the requestState it seals");
                Sealer::Keys(KeyRing::ephemeral()?)
            }
            Sealing::Keys { source, secrets } => {
                let ring = KeyRing::of(&secrets).map_err(|error| PolicyError::Secret { source, error })?;
                Sealer::Keys(ring)
            }
            Sealing::Unreadable(error) => return Err(error),
            Sealing::Codec(codec) => Sealer::Codec(codec),
        };
        let audience = match self.audience {
            Some(audience) => audience,
            None if server_name.is_empty() && is_shared => return Err(PolicyError::NoAudience),
            None => server_name.to_owned(),
        };
        Ok(Prepared {
            sealer,
            ttl: milliseconds(self.ttl).ok_or(PolicyError::ZeroTtl)?,
            max_age: milliseconds(self.max_age).ok_or(PolicyError::ZeroMaxAge)?,
            max_size: self.max_size,
            audience,
            bind_principal: self.bind_principal,
            single_use: self.single_use,
            rejections: self.rejections,
        })
    }
}

impl fmt::Debug for RequestStateSecurity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestStateSecurity")
            .field("ttl", &self.ttl)
            .field("max_age", &self.max_age)
            .field("max_size", &self.max_size)
            .field("audience", &self.audience)
            .finish_non_exhaustive()
    }
}

/// A policy ready for use; times are in milliseconds.
pub(super) struct Prepared {
    pub(super) sealer: Sealer,
    pub(super) ttl: u64,
    pub(super) max_age: u64,
    pub(super) max_size: usize,
    pub(super) audience: String,
    pub(super) bind_principal: Option<BindPrincipal>,
    pub(super) single_use: Option<Store>,
    pub(super) rejections: Rejections,
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared")
            .field("sealer", &self.sealer)
            .field("audience", &self.audience)
            .finish_non_exhaustive()
    }
}

/// What is wrong with a [`RequestStateSecurity`]. The server does not start with it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyError {
    /// The secrets are no good.
    Secret {
        /// The variable or file they come from.
        source: Option<String>,
        /// What is wrong with them.
        error: SecretError,
    },
    /// The secrets cannot be read.
    Unreadable {
        /// The variable or file they should come from.
        source: String,
        /// Why not.
        why: String,
    },
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
            Self::Secret { source: None, error } => error.fmt(f),
            Self::Secret { source: Some(source), error } => write!(f, "{source}: {error}"),
            Self::Unreadable { source, why } => {
                write!(f, "cannot read the requestState secrets in {source}: {why}")
            }
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
        Self::Secret { source: None, error }
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
        assert_eq!(error(policy(none), "n"), PolicyError::from(SecretError::Empty));
        let short = error(RequestStateSecurity::keys(["too short"]), "n");
        assert_eq!(
            short.to_string(),
            "requestState secrets must be at least 32 bytes of randomness, and keys[0] has 9; \
             make one with: openssl rand -hex 32"
        );
    }

    #[test]
    fn secrets_in_a_file_are_used_and_their_faults_name_it() {
        let path = std::env::temp_dir().join(format!("mcp-keys-{}", std::process::id()));
        let written = |text: &str| {
            std::fs::write(&path, text).unwrap();
            RequestStateSecurity::keys_from_file(&path).prepare("n")
        };
        let two = format!("# the old one\n{}\n{}\n", "0".repeat(64), "1".repeat(64));
        let shown = format!("{:?}", written(&two).unwrap());
        assert!(shown.contains("keys: 2"), "{shown}");
        let name = path.display().to_string();
        for (text, fault) in [
            ("\n# nothing else\n".to_owned(), "needs at least one secret; make one with: openssl"),
            (format!("{}\nshort", "0".repeat(64)), "keys[1] has 5; make one with: openssl"),
            (format!("{0}\n{0}", "0".repeat(64)), "keys[1] is the same as keys[0]"),
        ] {
            let error = written(&text).unwrap_err().to_string();
            assert!(error.starts_with(&name) && error.contains(fault), "{error}");
        }
        std::fs::remove_file(&path).unwrap();
        let error = RequestStateSecurity::keys_from_file(&path).prepare("n").unwrap_err().to_string();
        assert!(error.contains(&name), "{error}");
    }

    #[test]
    fn a_variable_that_is_not_set_gives_an_ephemeral_key() {
        let policy = || RequestStateSecurity::keys_from_env("MCP_STATE_KEYS_THAT_NOBODY_SETS");
        assert!(policy().prepare("").is_ok(), "nothing is shared, so no audience is needed");
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
