//! A codec of the author's: it replaces the encryption, and no check besides.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mcp::{Error, InvalidRequestState, RequestStateSecurity, StateCodec};

use super::{Request, Shop, order};

/// A codec that hides nothing, so that a test can make any claims.
struct Glass;

impl StateCodec for Glass {
    fn seal(&self, plain: &[u8]) -> mcp::Result<String> {
        Ok(hex(plain))
    }

    fn unseal(&self, token: &str) -> mcp::Result<Vec<u8>, InvalidRequestState> {
        bytes(token).ok_or(InvalidRequestState::new("no hexadecimal digits"))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = hex.chars().map(|digit| digit.to_digit(16)?.try_into().ok()).collect();
    Some(digits?.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect())
}

/// The claims of a token with other bytes from `at` on. They are the state, a byte for their version,
/// three times of eight bytes each (issued, expires, and when the flow started), more, and the length
/// of the state in eight bytes.
fn patched(token: &str, at: usize, patch: &[u8]) -> String {
    let (mut claims, at) = claims(token, at);
    claims[at..at + patch.len()].copy_from_slice(patch);
    hex(&claims)
}

/// The claims of a token, and where `at` is in them.
fn claims(token: &str, at: usize) -> (Vec<u8>, usize) {
    let claims = bytes(token).expect("a token of this codec");
    let length = claims.last_chunk().map(|length| u64::from_le_bytes(*length)).expect("eight bytes");
    (claims, at + usize::try_from(length).expect("a length in memory"))
}

fn time(token: &str, at: usize) -> [u8; 8] {
    let (claims, at) = claims(token, at);
    claims[at..at + 8].try_into().expect("eight bytes")
}

const VERSION: usize = 0;
const ISSUED: usize = 1;
const EXPIRES: usize = 9;
const FLOW_STARTED: usize = 17;

fn in_milliseconds(time: SystemTime) -> [u8; 8] {
    let since = time.duration_since(UNIX_EPOCH).expect("a time after 1970");
    u64::try_from(since.as_millis()).expect("a time before the end").to_le_bytes()
}

#[tokio::test]
async fn times_are_checked_whatever_the_codec_says() {
    let mut shop = Shop::open(RequestStateSecurity::codec(Glass)).await;
    let token = shop.ask(&order()).await;
    let now = SystemTime::now();
    let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
    let with = |at, time| patched(&token, at, &in_milliseconds(time));

    shop.accepts(&order(), &with(ISSUED, now + Duration::from_secs(30))).await;
    shop.refuses(&order(), &with(ISSUED, now + minutes(2)), "minted in the future").await;
    shop.refuses(&order(), &with(EXPIRES, now), "expired").await;
    shop.refuses(&order(), &with(EXPIRES, now - minutes(1)), "expired").await;
    shop.accepts(&order(), &with(EXPIRES, now + minutes(1))).await;
    shop.refuses(&order(), &with(FLOW_STARTED, now - minutes(60)), "flow over age").await;
    shop.accepts(&order(), &with(FLOW_STARTED, now - minutes(59))).await;
}

/// A round has a time of its own, and a flow has one start that every round carries on.
#[tokio::test]
async fn the_age_of_a_flow_is_carried_from_round_to_round() {
    let mut shop = Shop::open(RequestStateSecurity::codec(Glass)).await;
    let request = Request::tool("guarded_on_and_on", "{}");
    let first = shop.ask(&request).await;
    let started = in_milliseconds(SystemTime::now() - Duration::from_secs(59 * 60));
    let old = patched(&patched(&first, FLOW_STARTED, &started), ISSUED, &started);
    let second = shop.ask(&request.clone().answered().with_token(&old)).await;
    assert_eq!(time(&second, FLOW_STARTED), started);
    assert_ne!(time(&second, ISSUED), started);
    let third = shop.ask(&request.clone().answered().with_token(&second)).await;
    assert_eq!(time(&third, FLOW_STARTED), started);
}

#[tokio::test]
async fn claims_of_another_version_are_refused() {
    let mut shop = Shop::open(RequestStateSecurity::codec(Glass)).await;
    let token = shop.ask(&order()).await;
    for version in (0..=255).filter(|version| *version != 1) {
        shop.refuses(&order(), &patched(&token, VERSION, &[version]), "malformed").await;
    }
    shop.accepts(&order(), &token).await;
}

#[tokio::test]
async fn every_truncation_and_extension_of_claims_is_refused() {
    let mut shop = Shop::open(RequestStateSecurity::codec(Glass)).await;
    let request = Request::tool("guarded_by_hand", r#"{"title":"Emma","size":0}"#);
    let token = shop.ask(&request).await;
    for end in (0..token.len()).step_by(2) {
        shop.refuses(&request, &token[..end], "malformed").await;
    }
    for changed in [format!("{token}00"), format!("00{token}"), format!("ff{token}"), token.repeat(2)] {
        shop.refuses(&request, &changed, "malformed").await;
    }
    shop.accepts(&request, &token).await;
}

#[tokio::test]
async fn a_codec_replaces_no_binding() {
    let mut shop = Shop::open(RequestStateSecurity::codec(Glass)).await;
    let mut library = Shop::named("Library", RequestStateSecurity::codec(Glass)).await;
    let token = shop.ask(&order()).await;
    let arguments = r#"{"title":"Emma","count":1}"#;
    shop.refuses(&Request::tool("guarded_too", arguments), &token, "request binding: target").await;
    shop.refuses(&Request::prompt("guarded", arguments), &token, "request binding: method").await;
    shop.refuses(&order().arguments(None), &token, "request binding: arguments").await;
    library.refuses(&order(), &token, "audience").await;
}

/// A codec that does what its token says.
struct Puppet(&'static str);

impl StateCodec for Puppet {
    fn seal(&self, _plain: &[u8]) -> mcp::Result<String> {
        match self.0 {
            "panic" => panic!("on purpose"),
            "fail" => Err(Error::new("the vault at vault.internal is closed")),
            token => Ok(token.to_owned()),
        }
    }

    fn unseal(&self, token: &str) -> mcp::Result<Vec<u8>, InvalidRequestState> {
        match token {
            "panic" => panic!("on purpose"),
            "reject" => Err(InvalidRequestState::new("not of this vault")),
            "nothing" => Ok(Vec::new()),
            // It returns what it was not given to seal.
            "plain" => Ok(b"xxxxxxxxxx".to_vec()),
            "zeros" => Ok(vec![0; 200]),
            "many" => Ok(vec![1; 1 << 20]),
            other => Ok(other.as_bytes().to_vec()),
        }
    }
}

#[tokio::test]
async fn a_codec_that_lies_panics_or_rejects_is_refused() {
    let mut shop = Shop::open(RequestStateSecurity::codec(Puppet("token"))).await;
    shop.refuses(&order(), "panic", "codec panicked").await;
    shop.refuses(&order(), "reject", "codec").await;
    for token in ["", "nothing", "plain", "zeros", "many", "token", "\u{1}\u{1}\u{1}"] {
        shop.refuses(&order(), token, "malformed").await;
    }
    // What it sealed does not open, because it unseals to something else.
    let token = shop.ask(&order()).await;
    shop.refuses(&order(), &token, "malformed").await;
}

#[tokio::test]
async fn a_codec_that_cannot_seal_is_an_internal_error_without_detail() {
    for (does, reason) in [
        ("panic", "sealing: codec panicked"),
        ("fail", "sealing: codec"),
        ("", "sealing: codec gave no token"),
        ("two words", "sealing: codec gave no token"),
        ("new\nline", "sealing: codec gave no token"),
        ("\u{e9}", "sealing: codec gave no token"),
    ] {
        let mut shop = Shop::open(RequestStateSecurity::codec(Puppet(does))).await;
        let answer = shop.peer.send(&order()).await;
        let expected = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"Internal error"}}"#;
        assert_eq!(answer.text, expected, "{does:?}");
        assert_eq!(shop.counted(), [(reason, 1)]);
    }
}
