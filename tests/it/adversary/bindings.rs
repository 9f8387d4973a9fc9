//! A token as it was made, with a request, a principal or a server it was not made for.

use mcp::{Elicit, RequestStateSecurity};
use mcp_tests::adversary::{Steps, server};

use super::{NEW_KEY, OLD_KEY, Peer, Request, Shop, keys, order};

const TITLE: &str = r#"{"title":"Emma"}"#;

/// Every request that asks, each with what is bound by its own means.
fn askers() -> [Request; 6] {
    [
        Request::tool("guarded", TITLE),
        Request::tool("guarded_too", TITLE),
        Request::tool("guarded_by_hand", TITLE),
        Request::prompt("guarded", TITLE),
        Request::prompt("guarded_too", TITLE),
        Request::resource("guarded://Emma"),
    ]
}

#[tokio::test]
async fn a_token_opens_for_its_own_method_and_target_only() {
    let mut shop = Shop::open(keys()).await;
    let asked = askers();
    for (index, own) in asked.iter().enumerate() {
        let token = shop.ask(own).await;
        for (other_index, other) in asked.iter().enumerate().filter(|(other, _)| *other != index) {
            // The first three are tools, the next two prompts.
            let kind = |index| (index > 2) as u8 + (index > 4) as u8;
            let same = kind(index) == kind(other_index);
            let reason = if same { "request binding: target" } else { "request binding: method" };
            shop.refuses(other, &token, reason).await;
        }
        shop.accepts(own, &token).await;
    }
}

#[tokio::test]
async fn a_token_opens_for_its_own_resource_only() {
    let mut shop = Shop::open(keys()).await;
    let own = Request::resource("guarded://Emma");
    let token = shop.ask(&own).await;
    for uri in ["guarded://Dune", "guarded://emma", "guarded://Emm%61", "guarded://Emma%20"] {
        shop.refuses(&Request::resource(uri), &token, "request binding: target").await;
    }
    shop.accepts(&own, &token).await;
}

#[tokio::test]
async fn a_token_opens_for_its_own_arguments_only() {
    let mut shop = Shop::open(keys()).await;
    let own = order();
    let token = shop.ask(&own).await;
    for arguments in [
        r#"{"title":"Dune","count":1}"#,
        r#"{"title":"Emma","count":2}"#,
        r#"{"title":"Emma","count":1.0}"#,
        r#"{"title":"Emma","count":1e0}"#,
        r#"{"title":"Emma","count":"1"}"#,
        r#"{"title":"Emma","count":true}"#,
        r#"{"title":"Emma","count":[1]}"#,
        r#"{"title":"Emma","count":null}"#,
        r#"{"title":["Emma"],"count":1}"#,
        r#"{"title":"Emma"}"#,
        r#"{"count":1}"#,
        r#"{"title":"Emma","count":1,"extra":null}"#,
        r#"{"title":"Emma","count":1,"":""}"#,
        r#"{"title":"Emma","count":1,"sure":{"confirm":true}}"#,
        r#"{"Title":"Emma","count":1}"#,
        r#"{"title":"Emma\u0000","count":1}"#,
        r#"{"title":"Emma","count":1,"extra":"\ud800"}"#,
    ] {
        shop.refuses(&own.arguments(Some(arguments)), &token, "request binding: arguments").await;
    }
    for none in [None, Some("null"), Some("{}")] {
        shop.refuses(&own.arguments(none), &token, "request binding: arguments").await;
    }
    for same in [r#"{"count":1,"title":"Emma"}"#, r#" { "count" : 1 , "title" : "\u0045mm\u0061" } "#] {
        shop.accepts(&own.arguments(Some(same)), &token).await;
    }
}

#[tokio::test]
async fn digits_that_no_double_holds_are_bound() {
    let mut shop = Shop::open(keys()).await;
    let own = order().arguments(Some(r#"{"title":"Emma","extra":9007199254740993}"#));
    let token = shop.ask(&own).await;
    let other = own.arguments(Some(r#"{"title":"Emma","extra":9007199254740992}"#));
    shop.refuses(&other, &token, "request binding: arguments").await;
    shop.accepts(&own, &token).await;
}

#[tokio::test]
async fn lone_surrogates_that_a_peer_escapes_are_bound() {
    let mut shop = Shop::open(keys()).await;
    let own = order().arguments(Some(r#"{"title":"Emma","extra":"\ud800"}"#));
    let token = shop.ask(&own).await;
    for other in [r#"\ud801"#, r#"\ufffd"#, "", r#"\ud800\udc00"#] {
        let arguments = format!(r#"{{"title":"Emma","extra":"{other}"}}"#);
        shop.refuses(&own.arguments(Some(&arguments)), &token, "request binding: arguments").await;
    }
    shop.accepts(&own.arguments(Some(r#"{"title":"Emma","extra":"\uD800"}"#)), &token).await;
}

#[tokio::test]
async fn a_member_that_stands_twice_is_refused_before_anything_runs() {
    let mut shop = Shop::open(keys()).await;
    let token = shop.ask(&order()).await;
    for arguments in [
        r#"{"title":"Emma","count":1,"count":1}"#,
        r#"{"title":"Emma","count":1,"extra":{"a":1,"\u0061":2}}"#,
        r#"{"title":"Emma","count":1,"extra":[{"a":1},{"b":1,"b":1}]}"#,
    ] {
        let twice = order().arguments(Some(arguments));
        for request in [twice.clone(), twice.answered().with_token(&token)] {
            let answer = shop.peer.send(&request).await;
            assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &(-32602).into()));
            let message = "Invalid arguments: an object in the arguments has two members of the same name";
            assert_eq!(answer.json()["error"]["message"], message);
            assert_eq!(shop.steps.take(), Vec::<&str>::new());
        }
    }
    shop.accepts(&order(), &token).await;
}

/// Binds to the user that a gateway names; one name makes the function itself fail.
fn with_users() -> RequestStateSecurity {
    keys().bind_principal(|ctx| {
        let user = ctx.headers()?.get("x-user")?.to_str().expect("a name in ASCII");
        assert_ne!(user, "panic", "on purpose");
        Some(user.to_owned())
    })
}

#[tokio::test]
async fn a_token_opens_for_its_own_principal_only() {
    let mut shop = Shop::open(with_users()).await;
    let from = |user| order().as_user(user);
    let (bob, alice, nobody) = (from(Some("bob")), from(Some("alice")), from(None));

    let token = shop.ask(&bob).await;
    shop.refuses(&alice, &token, "principal").await;
    shop.refuses(&from(Some("Bob")), &token, "principal").await;
    shop.refuses(&nobody, &token, "principal drift").await;
    shop.accepts(&bob, &token).await;

    let token = shop.ask(&nobody).await;
    shop.refuses(&bob, &token, "principal drift").await;
    shop.accepts(&nobody, &token).await;
}

#[tokio::test]
async fn the_principal_of_a_flow_does_not_get_lost_between_servers() {
    let (mut binding, mut unbound) = (Shop::open(with_users()).await, Shop::open(keys()).await);
    let bob = order().as_user(Some("bob"));
    let bound = binding.ask(&bob).await;
    unbound.refuses(&bob, &bound, "principal drift").await;
    let free = unbound.ask(&bob).await;
    binding.refuses(&bob, &free, "principal drift").await;
}

#[tokio::test]
async fn a_principal_function_that_panics_fails_closed() {
    let mut shop = Shop::open(with_users()).await;
    let token = shop.ask(&order()).await;
    let panics = order().as_user(Some("panic"));
    shop.refuses(&panics, &token, "principal binding panicked").await;
    let answer = shop.peer.send(&panics).await;
    assert_eq!(answer.json()["error"], serde_json::json!({ "code": -32603, "message": "Internal error" }));
    assert_eq!(shop.rejections.count("sealing: principal binding panicked"), 1);
    shop.accepts(&order(), &token).await;
}

#[tokio::test]
async fn servers_with_equal_keys_and_other_names_refuse_each_other_unless_they_share_an_audience() {
    let mut shop = Shop::named("Shop", keys()).await;
    let mut library = Shop::named("Library", keys()).await;
    let (ours, theirs) = (shop.ask(&order()).await, library.ask(&order()).await);
    shop.refuses(&order(), &theirs, "audience").await;
    library.refuses(&order(), &ours, "audience").await;
    Shop::named("Shop", keys()).await.accepts(&order(), &ours).await;

    let mut one = Shop::named("Shop", keys().audience("fleet")).await;
    let mut other = Shop::named("Library", keys().audience("fleet")).await;
    let token = one.ask(&order()).await;
    other.accepts(&order(), &token).await;
    let token = other.ask(&order()).await;
    one.accepts(&order(), &token).await;
    one.refuses(&order(), &ours, "audience").await;
    shop.refuses(&order(), &token, "audience").await;
}

#[tokio::test]
async fn keys_rotate_without_losing_a_flow() {
    let stages: [&[[u8; 32]]; 4] = [&[OLD_KEY], &[OLD_KEY, NEW_KEY], &[NEW_KEY, OLD_KEY], &[NEW_KEY]];
    for pair in stages.windows(2) {
        let mut one = Shop::open(RequestStateSecurity::keys(pair[0].iter().copied())).await;
        let mut next = Shop::open(RequestStateSecurity::keys(pair[1].iter().copied())).await;
        let token = one.ask(&order()).await;
        next.accepts(&order(), &token).await;
        let token = next.ask(&order()).await;
        one.accepts(&order(), &token).await;
    }
}

/// An answer is bound to the question it was given to: another server of the fleet that asks
/// something else under the same key takes none, and asks.
#[tokio::test]
async fn an_answer_counts_for_its_own_question_only() {
    let mut shop = Shop::open(keys()).await;
    let token = shop.ask(&order()).await;
    let steps = Steps::default();
    let other = server("Shop", &steps)
        .request_state_security(keys())
        .override_resolver::<mcp_tests::adversary::sure>(|_| Elicit::ask("Sure to delete everything?"));
    let answer = Peer::of(other).await.send(&order().answered().with_token(&token)).await;
    let result = &answer.json()["result"];
    assert_eq!(result["resultType"], "input_required", "{}", answer.text);
    assert_eq!(result["inputRequests"]["sure"]["params"]["message"], "Sure to delete everything?");
    assert_eq!(steps.take(), Vec::<&str>::new(), "the body must not run on an answer to something else");
    shop.accepts(&order(), &token).await;
}
