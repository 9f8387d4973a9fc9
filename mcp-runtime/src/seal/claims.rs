//! What a token says, and its compact encoding.
//!
//! The encoding is the state, a version byte, three times, the token's id, the arguments' digest, the
//! principal if there is one, three texts, each behind its length, and the length of the state. The
//! state comes first so that it is there, once the rest is cut off, without being moved.
//!
//! It is read only after it was authenticated, but an author's codec may authenticate anything, so
//! reading is total, and only the encoding that is written here is read.

use crate::seal::principal::PrincipalClaim;

/// Times are Unix times in milliseconds.
pub(super) struct Claims<'a> {
    pub(super) issued: u64,
    pub(super) expires: u64,
    pub(super) flow_started: u64,
    pub(super) id: [u8; 16],
    pub(super) arguments: blake3::Hash,
    pub(super) principal: Option<PrincipalClaim>,
    pub(super) method: &'a str,
    pub(super) target: &'a str,
    pub(super) audience: &'a str,
    /// Text in UTF-8, which `decode` leaves to be checked where it becomes a text.
    pub(super) state: &'a [u8],
}

impl<'a> Claims<'a> {
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.state);
        out.push(VERSION);
        for time in [self.issued, self.expires, self.flow_started] {
            out.extend_from_slice(&time.to_le_bytes());
        }
        out.extend_from_slice(&self.id);
        out.extend_from_slice(self.arguments.as_bytes());
        out.push(self.principal.is_some().into());
        if let Some(principal) = &self.principal {
            out.extend_from_slice(&principal.salt);
            out.extend_from_slice(principal.digest.as_bytes());
        }
        for text in [self.method, self.target, self.audience] {
            put_length(out, text.len());
            out.extend_from_slice(text.as_bytes());
        }
        out.extend_from_slice(&(self.state.len() as u64).to_le_bytes());
    }

    /// The number of bytes that `encode` appends.
    pub(super) fn encoded_len(&self) -> usize {
        let principal = if self.principal.is_some() { 16 + 32 } else { 0 };
        let texts: usize = [self.method, self.target, self.audience]
            .iter()
            .map(|text| length_of_length(text.len()) + text.len())
            .sum();
        self.state.len() + 1 + 3 * 8 + 16 + 32 + 1 + principal + texts + 8
    }

    /// The claims in these bytes, or nothing if they are not claims of this version.
    pub(super) fn decode(bytes: &'a [u8]) -> Option<Self> {
        let (bytes, length) = bytes.split_last_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (state, bytes) = bytes.split_at_checked(length)?;
        let mut reader = Reader(bytes);
        let [VERSION] = reader.array()? else {
            return None;
        };
        let claims = Self {
            issued: reader.time()?,
            expires: reader.time()?,
            flow_started: reader.time()?,
            id: reader.array()?,
            arguments: blake3::Hash::from_bytes(reader.array()?),
            principal: match reader.array()? {
                [0] => None,
                [1] => Some(PrincipalClaim {
                    salt: reader.array()?,
                    digest: blake3::Hash::from_bytes(reader.array()?),
                }),
                _ => return None,
            },
            method: reader.text()?,
            target: reader.text()?,
            audience: reader.text()?,
            state,
        };
        reader.0.is_empty().then_some(claims)
    }
}

const VERSION: u8 = 1;

/// Seven bits a byte, low ones first, the top bit set in all bytes but the last.
fn put_length(out: &mut Vec<u8>, mut length: usize) {
    while length >= 0x80 {
        out.push((length & 0x7f) as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
}

fn length_of_length(length: usize) -> usize {
    let bits = (usize::BITS - length.leading_zeros()).max(1);
    bits.div_ceil(7) as usize
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*head)
    }

    fn time(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn length(&mut self) -> Option<usize> {
        let mut length: usize = 0;
        for shift in (0..usize::BITS).step_by(7) {
            let [byte] = self.array()?;
            let bits = usize::from(byte & 0x7f);
            if bits.leading_zeros() < shift {
                return None;
            }
            length |= bits << shift;
            if byte < 0x80 {
                // A length has one spelling: no zero stands at its end.
                return (byte > 0 || shift == 0).then_some(length);
            }
        }
        None
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = self.length()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn claims<'a>(texts: [&'a str; 4], principal: Option<&str>) -> Claims<'a> {
        const SALT: [u8; 16] = [3; 16];
        let [method, target, audience, state] = texts;
        Claims {
            issued: 1,
            expires: u64::MAX,
            flow_started: 0x0102_0304_0506_0708,
            id: [5; 16],
            arguments: blake3::hash(b"arguments"),
            principal: principal.map(|name| PrincipalClaim::of(name, SALT)),
            method,
            target,
            audience,
            state: state.as_bytes(),
        }
    }

    fn encoded(claims: &Claims<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        claims.encode(&mut bytes);
        bytes
    }

    proptest! {
        #[test]
        fn any_claims_round_trip(
            method in any::<String>(),
            target in any::<String>(),
            audience in any::<String>(),
            state in any::<String>(),
            principal in any::<Option<String>>(),
        ) {
            let claims = claims([&method, &target, &audience, &state], principal.as_deref());
            let bytes = encoded(&claims);
            prop_assert_eq!(bytes.len(), claims.encoded_len());
            let back = Claims::decode(&bytes).unwrap();
            prop_assert_eq!(back.issued, claims.issued);
            prop_assert_eq!(back.expires, claims.expires);
            prop_assert_eq!(back.flow_started, claims.flow_started);
            prop_assert_eq!(back.id, claims.id);
            prop_assert_eq!(back.arguments, claims.arguments);
            prop_assert_eq!(back.method, method);
            prop_assert_eq!(back.target, target);
            prop_assert_eq!(back.audience, audience);
            prop_assert_eq!(back.state, state.as_bytes());
            match (back.principal, principal) {
                (None, None) => {}
                (Some(claim), Some(name)) => prop_assert!(claim.is_for(&name)),
                _ => prop_assert!(false, "a principal came or went"),
            }
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Claims::decode(&bytes);
            // The same again, past the parts that random bytes do not get right.
            let bytes = [&[VERSION], [0; 72].as_slice(), &[0], &bytes, &[0; 8]].concat();
            if let Some(claims) = Claims::decode(&bytes) {
                prop_assert_eq!(encoded(&claims), bytes, "claims have one spelling");
            }
        }

        #[test]
        fn any_length_round_trips(length in any::<usize>()) {
            let mut bytes = Vec::new();
            put_length(&mut bytes, length);
            prop_assert_eq!(bytes.len(), length_of_length(length));
            prop_assert_eq!(Reader(&bytes).length(), Some(length));
        }
    }

    #[test]
    fn lengths_at_the_edges_round_trip() {
        for length in [0, 1, 0x7f, 0x80, 0x3fff, 0x4000, usize::MAX] {
            let mut bytes = Vec::new();
            put_length(&mut bytes, length);
            assert_eq!(bytes.len(), length_of_length(length));
            assert_eq!(Reader(&bytes).length(), Some(length));
        }
    }

    #[test]
    fn a_length_has_one_spelling() {
        assert_eq!(Reader(&[0x05]).length(), Some(5));
        assert_eq!(Reader(&[0x00]).length(), Some(0));
        assert_eq!(Reader(&[0x85, 0x00]).length(), None);
        assert_eq!(Reader(&[0x80, 0x80, 0x00]).length(), None);
    }

    #[test]
    fn a_length_that_does_not_fit_is_refused() {
        assert_eq!(Reader(&[0xff; 20]).length(), None);
        let mut too_long = [0xff; 10];
        too_long[9] = 0x02;
        assert_eq!(Reader(&too_long).length(), None);
    }

    #[test]
    fn every_truncation_and_extension_is_refused() {
        let bytes = encoded(&claims(["m", "t", "a", "state"], Some("bob")));
        assert!(Claims::decode(&[&bytes[..], &[0]].concat()).is_none());
        assert!(Claims::decode(&[&[0], &bytes[..]].concat()).is_none());
        for start in 1..bytes.len() {
            assert!(Claims::decode(&bytes[start..]).is_none(), "{start}");
        }
        for end in 0..bytes.len() {
            assert!(Claims::decode(&bytes[..end]).is_none(), "{end}");
        }
    }

    #[test]
    fn another_version_is_refused() {
        let mut bytes = encoded(&claims(["m", "t", "a", ""], None));
        for version in (0..=255).filter(|version| *version != VERSION) {
            bytes[0] = version;
            assert!(Claims::decode(&bytes).is_none(), "{version}");
        }
    }

    #[test]
    fn a_principal_flag_is_zero_or_one() {
        let mut bytes = encoded(&claims(["m", "t", "a", ""], Some("bob")));
        let flag = 1 + 3 * 8 + 16 + 32;
        assert_eq!(bytes[flag], 1);
        bytes[flag] = 2;
        assert!(Claims::decode(&bytes).is_none());
    }

    #[test]
    fn texts_are_utf8() {
        let mut bytes = encoded(&claims(["m", "t", "a", ""], None));
        let last = bytes.len() - 1 - 8;
        bytes[last] = 0xff;
        assert!(Claims::decode(&bytes).is_none());
    }
}
