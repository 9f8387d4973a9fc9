//! The claim that binds sealed state to the principal it was issued to.

use chacha20poly1305::aead::Generate;

/// A salted digest of a principal: two tokens do not show that they belong to one principal, and
/// a token that is opened does not tell who that is.
pub(super) struct PrincipalClaim {
    pub(super) salt: [u8; 16],
    /// Comparing two of these takes constant time, by the crate's own implementation.
    pub(super) digest: blake3::Hash,
}

impl PrincipalClaim {
    /// A claim for this principal, with a salt of its own. Fails only without random bytes.
    pub(super) fn of(principal: &str) -> Option<Self> {
        let salt = Generate::try_generate().ok()?;
        let digest = digest(&salt, principal);
        Some(Self { salt, digest })
    }

    pub(super) fn is_for(&self, principal: &str) -> bool {
        digest(&self.salt, principal) == self.digest
    }
}

fn digest(salt: &[u8; 16], principal: &str) -> blake3::Hash {
    blake3::Hasher::new_derive_key("mcp (Rust framework) requestState v1 principal")
        .update(salt)
        .update(principal.as_bytes())
        .finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_for_its_principal_only() {
        for principal in ["", "bob", "alice", "a much longer principal than one block of input"] {
            let claim = PrincipalClaim::of(principal).unwrap();
            assert!(claim.is_for(principal));
            assert!(!claim.is_for("mallory"));
            assert!(!claim.is_for(&format!("{principal} ")));
        }
    }

    #[test]
    fn claims_for_one_principal_cannot_be_linked() {
        let one = PrincipalClaim::of("bob").unwrap();
        let other = PrincipalClaim::of("bob").unwrap();
        assert_ne!(one.salt, other.salt);
        assert_ne!(one.digest, other.digest);
    }
}
