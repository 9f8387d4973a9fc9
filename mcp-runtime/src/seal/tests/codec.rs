//! The boundary with a codec of an author's.

use super::*;
use crate::error::{Error, Result};
use crate::seal::{InvalidRequestState, StateCodec};

/// A codec that is told what to do by its token, and hides nothing.
struct Puppet;

impl StateCodec for Puppet {
    fn seal(&self, plain: &[u8]) -> Result<String> {
        if contains(plain, "fail") {
            return Err(Error::new("the vault is closed"));
        }
        assert!(!contains(plain, "panic"), "on purpose");
        for (order, token) in [("empty", ""), ("space", "a b"), ("newline", "a\n"), ("letter", "\u{e9}")] {
            if contains(plain, order) {
                return Ok(token.to_owned());
            }
        }
        Ok(plain.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    fn unseal(&self, token: &str) -> Result<Vec<u8>, InvalidRequestState> {
        assert!(token != "panic", "on purpose");
        let digits = token.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap_or_default());
        digits
            .map(|pair| u8::from_str_radix(pair, 16).map_err(|_| InvalidRequestState::new("no hex")))
            .collect()
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn a_codec_takes_the_place_of_keys_and_of_nothing_else() {
    let boundary = boundary(RequestStateSecurity::codec(Puppet));
    let token = sealed(&boundary, &ORDER);
    opens(&boundary, &token, &ORDER);
    rejects(&boundary, &token, &Binding { target: "other", ..ORDER }, Rejected::Target);
    rejects(&boundary, &token, &Binding { arguments: None, ..ORDER }, Rejected::Arguments);
    rejects(&boundary, &token, &Binding { principal: Some("bob"), ..ORDER }, Rejected::PrincipalDrift);
    assert_eq!(open_at(&boundary, NOW + TTL, &token, &ORDER), Err(Rejected::Expired.reason()));
    let nameless = Boundary::new(RequestStateSecurity::codec(Puppet), "").unwrap_err();
    assert_eq!(nameless, PolicyError::NoAudience);
}

#[test]
fn a_codec_that_fails_fails_closed_in_both_directions() {
    let boundary = boundary(RequestStateSecurity::codec(Puppet).max_size(1000));
    for (state, reason) in [
        ("fail", "sealing: codec"),
        ("panic", "sealing: codec panicked"),
        ("empty", "sealing: codec gave no token"),
        ("space", "sealing: codec gave no token"),
        ("newline", "sealing: codec gave no token"),
        ("letter", "sealing: codec gave no token"),
        (&"x".repeat(500), "sealing: too large"),
    ] {
        assert_eq!(seal_at(&boundary, NOW, state, &ORDER, None).unwrap_err().reason(), reason);
    }
    for (token, reason) in [
        ("panic", "codec panicked"),
        ("zz", "codec"),
        ("", "malformed"),
        ("00", "malformed"),
        (&"0".repeat(1001), "too long"),
    ] {
        assert_eq!(open_at(&boundary, NOW, token, &ORDER), Err(reason), "{token}");
    }
}

/// A codec vouches for its bytes, but not for their meaning: every other byte is a fault or another
/// state, and no other version, time, digest, text or length gets through.
#[test]
fn every_single_bit_flip_of_the_claims_of_a_codec_is_rejected() {
    let boundary = boundary(RequestStateSecurity::codec(Puppet));
    let bound = Binding { principal: Some("bob"), ..ORDER };
    let token = sealed(&boundary, &bound);
    let claims = Puppet.unseal(&token).unwrap();
    // Behind the state, which is the codec's to protect, and the version.
    let times = 6..30;
    let id = 30..46;
    for bit in "state".len() * 8..claims.len() * 8 {
        let byte = bit / 8;
        // A time that differs a little is as good, and an id has no meaning but to be used once.
        if times.contains(&byte) || id.contains(&byte) {
            continue;
        }
        let mut flipped = claims.clone();
        flipped[byte] ^= 1 << (bit % 8);
        let token = Puppet.seal(&flipped).unwrap();
        assert!(open_at(&boundary, NOW, &token, &bound).is_err(), "bit {bit}");
    }
    let not_text = [&[0xff], &claims[1..]].concat();
    rejects(&boundary, &Puppet.seal(&not_text).unwrap(), &bound, Rejected::Malformed);
}
