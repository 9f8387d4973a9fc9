//! A token that is not as it was made.

use std::time::Duration;

use mcp::RequestStateSecurity;

use super::{NEW_KEY, OLD_KEY, Request, Shop, keys, order};

const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A changed token is refused, for a reason that depends on where it was changed.
async fn refuses_changed(shop: &mut Shop, token: &str) {
    let count = |shop: &Shop| -> u64 {
        ["malformed", "unknown key", "seal"].iter().map(|reason| shop.rejections.count(reason)).sum()
    };
    let before = count(shop);
    let answer = shop.peer.send(&order().answered().with_token(token)).await;
    assert_eq!((answer.status, answer.text.as_str()), (400, super::FROZEN), "{token}");
    assert_eq!(shop.steps.take(), Vec::<&str>::new(), "{token}");
    assert_eq!(count(shop), before + 1, "{token}: {:?}", shop.counted());
}

#[tokio::test]
async fn every_single_bit_flip_of_a_token_is_refused() {
    let mut shop = Shop::open(keys()).await;
    let token = shop.ask(&order()).await;
    for bit in 0..token.len() * 8 {
        let mut flipped = token.clone().into_bytes();
        flipped[bit / 8] ^= 1 << (bit % 8);
        // The top bit makes what is no text, which no JSON string can hold.
        if let Ok(flipped) = String::from_utf8(flipped) {
            refuses_changed(&mut shop, &flipped).await;
        }
    }
    shop.accepts(&order(), &token).await;
}

#[tokio::test]
async fn every_truncation_of_a_token_is_refused() {
    let mut shop = Shop::open(keys()).await;
    let token = shop.ask(&order()).await;
    for at in 1..token.len() {
        refuses_changed(&mut shop, &token[..at]).await;
        refuses_changed(&mut shop, &token[at..]).await;
        if at != 3 {
            refuses_changed(&mut shop, &format!("v1.{}", &token[at..])).await;
        }
    }
    shop.accepts(&order(), &token).await;
}

#[tokio::test]
async fn every_extension_of_a_token_is_refused() {
    let mut shop = Shop::open(keys()).await;
    let token = shop.ask(&order()).await;
    for extra in (0..=0x7f_u8).map(char::from).chain("é\u{a0}\u{feff}😀".chars()) {
        for changed in
            [format!("{token}{extra}"), format!("{extra}{token}"), format!("v1.{extra}{}", &token[3..])]
        {
            refuses_changed(&mut shop, &changed).await;
        }
    }
    for changed in [format!("{token}=="), format!("{token}{token}"), format!("{token}.{token}")] {
        refuses_changed(&mut shop, &changed).await;
    }
    shop.accepts(&order(), &token).await;
}

#[tokio::test]
async fn every_other_last_character_is_refused() {
    let mut shop = Shop::open(keys()).await;
    // Tokens of every length modulo four that there is, so that every number of spare bits is tried.
    let mut remainders = std::collections::BTreeSet::new();
    for size in 1..=3 {
        let request = Request::tool("guarded_by_hand", &format!(r#"{{"title":"t","size":{size}}}"#));
        let token = shop.ask(&request).await;
        remainders.insert((token.len() - 3) % 4);
        let (rest, last) = token.split_at(token.len() - 1);
        for other in ALPHABET.chars().filter(|other| !last.starts_with(*other)) {
            refuses_changed(&mut shop, &format!("{rest}{other}")).await;
        }
        shop.accepts(&request, &token).await;
    }
    assert_eq!(remainders.len(), 3);
}

#[tokio::test]
async fn foreign_prefixes_are_refused() {
    let mut shop = Shop::open(keys()).await;
    let token = shop.ask(&order()).await;
    for prefix in ["", "v0.", "v2.", "V1.", "v1", "v1:", "v01.", "v1.v1.", " v1."] {
        shop.refuses(&order(), &format!("{prefix}{}", &token[3..]), "malformed").await;
    }
    shop.accepts(&order(), &token).await;
}

#[tokio::test]
async fn the_key_id_of_another_ring_member_is_refused() {
    let mut old = Shop::open(keys()).await;
    let mut new = Shop::open(RequestStateSecurity::keys([NEW_KEY])).await;
    let mut both = Shop::open(RequestStateSecurity::keys([OLD_KEY, NEW_KEY])).await;
    let (ours, theirs) = (old.ask(&order()).await, new.ask(&order()).await);
    both.accepts(&order(), &ours).await;
    both.accepts(&order(), &theirs).await;
    // The id is 32 bits: five characters, and the upper two bits of the sixth.
    let sixth = |token: &str| ALPHABET.find(&token[8..9]).expect("a character of a token");
    let mixed = sixth(&theirs) & 0b11_0000 | sixth(&ours) & 0b00_1111;
    let transplanted = format!("v1.{}{}{}", &theirs[3..8], &ALPHABET[mixed..=mixed], &ours[9..]);
    both.refuses(&order(), &transplanted, "seal").await;
    old.refuses(&order(), &transplanted, "unknown key").await;
}

#[tokio::test]
async fn tokens_of_unknown_keys_are_refused() {
    let mut shop = Shop::open(keys()).await;
    for policy in [RequestStateSecurity::keys([NEW_KEY]), RequestStateSecurity::ephemeral()] {
        let mut stranger = Shop::open(policy).await;
        let token = stranger.ask(&order()).await;
        shop.refuses(&order(), &token, "unknown key").await;
        let own = shop.ask(&order()).await;
        stranger.refuses(&order(), &own, "unknown key").await;
        stranger.accepts(&order(), &token).await;
        shop.accepts(&order(), &own).await;
    }
}

#[tokio::test]
async fn what_is_no_text_is_refused_and_null_is_nothing() {
    let mut shop = Shop::open(keys()).await;
    for state in ["5", "true", "{}", "[]", r#"["v1."]"#, r#""\ud800""#] {
        shop.refuses_as_it_is(order().answered().with_state(state), "not a string").await;
    }
    for state in [r#""""#, r#""null""#, r#""v1.""#, r#"" ""#, r#""\u0000""#] {
        shop.refuses_as_it_is(order().answered().with_state(state), "malformed").await;
    }
    let answer = shop.peer.send(&order().with_state("null")).await;
    assert_eq!(answer.json()["result"]["resultType"], "input_required");
}

#[tokio::test]
async fn plain_state_is_refused() {
    let mut shop = Shop::open(keys()).await;
    for plain in ["xxxxxxxxxx", r#"{"answers":{},"asked":{"sure":{"q":"a"}}}"#, "eyJhIjoxfQ"] {
        shop.refuses(&order(), plain, "malformed").await;
        shop.refuses(&Request::tool("guarded_by_hand", r#"{"title":"Emma"}"#), plain, "malformed").await;
    }
}

#[tokio::test]
async fn a_token_over_the_limit_is_refused_before_it_is_read() {
    let mut shop = Shop::open(keys().max_size(1000)).await;
    for token in [format!("v1.{}", "A".repeat(998)), "!".repeat(1001), "v1.".repeat(100_000)] {
        shop.refuses(&order(), &token, "too long").await;
    }
    let token = shop.ask(&order()).await;
    shop.accepts(&order(), &token).await;
}

#[tokio::test]
async fn a_function_that_never_asks_is_no_way_around() {
    let mut shop = Shop::open(keys()).await;
    let unasking = Request::tool("unasking", r#"{"title":"Emma"}"#);
    shop.refuses(&unasking, "v1.garbage", "malformed").await;
    shop.refuses(&unasking, "", "malformed").await;
    let token = shop.ask(&order()).await;
    shop.refuses(&unasking, &token, "request binding: target").await;
    shop.accepts(&order(), &token).await;
}

#[tokio::test]
async fn an_expired_token_is_refused_and_the_flow_starts_over() {
    let mut shop = Shop::open(keys().ttl(Duration::from_millis(1))).await;
    let token = shop.ask(&order()).await;
    tokio::time::sleep(Duration::from_millis(5)).await;
    shop.refuses(&order(), &token, "expired").await;
    let again = shop.ask(&order()).await;
    assert_ne!(again, token);
}
