//! Tokens that open once, and what that means for a response that is lost.

use std::sync::Arc;
use std::time::SystemTime;

use mcp::{UseOnce, UsedInMemory};
use tokio::sync::Barrier;

use super::{FROZEN, Request, Shop, keys, order};

#[tokio::test]
async fn a_token_is_good_for_one_round() {
    let mut shop = Shop::open(keys().single_use(UsedInMemory::default())).await;
    for request in [
        order(),
        Request::tool("guarded_by_hand", r#"{"title":"Emma"}"#),
        Request::resource("guarded://Emma"),
    ] {
        let token = shop.ask(&request).await;
        shop.accepts(&request, &token).await;
        shop.refuses(&request, &token, "used before").await;
        shop.refuses(&request, &token, "used before").await;
    }
}

#[tokio::test]
async fn without_single_use_a_round_is_sent_again() {
    let mut shop = Shop::open(keys()).await;
    let token = shop.ask(&order()).await;
    shop.accepts(&order(), &token).await;
    shop.accepts(&order(), &token).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn exactly_one_of_64_at_once_wins() {
    let mut shop = Shop::open(keys().single_use(UsedInMemory::default())).await;
    let token = shop.ask(&order()).await;
    let start = Arc::new(Barrier::new(64));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..64 {
        let (mut peer, start) = (shop.peer.another().await, start.clone());
        let retry = order().answered().with_token(&token);
        tasks.spawn(async move {
            start.wait().await;
            peer.send(&retry).await
        });
    }
    let answers = tasks.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.text == FROZEN).count(), 63);
    assert_eq!(shop.steps.take(), ["resolver", "body"]);
    assert_eq!(shop.counted(), [("used before", 63)]);
}

/// A request that is refused spends nothing: a token that was stolen and tried elsewhere is still
/// good for its owner.
#[tokio::test]
async fn a_round_that_is_not_accepted_spends_nothing() {
    let mut shop = Shop::open(keys().single_use(UsedInMemory::default())).await;
    let token = shop.ask(&order()).await;
    shop.refuses(&order().arguments(None), &token, "request binding: arguments").await;
    shop.refuses(&Request::prompt("guarded", r#"{"title":"Emma"}"#), &token, "request binding: method").await;
    shop.accepts(&order(), &token).await;
}

#[tokio::test]
async fn a_response_that_is_lost_is_not_to_be_had_again() {
    let mut shop = Shop::open(keys().single_use(UsedInMemory::default())).await;
    let token = shop.ask(&order()).await;
    let mut gone = shop.peer.another().await;
    gone.write(&order().answered().with_token(&token)).await;
    // The body has run, and nobody reads what it returned.
    while !shop.steps.take().contains(&"body") {
        tokio::task::yield_now().await;
    }
    drop(gone);
    shop.refuses(&order(), &token, "used before").await;
    let fresh = shop.ask(&order()).await;
    shop.accepts(&order(), &fresh).await;
}

/// A store that cannot tell, in one of its ways.
struct Broken(&'static str);

impl UseOnce for Broken {
    async fn spend(&self, _id: [u8; 16], _keep_until: SystemTime) -> mcp::Result<bool> {
        match self.0 {
            "panics" => panic!("on purpose"),
            text => Err(mcp::Error::new(text)),
        }
    }
}

#[tokio::test]
async fn a_store_that_fails_fails_closed() {
    for why in ["no route to store.internal", "panics"] {
        let mut shop = Shop::open(keys().single_use(Broken(why))).await;
        let token = shop.ask(&order()).await;
        shop.refuses(&order(), &token, "single-use store failed").await;
    }
}

#[tokio::test]
async fn a_store_that_is_full_forgets_nothing() {
    let mut shop = Shop::open(keys().single_use(UsedInMemory::new(2))).await;
    let tokens = [shop.ask(&order()).await, shop.ask(&order()).await, shop.ask(&order()).await];
    shop.accepts(&order(), &tokens[0]).await;
    shop.accepts(&order(), &tokens[1]).await;
    shop.refuses(&order(), &tokens[2], "single-use store failed").await;
    shop.refuses(&order(), &tokens[0], "used before").await;
    shop.refuses(&order(), &tokens[1], "used before").await;
}
