//! The claim that binds sealed state to the principal it was issued to.

/// A salted digest of a principal: two tokens do not show that they belong to one principal, and
/// a token that is opened does not tell who that is.
pub(super) struct PrincipalClaim {
    pub(super) salt: [u8; 16],
    /// Comparing two of these takes constant time, by the crate's own implementation.
    pub(super) digest: blake3::Hash,
}

impl PrincipalClaim {
    /// A claim for this principal, with a salt of its own.
    pub(super) fn of(principal: &str, salt: [u8; 16]) -> Self {
        Self { salt, digest: digest(&salt, principal) }
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
            let claim = PrincipalClaim::of(principal, [1; 16]);
            assert!(claim.is_for(principal));
            assert!(!claim.is_for("mallory"));
            assert!(!claim.is_for(&format!("{principal} ")));
        }
    }

    #[test]
    fn claims_for_one_principal_cannot_be_linked() {
        let one = PrincipalClaim::of("bob", [1; 16]);
        let other = PrincipalClaim::of("bob", [2; 16]);
        assert_ne!(one.digest, other.digest);
    }
}
