//! The operator's secrets, and the ring of keys derived from them.

use std::error::Error;
use std::fmt;

use chacha20poly1305::aead::Generate;
use chacha20poly1305::{Key, KeyInit, XChaCha20Poly1305};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// A secret of the operator's from which a key is derived: at least 32 bytes of randomness.
///
/// Text counts as its UTF-8 bytes. The copy held here is wiped when it is dropped, and `Debug`
/// does not show it.
pub struct Secret(Zeroizing<Vec<u8>>);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl From<&[u8]> for Secret {
    fn from(bytes: &[u8]) -> Self {
        Self(Zeroizing::new(bytes.to_vec()))
    }
}

impl<const N: usize> From<&[u8; N]> for Secret {
    fn from(bytes: &[u8; N]) -> Self {
        Self::from(bytes.as_slice())
    }
}

impl<const N: usize> From<[u8; N]> for Secret {
    fn from(bytes: [u8; N]) -> Self {
        Self::from(Zeroizing::new(bytes).as_slice())
    }
}

impl From<Vec<u8>> for Secret {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Zeroizing::new(bytes))
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self::from(text.as_bytes())
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self::from(text.into_bytes())
    }
}

/// What is wrong with the secrets given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SecretError {
    /// There is none.
    Empty,
    /// One is too short to be a secret.
    TooShort {
        /// Its position.
        index: usize,
        /// How many bytes it has.
        bytes: usize,
    },
    /// One is there twice.
    Duplicate {
        /// The position of the second.
        index: usize,
        /// The position of the first.
        first: usize,
    },
    /// Two different secrets have the same four-byte key id, by chance.
    SharedKeyId {
        /// The position of the second.
        index: usize,
        /// The position of the first.
        first: usize,
    },
    /// The operating system gave no random bytes for an ephemeral key.
    NoRandomness,
}

impl fmt::Display for SecretError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "requestState needs at least one secret; {HOW}"),
            Self::TooShort { index, bytes } => write!(
                f,
                "requestState secrets must be at least {MIN_SECRET} bytes of randomness, and \
                 keys[{index}] has {bytes}; {HOW}"
            ),
            Self::Duplicate { index, first } => {
                write!(f, "requestState secret keys[{index}] is the same as keys[{first}]; give each once")
            }
            Self::SharedKeyId { index, first } => write!(
                f,
                "requestState secret keys[{index}] has the key id of keys[{first}] by chance; \
                 replace the newer one: {HOW}"
            ),
            Self::NoRandomness => f.write_str("the system gave no random bytes for the requestState key"),
        }
    }
}

impl Error for SecretError {}

const MIN_SECRET: usize = 32;
const HOW: &str = "make one with: openssl rand -hex 32";

/// Changing either context makes every token in flight unreadable: they are part of the format.
const KEY_CONTEXT: &str = "mcp (Rust framework) requestState v1 XChaCha20-Poly1305 key";
const KEY_ID_CONTEXT: &str = "mcp (Rust framework) requestState v1 key id";

pub(super) const KEY_ID_LEN: usize = 4;

/// Names a key in a token. It is derived from the key and tells nothing about it.
pub(super) type KeyId = [u8; KEY_ID_LEN];

/// One key, ready for use.
pub(super) struct RingKey {
    pub(super) id: KeyId,
    pub(super) cipher: XChaCha20Poly1305,
}

/// The keys that open tokens. There is at least one, and the first one seals.
pub(super) struct KeyRing {
    first: RingKey,
    others: Vec<RingKey>,
}

impl KeyRing {
    /// A ring of one random key, which no other process has.
    pub(super) fn ephemeral() -> Result<Self, SecretError> {
        let secret = <[u8; MIN_SECRET]>::try_generate().map_err(|_| SecretError::NoRandomness)?;
        let secret = Zeroizing::new(secret);
        Ok(Self { first: derive(secret.as_slice()), others: Vec::new() })
    }

    /// A ring of the operator's keys, in the order given.
    pub(super) fn of(secrets: &[Secret]) -> Result<Self, SecretError> {
        for (index, secret) in secrets.iter().enumerate() {
            if secret.0.len() < MIN_SECRET {
                let bytes = secret.0.len();
                return Err(SecretError::TooShort { index, bytes });
            }
        }
        let mut keys: Vec<RingKey> = Vec::with_capacity(secrets.len());
        for (index, secret) in secrets.iter().enumerate() {
            let key = derive(&secret.0);
            if let Some(first) = keys.iter().position(|earlier| earlier.id == key.id) {
                return Err(if secrets[first].0 == secret.0 {
                    SecretError::Duplicate { index, first }
                } else {
                    SecretError::SharedKeyId { index, first }
                });
            }
            keys.push(key);
        }
        let mut keys = keys.into_iter();
        let first = keys.next().ok_or(SecretError::Empty)?;
        Ok(Self { first, others: keys.collect() })
    }

    /// The key that seals.
    pub(super) fn sealing(&self) -> &RingKey {
        &self.first
    }

    /// The key that a token names, if it is in the ring.
    pub(super) fn find(&self, id: KeyId) -> Option<&RingKey> {
        if self.first.id == id {
            return Some(&self.first);
        }
        self.others.iter().find(|key| key.id == id)
    }
}

impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyRing").field("keys", &(1 + self.others.len())).finish_non_exhaustive()
    }
}

fn derive(secret: &[u8]) -> RingKey {
    let derived = Zeroizing::new(blake3::derive_key(KEY_CONTEXT, secret));
    let named = blake3::derive_key(KEY_ID_CONTEXT, derived.as_slice());
    let mut id = KeyId::default();
    id.copy_from_slice(&named[..KEY_ID_LEN]);
    let mut key = Key::from(*derived);
    let cipher = XChaCha20Poly1305::new(&key);
    key.as_mut_slice().zeroize();
    RingKey { id, cipher }
}

/// The ring relies on the cipher to wipe its copy of the key, which is a feature of its crate
/// (`chacha20poly1305/zeroize`): a build without it must fail.
const _: () = {
    const fn wiped_on_drop<T: ZeroizeOnDrop>() {}
    wiped_on_drop::<XChaCha20Poly1305>();
};

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "correct horse battery staple, and thirty-two bytes";

    fn ids(secrets: impl IntoIterator<Item = Secret>) -> Vec<KeyId> {
        let ring = KeyRing::of(&secrets.into_iter().collect::<Vec<_>>()).unwrap();
        std::iter::once(&ring.first).chain(&ring.others).map(|key| key.id).collect()
    }

    fn error(secrets: &[Secret]) -> SecretError {
        KeyRing::of(secrets).unwrap_err()
    }

    #[test]
    fn a_secret_is_the_same_in_every_form() {
        let bytes: [u8; TEXT.len()] = TEXT.as_bytes().try_into().unwrap();
        let forms = [
            Secret::from(TEXT),
            Secret::from(TEXT.to_owned()),
            Secret::from(TEXT.as_bytes()),
            Secret::from(TEXT.as_bytes().to_vec()),
            Secret::from(&bytes),
            Secret::from(bytes),
        ];
        let ids: Vec<_> = forms.into_iter().flat_map(|form| ids([form])).collect();
        assert!(ids.iter().all(|id| *id == ids[0]));
    }

    /// Tokens in flight must survive an upgrade, so the derivation may not drift.
    #[test]
    fn the_derivation_is_pinned() {
        assert_eq!(ids([Secret::from([7; 32])]), [PINNED_ID]);
    }

    const PINNED_ID: KeyId = [51, 83, 70, 56];

    #[test]
    fn the_first_key_seals_and_all_are_found() {
        let ring = KeyRing::of(&[[1; 32].into(), [2; 32].into(), [3; 32].into()]).unwrap();
        assert_eq!(ring.sealing().id, ids([[1; 32].into()])[0]);
        for byte in 1..=3 {
            let id = ids([[byte; 32].into()])[0];
            assert_eq!(ring.find(id).unwrap().id, id);
        }
        assert!(ring.find(ids([[4; 32].into()])[0]).is_none());
    }

    #[test]
    fn ephemeral_rings_differ() {
        let one = KeyRing::ephemeral().unwrap();
        let other = KeyRing::ephemeral().unwrap();
        assert_ne!(one.sealing().id, other.sealing().id);
    }

    #[test]
    fn no_secret_is_an_error() {
        assert_eq!(error(&[]), SecretError::Empty);
    }

    #[test]
    fn a_short_secret_is_named_with_a_remedy() {
        let error = error(&[[1; 32].into(), [2; 31].into()]);
        assert_eq!(error, SecretError::TooShort { index: 1, bytes: 31 });
        assert_eq!(
            error.to_string(),
            "requestState secrets must be at least 32 bytes of randomness, and keys[1] has 31; \
             make one with: openssl rand -hex 32"
        );
    }

    #[test]
    fn a_duplicate_is_named_even_across_forms() {
        let error = error(&[[1; 32].into(), TEXT.into(), TEXT.as_bytes().into()]);
        assert_eq!(error, SecretError::Duplicate { index: 2, first: 1 });
        assert_eq!(error.to_string(), "requestState secret keys[2] is the same as keys[1]; give each once");
    }

    #[test]
    fn a_chance_collision_of_key_ids_is_refused() {
        let error = error(&[COLLIDING.0.into(), COLLIDING.1.into()]);
        assert_eq!(error, SecretError::SharedKeyId { index: 1, first: 0 });
    }

    /// Found by search: different keys, one key id.
    const COLLIDING: (&str, &str) =
        ("a secret for the key id test 00026974", "a secret for the key id test 00067178");

    #[test]
    fn debug_shows_no_secret() {
        let secret = Secret::from(TEXT);
        assert_eq!(format!("{secret:?}"), "Secret(..)");
        let ring = KeyRing::of(&[secret]).unwrap();
        assert_eq!(format!("{ring:?}"), "KeyRing { keys: 1, .. }");
    }
}
