//! How a token is written: `v1.` and the unpadded base64url of key id, nonce, ciphertext and tag.
//!
//! Prefix and key id are associated data, so a token can be moved neither to another version nor
//! to another key. A token has exactly one spelling: padding, other characters and stray trailing
//! bits do not open.

use base64::Engine as _;
use chacha20poly1305::{AeadInOut, Tag, XNonce};

use crate::seal::error::Rejected;
use crate::seal::keys::{KEY_ID_LEN, KeyId, KeyRing};

/// As many random bytes as make a nonce.
pub(super) type NonceBytes = [u8; NONCE_LEN];

/// Seals what `write` appends, which must be `payload_len` bytes, under the ring's first key.
///
/// Fails only for a payload longer than the cipher allows, which is longer than any memory.
pub(super) fn seal(
    ring: &KeyRing,
    nonce: NonceBytes,
    payload_len: usize,
    write: impl FnOnce(&mut Vec<u8>),
) -> Option<String> {
    let key = ring.sealing();
    let nonce = XNonce::from(nonce);

    // One buffer serves for all: what is written stands at its end, is encrypted there, and is then
    // spelled out from its beginning, which never overtakes what is still to be read.
    let start = sealed_len(payload_len) - (HEADER_LEN + payload_len + TAG_LEN);
    let mut token = Vec::with_capacity(sealed_len(payload_len));
    token.extend_from_slice(PREFIX.as_bytes());
    token.resize(start, 0);
    token.extend_from_slice(&key.id);
    token.extend_from_slice(&nonce);
    write(&mut token);
    debug_assert_eq!(token.len(), start + HEADER_LEN + payload_len);

    let payload = &mut token[start + HEADER_LEN..];
    let tag = key.cipher.encrypt_inout_detached(&nonce, &associated_data(key.id), payload.into()).ok()?;
    token.extend_from_slice(&tag);
    spell_out(&mut token, start)?;
    String::from_utf8(token).ok()
}

/// Writes what stands in `token` from `read` on as text behind the prefix, and up to its end.
fn spell_out(token: &mut [u8], mut read: usize) -> Option<()> {
    let mut written = PREFIX.len();
    while token.len() - read > PIECE {
        // As much as there is room for before what is still to be read.
        let length = ((read - written) / 4 * 3).min((token.len() - read) / 3 * 3);
        let (room, rest) = token.split_at_mut(read);
        written += BASE64URL.encode_slice(&rest[..length], &mut room[written..]).ok()?;
        read += length;
    }
    let mut last = [0; PIECE];
    let length = token.len() - read;
    last[..length].copy_from_slice(&token[read..]);
    written += BASE64URL.encode_slice(&last[..length], &mut token[written..]).ok()?;
    debug_assert_eq!(written, token.len());
    Some(())
}

/// Verifies and decrypts a token.
pub(super) fn open(ring: &KeyRing, token: &str) -> Result<Vec<u8>, Rejected> {
    let text = token.strip_prefix(PREFIX).ok_or(Rejected::Malformed)?;
    // The header is decoded by itself, so that the payload stands at the beginning of its buffer and
    // need not be moved. The two bytes behind the header come with it, because text is decoded four
    // characters at a time. The engine refuses padding and non-zero trailing bits, so only one
    // spelling gets through.
    let (head, rest) = text.split_at_checked(HEAD_TEXT_LEN).ok_or(Rejected::Malformed)?;
    let mut header = [0; HEAD_LEN];
    decode(head, &mut header)?;
    let (id, after_id) = split::<KEY_ID_LEN>(&header)?;
    let (nonce, first) = split::<NONCE_LEN>(after_id)?;

    let mut bytes = vec![0; first.len() + decoded_len(rest.len())];
    let (start, room) = bytes.split_at_mut(first.len());
    start.copy_from_slice(first);
    decode(rest, room)?;
    let (payload, tag) = bytes.split_last_chunk_mut::<TAG_LEN>().ok_or(Rejected::Malformed)?;

    let key = ring.find(id).ok_or(Rejected::UnknownKey)?;
    let payload_len = payload.len();
    key.cipher
        .decrypt_inout_detached(&XNonce::from(nonce), &associated_data(id), payload.into(), &Tag::from(*tag))
        .map_err(|_| Rejected::Seal)?;
    bytes.truncate(payload_len);
    Ok(bytes)
}

/// Fills `room` with what `text` spells.
fn decode(text: &str, room: &mut [u8]) -> Result<(), Rejected> {
    match BASE64URL.decode_slice(text, room) {
        Ok(length) if length == room.len() => Ok(()),
        _ => Err(Rejected::Malformed),
    }
}

/// How long a token with a payload of this length is.
pub(super) const fn sealed_len(payload_len: usize) -> usize {
    let body = payload_len.saturating_add(HEADER_LEN + TAG_LEN);
    (body / 3).saturating_mul(4).saturating_add((body % 3 * 4).div_ceil(3)).saturating_add(PREFIX.len())
}

/// How many bytes a text of this length spells, if it spells any.
const fn decoded_len(text_len: usize) -> usize {
    text_len / 4 * 3 + text_len % 4 * 3 / 4
}

/// Coding the text costs as much as the encryption unless it is done many characters at a time.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
static BASE64URL: std::sync::LazyLock<base64::engine::Simd> =
    std::sync::LazyLock::new(|| base64::engine::Simd::url_safe(base64::engine::general_purpose::NO_PAD));
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;

/// The last so many bytes are spelled out at once, from a copy. Where more are left, the room before
/// them is a quarter of that at least.
const PIECE: usize = 1024;

const PREFIX: &str = "v1.";
const NONCE_LEN: usize = 24;
const TAG_LEN: usize = 16;
const HEADER_LEN: usize = KEY_ID_LEN + NONCE_LEN;

/// The header up to the end of a group of four characters.
const HEAD_TEXT_LEN: usize = HEADER_LEN.div_ceil(3) * 4;
const HEAD_LEN: usize = HEAD_TEXT_LEN / 4 * 3;

fn associated_data(id: KeyId) -> [u8; PREFIX.len() + KEY_ID_LEN] {
    let mut data = [0; PREFIX.len() + KEY_ID_LEN];
    let (prefix, rest) = data.split_at_mut(PREFIX.len());
    prefix.copy_from_slice(PREFIX.as_bytes());
    rest.copy_from_slice(&id);
    data
}

fn split<const N: usize>(bytes: &[u8]) -> Result<([u8; N], &[u8]), Rejected> {
    let (head, rest) = bytes.split_first_chunk::<N>().ok_or(Rejected::Malformed)?;
    Ok((*head, rest))
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use proptest::prelude::*;

    use super::*;
    use crate::seal::keys::Secret;

    fn ring(bytes: &[u8]) -> KeyRing {
        let secrets: Vec<Secret> = bytes.iter().map(|byte| [*byte; 32].into()).collect();
        KeyRing::of(&secrets).unwrap()
    }

    fn seal_bytes(ring: &KeyRing, payload: &[u8]) -> String {
        let nonce = chacha20poly1305::aead::Generate::try_generate().unwrap();
        seal(ring, nonce, payload.len(), |out| out.extend_from_slice(payload)).unwrap()
    }

    fn rejection(ring: &KeyRing, token: &str) -> &'static str {
        match open(ring, token) {
            Ok(_) => panic!("opened: {token}"),
            Err(rejected) => rejected.reason(),
        }
    }

    fn decoded(token: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(&token[PREFIX.len()..]).unwrap()
    }

    fn encoded(body: &[u8]) -> String {
        format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(body))
    }

    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    proptest! {
        #[test]
        fn any_payload_round_trips(payload in prop::collection::vec(any::<u8>(), 0..2000)) {
            let ring = ring(&[1]);
            let token = seal_bytes(&ring, &payload);
            prop_assert_eq!(token.len(), sealed_len(payload.len()));
            let opened = open(&ring, &token).unwrap();
            prop_assert_eq!(opened, payload);
        }

        #[test]
        fn no_text_panics(text in any::<String>()) {
            let ring = ring(&[1]);
            prop_assert!(open(&ring, &text).is_err());
            let token = format!("v1.{text}");
            prop_assert!(open(&ring, &token).is_err());
        }

        #[test]
        fn no_body_panics(body in prop::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(open(&ring(&[1]), &encoded(&body)).is_err());
        }
    }

    #[test]
    fn a_large_payload_round_trips() {
        let ring = ring(&[1]);
        let payload: Vec<u8> = (0..1 << 20).map(|i: u32| i as u8).collect();
        let token = seal_bytes(&ring, &payload);
        assert_eq!(open(&ring, &token).unwrap(), payload);
    }

    #[test]
    fn the_format_is_as_written() {
        let token = seal_bytes(&ring(&[1]), b"payload");
        assert!(token.starts_with("v1."));
        assert!(token.bytes().skip(3).all(|c| ALPHABET.contains(&c)));
        let body = decoded(&token);
        assert_eq!(body.len(), 4 + 24 + 7 + 16);
        assert_eq!(body[..4], ring(&[1]).sealing().id);
        assert!(!body.windows(7).any(|window| window == b"payload"));
    }

    /// A token in flight must survive an upgrade.
    #[test]
    fn an_old_token_still_opens() {
        let payload = open(&ring(&[7]), PINNED_TOKEN).unwrap();
        assert_eq!(payload, b"a token of version one");
    }

    const PINNED_TOKEN: &str =
        "v1.M1NGOAkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCYYQcNL_jdlvgYR7TL5gX6HdBIJrJevf36Ofp-4pgaLRVyf_vXHP";

    #[test]
    fn every_seal_has_its_own_nonce() {
        let ring = ring(&[1]);
        let tokens: std::collections::HashSet<_> =
            (0..1000).map(|_| decoded(&seal_bytes(&ring, b""))[4..28].to_vec()).collect();
        assert_eq!(tokens.len(), 1000);
    }

    #[test]
    fn every_single_bit_flip_of_the_body_fails() {
        let ring = ring(&[1]);
        let body = decoded(&seal_bytes(&ring, b"some state to protect"));
        for bit in 0..body.len() * 8 {
            let mut flipped = body.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let expected = if bit < 32 { Rejected::UnknownKey.reason() } else { Rejected::Seal.reason() };
            assert_eq!(rejection(&ring, &encoded(&flipped)), expected, "bit {bit}");
        }
    }

    #[test]
    fn every_single_bit_flip_of_the_text_fails() {
        let ring = ring(&[1]);
        let token = seal_bytes(&ring, b"some state to protect");
        for bit in 0..token.len() * 8 {
            let mut flipped = token.clone().into_bytes();
            flipped[bit / 8] ^= 1 << (bit % 8);
            // The top bit makes the text invalid UTF-8, which never reaches this function.
            if let Ok(flipped) = String::from_utf8(flipped) {
                rejection(&ring, &flipped);
            }
        }
    }

    #[test]
    fn every_truncation_and_extension_fails() {
        let ring = ring(&[1]);
        for payload in ["", "a", "ab", "abc"] {
            let token = seal_bytes(&ring, payload.as_bytes());
            for end in 0..token.len() {
                rejection(&ring, &token[..end]);
            }
            for start in 1..token.len() {
                rejection(&ring, &token[start..]);
            }
            for start in 4..token.len() {
                rejection(&ring, &format!("{PREFIX}{}", &token[start..]));
            }
            for extra in 0..=0x7f_u8 {
                rejection(&ring, &format!("{token}{}", char::from(extra)));
            }
            let body = decoded(&token);
            for end in 0..body.len() {
                let expected = match end {
                    0..44 => Rejected::Malformed.reason(),
                    _ => Rejected::Seal.reason(),
                };
                assert_eq!(rejection(&ring, &encoded(&body[..end])), expected);
            }
        }
    }

    #[test]
    fn every_other_last_character_fails() {
        let ring = ring(&[1]);
        for payload in ["", "a", "ab"] {
            let token = seal_bytes(&ring, payload.as_bytes());
            let (rest, last) = token.split_at(token.len() - 1);
            for c in ALPHABET.iter().map(|c| char::from(*c)) {
                if !last.starts_with(c) {
                    rejection(&ring, &format!("{rest}{c}"));
                }
            }
        }
    }

    #[test]
    fn other_spellings_fail() {
        let ring = ring(&[1]);
        // Bodies of every length modulo three, so that padding would be right where it is tried.
        for payload in ["", "a", "ab"] {
            let token = seal_bytes(&ring, payload.as_bytes());
            let body = &token[3..];
            let middle = body.len() / 2;
            let spellings = [
                format!("v1.{body}="),
                format!("v1.{body}=="),
                format!("v1.{body}\n"),
                format!("v1. {body}"),
                format!(" v1.{body}"),
                format!("v1.{}\r\n{}", &body[..middle], &body[middle..]),
                format!("v1.{}é{}", &body[..middle], &body[middle..]),
                format!("v1.{}\0{}", &body[..middle], &body[middle..]),
            ];
            for spelling in spellings {
                assert_eq!(rejection(&ring, &spelling), Rejected::Malformed.reason(), "{spelling:?}");
            }
        }
        // The other alphabet, on a body that is certain to hold both of its own characters.
        let body: Vec<u8> = [ring.sealing().id.to_vec(), vec![0xff; 40], vec![0xfb; 40]].concat();
        let other = encoded(&body).replace('_', "/").replace('-', "+");
        assert_eq!(rejection(&ring, &encoded(&body)), Rejected::Seal.reason());
        assert_eq!(rejection(&ring, &other), Rejected::Malformed.reason());
    }

    #[test]
    fn foreign_prefixes_fail() {
        let ring = ring(&[1]);
        let token = seal_bytes(&ring, b"state");
        for prefix in ["v2.", "V1.", "v1", "v01.", "", "v1:", "v1.v1."] {
            rejection(&ring, &format!("{prefix}{}", &token[3..]));
        }
    }

    /// The prefix is authenticated and not just compared.
    #[test]
    fn the_version_is_associated_data() {
        let ring = ring(&[1]);
        let nonce = XNonce::from([9; 24]);
        let key = ring.sealing();
        for (version, opens) in [("v1.", true), ("v2.", false)] {
            let data = [version.as_bytes(), &key.id].concat();
            let mut payload = *b"state";
            let tag =
                key.cipher.encrypt_inout_detached(&nonce, &data, payload.as_mut_slice().into()).unwrap();
            let body = [&key.id, nonce.as_slice(), &payload, &tag].concat();
            assert_eq!(open(&ring, &encoded(&body)).is_ok(), opens, "{version}");
        }
    }

    #[test]
    fn a_transplanted_key_id_fails() {
        let ring = ring(&[1, 2]);
        let mut body = decoded(&seal_bytes(&ring, b"state"));
        body[..4].copy_from_slice(&KeyRing::of(&[[2; 32].into()]).unwrap().sealing().id);
        assert_eq!(rejection(&ring, &encoded(&body)), Rejected::Seal.reason());
    }

    /// The key id is authenticated even where it leads to the right key.
    #[test]
    fn the_key_id_is_associated_data() {
        let ring = ring(&[1]);
        let key = ring.sealing();
        let nonce = XNonce::from([9; 24]);
        let mut payload = *b"state";
        let tag =
            key.cipher.encrypt_inout_detached(&nonce, b"v1.\0\0\0\0", payload.as_mut_slice().into()).unwrap();
        let body = [&key.id, nonce.as_slice(), &payload, &tag].concat();
        assert_eq!(rejection(&ring, &encoded(&body)), Rejected::Seal.reason());
    }

    #[test]
    fn a_key_outside_the_ring_is_unknown() {
        let token = seal_bytes(&ring(&[1]), b"state");
        assert_eq!(rejection(&ring(&[2, 3]), &token), Rejected::UnknownKey.reason());
    }

    #[test]
    fn keys_rotate() {
        let (old, new) = (1, 2);
        let stages = [vec![old], vec![old, new], vec![new, old], vec![new]];
        // A rolling restart has neighbouring stages alive at once: each opens the other's tokens.
        for pair in stages.windows(2) {
            let (one, other) = (ring(&pair[0]), ring(&pair[1]));
            assert!(open(&other, &seal_bytes(&one, b"state")).is_ok());
            assert!(open(&one, &seal_bytes(&other, b"state")).is_ok());
        }
        let retired = seal_bytes(&ring(&[old]), b"state");
        assert_eq!(rejection(&ring(&[new]), &retired), Rejected::UnknownKey.reason());
    }

    #[test]
    fn a_length_that_overflows_saturates() {
        assert_eq!(sealed_len(usize::MAX), usize::MAX);
    }
}
