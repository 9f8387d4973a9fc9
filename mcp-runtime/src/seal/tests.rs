//! The boundary as a whole: what opens, and what does not for each thing that may be wrong.

use std::time::Duration;

use proptest::prelude::*;

use crate::seal::{
    Arguments, ArgumentsError, Boundary, Opened, PolicyError, Rejected, RequestStateSecurity, SealError,
    UsedInMemory,
};

mod codec;

const NOW: u64 = 1_800_000_000_000;
const TTL: u64 = 600_000;
const MAX_AGE: u64 = 3_600_000;

/// A binding whose arguments are not read yet.
#[derive(Clone, Copy)]
struct Binding<'a> {
    method: &'a str,
    target: &'a str,
    arguments: Option<&'a str>,
    principal: Option<&'a str>,
}

impl Binding<'_> {
    fn with<T>(&self, run: impl FnOnce(&crate::seal::Binding<'_>) -> T) -> T {
        let arguments = &Arguments::read(self.arguments).unwrap();
        let Self { method, target, principal, .. } = *self;
        run(&crate::seal::Binding { method, target, arguments, principal })
    }
}

fn open_at(
    boundary: &Boundary,
    now: u64,
    token: &str,
    binding: &Binding<'_>,
) -> Result<Opened, &'static str> {
    binding.with(|binding| boundary.open_at(now, token, binding)).map_err(|rejected| rejected.reason())
}

fn seal_at(
    boundary: &Boundary,
    now: u64,
    state: &str,
    binding: &Binding<'_>,
    flow_started: Option<u64>,
) -> Result<String, SealError> {
    binding.with(|binding| boundary.seal_at(now, state, binding, flow_started))
}

const ORDER: Binding<'static> = Binding {
    method: "tools/call",
    target: "order_book",
    arguments: Some(r#"{"title":"Dune","copies":1}"#),
    principal: None,
};

fn keys() -> RequestStateSecurity {
    RequestStateSecurity::keys([[1; 32]])
}

fn boundary(policy: RequestStateSecurity) -> Boundary {
    Boundary::new(policy, "Bookshop").unwrap()
}

fn sealed(boundary: &Boundary, binding: &Binding<'_>) -> String {
    seal_at(boundary, NOW, "state", binding, None).unwrap()
}

#[track_caller]
fn opens(boundary: &Boundary, token: &str, binding: &Binding<'_>) {
    let opened = open_at(boundary, NOW, token, binding).unwrap();
    assert_eq!(opened.state, "state");
}

#[track_caller]
fn rejects(boundary: &Boundary, token: &str, binding: &Binding<'_>, reason: Rejected) {
    assert_eq!(open_at(boundary, NOW, token, binding), Err(reason.reason()));
}

proptest! {
    #[test]
    fn any_state_round_trips(state in any::<String>(), principal in any::<Option<String>>()) {
        let boundary = boundary(keys());
        let binding = Binding { principal: principal.as_deref(), ..ORDER };
        let token = seal_at(&boundary, NOW, &state, &binding, None).unwrap();
        prop_assert!(token.starts_with("v1."));
        prop_assert_eq!(open_at(&boundary, NOW, &token, &binding).unwrap().state, state);
    }

    #[test]
    fn no_token_and_no_binding_panics(
        token in any::<String>(),
        texts in any::<[String; 2]>(),
        arguments in any::<Option<String>>(),
        principal in any::<Option<String>>(),
    ) {
        let boundary = boundary(keys());
        let binding = Binding {
            method: &texts[0],
            target: &texts[1],
            arguments: arguments.as_deref().filter(|raw| Arguments::read(Some(raw)).is_ok()),
            principal: principal.as_deref(),
        };
        prop_assert!(open_at(&boundary, NOW, &token, &binding).is_err());
        let _ = open_at(&boundary, NOW, &sealed(&boundary, &ORDER), &binding);
        if let Ok(token) = seal_at(&boundary, NOW, "state", &binding, None) {
            prop_assert!(open_at(&boundary, NOW, &token, &binding).is_ok());
        }
    }
}

#[test]
fn every_single_bit_flip_of_a_whole_token_is_rejected() {
    let boundary = boundary(keys());
    let token = sealed(&boundary, &ORDER);
    for bit in 0..token.len() * 8 {
        let mut flipped = token.clone().into_bytes();
        flipped[bit / 8] ^= 1 << (bit % 8);
        if let Ok(flipped) = String::from_utf8(flipped) {
            assert!(open_at(&boundary, NOW, &flipped, &ORDER).is_err(), "bit {bit}");
        }
    }
}

#[test]
fn plaintext_and_nothing_are_malformed() {
    let boundary = boundary(keys());
    for token in ["", "v1.", "state", r#"{"v":1}"#, "null"] {
        rejects(&boundary, token, &ORDER, Rejected::Malformed);
    }
}

#[test]
fn the_token_shows_nothing_of_its_content() {
    let boundary = boundary(keys());
    let binding = Binding { principal: Some("bob@example.com"), ..ORDER };
    let token = seal_at(&boundary, NOW, "a state to hide", &binding, None).unwrap();
    let body = base64::Engine::decode(
        &base64::engine::general_purpose::URL_SAFE_NO_PAD,
        token.strip_prefix("v1.").unwrap(),
    )
    .unwrap();
    for hidden in ["a state to hide", "tools/call", "order_book", "Bookshop", "bob@", "Dune"] {
        assert!(!token.contains(hidden));
        assert!(!body.windows(hidden.len()).any(|window| window == hidden.as_bytes()));
    }
}

#[test]
fn two_tokens_of_one_state_differ() {
    let boundary = boundary(keys());
    assert_ne!(sealed(&boundary, &ORDER), sealed(&boundary, &ORDER));
}

#[test]
fn the_method_is_bound() {
    let boundary = boundary(keys());
    let token = sealed(&boundary, &ORDER);
    let other = Binding { method: "prompts/get", ..ORDER };
    rejects(&boundary, &token, &other, Rejected::Method);
    opens(&boundary, &token, &ORDER);
}

#[test]
fn the_target_is_bound() {
    let boundary = boundary(keys());
    let token = sealed(&boundary, &ORDER);
    for target in ["", "order", "order_book2", "Order_book"] {
        let other = Binding { target, ..ORDER };
        rejects(&boundary, &token, &other, Rejected::Target);
    }
    opens(&boundary, &token, &ORDER);
}

/// Method, target and audience stand next to each other: what one loses, no other can gain.
#[test]
fn texts_cannot_be_shifted_into_each_other() {
    let boundary = boundary(keys());
    let token = sealed(&boundary, &ORDER);
    let shifted = Binding { method: "tools/callo", target: "rder_book", ..ORDER };
    rejects(&boundary, &token, &shifted, Rejected::Method);
}

#[test]
fn the_arguments_are_bound() {
    let boundary = boundary(keys());
    let token = sealed(&boundary, &ORDER);
    for arguments in [
        None,
        Some("{}"),
        Some(r#"{"title":"Emma","copies":1}"#),
        Some(r#"{"title":"Dune","copies":2}"#),
        Some(r#"{"title":"Dune","copies":1.0}"#),
        Some(r#"{"title":"Dune","copies":"1"}"#),
        Some(r#"{"title":"Dune"}"#),
        Some(r#"{"title":"Dune","copies":1,"gift":true}"#),
    ] {
        rejects(&boundary, &token, &Binding { arguments, ..ORDER }, Rejected::Arguments);
    }
    let reordered = Some(r#"{ "copies": 1, "title": "D\u0075ne" }"#);
    opens(&boundary, &token, &Binding { arguments: reordered, ..ORDER });
}

#[test]
fn no_arguments_are_one_thing() {
    let boundary = boundary(keys());
    let none = [None, Some("null"), Some("{}")];
    for sealed_with in none {
        let token = sealed(&boundary, &Binding { arguments: sealed_with, ..ORDER });
        for arguments in none {
            opens(&boundary, &token, &Binding { arguments, ..ORDER });
        }
        rejects(&boundary, &token, &ORDER, Rejected::Arguments);
    }
}

#[test]
fn arguments_without_a_canonical_form_are_an_error() {
    let deep = "[".repeat(200);
    for (arguments, error) in [
        (r#"{"title":"Dune","title":"Emma"}"#, ArgumentsError::Duplicate),
        ("{", ArgumentsError::Malformed),
        (deep.as_str(), ArgumentsError::Depth),
    ] {
        assert_eq!(Arguments::read(Some(arguments)).unwrap_err(), error);
    }
}

#[test]
fn the_principal_is_bound() {
    let boundary = boundary(keys());
    let of = |principal| Binding { principal, ..ORDER };
    let (nobody, empty, bob, alice) = (of(None), of(Some("")), of(Some("bob")), of(Some("alice")));

    let token = sealed(&boundary, &bob);
    opens(&boundary, &token, &bob);
    rejects(&boundary, &token, &alice, Rejected::Principal);
    rejects(&boundary, &token, &empty, Rejected::Principal);
    rejects(&boundary, &token, &nobody, Rejected::PrincipalDrift);

    let token = sealed(&boundary, &nobody);
    opens(&boundary, &token, &nobody);
    rejects(&boundary, &token, &bob, Rejected::PrincipalDrift);
    rejects(&boundary, &token, &empty, Rejected::PrincipalDrift);

    let token = sealed(&boundary, &empty);
    opens(&boundary, &token, &empty);
    rejects(&boundary, &token, &bob, Rejected::Principal);
    rejects(&boundary, &token, &nobody, Rejected::PrincipalDrift);
}

#[test]
fn the_audience_is_bound() {
    let named = |name, policy| Boundary::new(policy, name).unwrap();
    let (shop, library) = (named("Bookshop", keys()), named("Library", keys()));
    let token = sealed(&shop, &ORDER);
    opens(&named("Bookshop", keys()), &token, &ORDER);
    rejects(&library, &token, &ORDER, Rejected::Audience);
    rejects(&shop, &sealed(&library, &ORDER), &ORDER, Rejected::Audience);

    let fleet = |name| named(name, keys().audience("fleet"));
    let (one, other) = (fleet("Bookshop"), fleet("Library"));
    opens(&other, &sealed(&one, &ORDER), &ORDER);
    opens(&one, &sealed(&other, &ORDER), &ORDER);
    rejects(&shop, &sealed(&one, &ORDER), &ORDER, Rejected::Audience);
    rejects(&one, &token, &ORDER, Rejected::Audience);
}

#[test]
fn expiry_is_exclusive() {
    let boundary = boundary(keys());
    let token = sealed(&boundary, &ORDER);
    let at = |now| open_at(&boundary, now, &token, &ORDER);
    assert!(at(NOW + TTL - 1).is_ok());
    assert_eq!(at(NOW + TTL), Err(Rejected::Expired.reason()));
    assert_eq!(at(u64::MAX), Err(Rejected::Expired.reason()));
}

#[test]
fn the_time_to_live_is_as_set() {
    let boundary = boundary(keys().ttl(Duration::from_millis(1500)));
    let token = sealed(&boundary, &ORDER);
    let at = |now| open_at(&boundary, now, &token, &ORDER);
    assert!(at(NOW + 1499).is_ok());
    assert_eq!(at(NOW + 1500), Err(Rejected::Expired.reason()));
}

#[test]
fn clocks_may_differ_by_a_minute() {
    let boundary = boundary(keys());
    let token = sealed(&boundary, &ORDER);
    let at = |now| open_at(&boundary, now, &token, &ORDER);
    assert!(at(NOW - 60_000).is_ok());
    assert_eq!(at(NOW - 60_001), Err(Rejected::Future.reason()));
    assert_eq!(at(0), Err(Rejected::Future.reason()));
}

#[test]
fn every_round_has_its_time_but_a_flow_grows_old() {
    let boundary = boundary(keys());
    let mut now = NOW;
    let mut token = sealed(&boundary, &ORDER);
    while now + TTL - 1 < NOW + MAX_AGE {
        now += TTL - 1;
        let opened = open_at(&boundary, now, &token, &ORDER).unwrap();
        assert_eq!(opened.flow_started, NOW);
        let flow_started = Some(opened.flow_started);
        token = seal_at(&boundary, now, &opened.state, &ORDER, flow_started).unwrap();
    }
    let last = NOW + MAX_AGE;
    assert!(open_at(&boundary, last - 1, &token, &ORDER).is_ok());
    assert_eq!(open_at(&boundary, last, &token, &ORDER), Err(Rejected::OverAge.reason()));
}

#[test]
fn the_age_of_a_flow_is_as_set() {
    let boundary = boundary(keys().max_age(Duration::from_secs(5)));
    let token = sealed(&boundary, &ORDER);
    let at = |now| open_at(&boundary, now, &token, &ORDER);
    assert!(at(NOW + 4_999).is_ok());
    assert_eq!(at(NOW + 5_000), Err(Rejected::OverAge.reason()));
}

#[test]
fn times_that_overflow_saturate() {
    let endless = keys().ttl(Duration::MAX).max_age(Duration::MAX);
    let boundary = boundary(endless);
    let token = sealed(&boundary, &ORDER);
    assert!(open_at(&boundary, u64::MAX - 1, &token, &ORDER).is_ok());
}

#[test]
fn ephemeral_servers_know_only_their_own() {
    let one = boundary(RequestStateSecurity::ephemeral());
    let other = boundary(RequestStateSecurity::default());
    let token = sealed(&one, &ORDER);
    opens(&one, &token, &ORDER);
    rejects(&other, &token, &ORDER, Rejected::UnknownKey);
}

#[test]
fn keys_rotate_without_losing_a_flow() {
    let with = |bytes: &[u8]| boundary(RequestStateSecurity::keys(bytes.iter().map(|byte| [*byte; 32])));
    let stages = [with(&[1]), with(&[1, 2]), with(&[2, 1]), with(&[2])];
    let mut token = sealed(&stages[0], &ORDER);
    for pair in stages.windows(2) {
        opens(&pair[1], &token, &ORDER);
        token = sealed(&pair[1], &ORDER);
        opens(&pair[0], &token, &ORDER);
    }
    rejects(&stages[0], &token, &ORDER, Rejected::UnknownKey);
}

#[test]
fn state_over_the_limit_is_not_sealed() {
    let unlimited = boundary(keys().max_size(usize::MAX));
    let state = "x".repeat(1000);
    let exact = seal_at(&unlimited, NOW, &state, &ORDER, None).unwrap().len();

    let fits = boundary(keys().max_size(exact));
    assert_eq!(seal_at(&fits, NOW, &state, &ORDER, None).unwrap().len(), exact);

    let limit = exact - 1;
    let small = boundary(keys().max_size(limit));
    match seal_at(&small, NOW, &state, &ORDER, None) {
        Err(SealError::TooLarge { sealed, limit: told }) => assert_eq!((sealed, told), (exact, limit)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_limit_is_64_kib_of_token() {
    let boundary = boundary(keys());
    assert!(seal_at(&boundary, NOW, &"x".repeat(48_900), &ORDER, None).is_ok());
    assert!(seal_at(&boundary, NOW, &"x".repeat(49_100), &ORDER, None).is_err());
}

#[test]
fn a_token_over_the_limit_is_not_even_decoded() {
    let unlimited = boundary(keys().max_size(usize::MAX));
    let token = seal_at(&unlimited, NOW, &"x".repeat(1000), &ORDER, None).unwrap();
    let small = boundary(keys().max_size(token.len() - 1));
    rejects(&small, &token, &ORDER, Rejected::TooLong);
    // If it were decoded it would be malformed.
    rejects(&small, &"!".repeat(token.len()), &ORDER, Rejected::TooLong);
    let exact = boundary(keys().max_size(token.len()));
    assert!(open_at(&exact, NOW, &token, &ORDER).is_ok());
}

/// The order tells an operator what is wrong first: the token, then its time, then its binding.
#[test]
fn what_is_checked_first_is_reported_first() {
    let shop = boundary(keys());
    let library = Boundary::new(keys(), "Library").unwrap();
    let token = sealed(&shop, &ORDER);
    let mut binding =
        Binding { method: "prompts/get", target: "other", arguments: None, principal: Some("bob") };
    let late = |binding| open_at(&library, NOW + MAX_AGE, &token, &binding);
    assert_eq!(late(binding), Err(Rejected::Expired.reason()));
    rejects(&library, &token, &binding, Rejected::Method);
    binding.method = ORDER.method;
    rejects(&library, &token, &binding, Rejected::Target);
    binding.target = ORDER.target;
    rejects(&library, &token, &binding, Rejected::Arguments);
    binding.arguments = ORDER.arguments;
    rejects(&library, &token, &binding, Rejected::Audience);
    rejects(&shop, &token, &binding, Rejected::PrincipalDrift);
}

#[test]
fn a_bad_policy_does_not_start() {
    let error = Boundary::new(keys(), "").unwrap_err();
    assert_eq!(error, PolicyError::NoAudience);
}

#[test]
fn debug_shows_no_secret() {
    let secret = "a secret of more than thirty-two bytes";
    let shown = format!("{:?}", boundary(RequestStateSecurity::keys([secret])));
    assert!(!shown.contains("thirty-two"), "{shown}");
    assert!(shown.contains("Bookshop"), "{shown}");
}

#[tokio::test]
async fn a_token_is_spent_once_if_the_policy_says_so() {
    let single = boundary(keys().single_use(UsedInMemory::default()));
    let [one, other] = [sealed(&single, &ORDER), sealed(&single, &ORDER)];
    let opened = open_at(&single, NOW, &one, &ORDER).unwrap();
    single.spend(&opened).await.unwrap();
    assert_eq!(single.spend(&opened).await.unwrap_err().reason(), "used before");
    let again = open_at(&single, NOW, &one, &ORDER).unwrap();
    assert_eq!(single.spend(&again).await.unwrap_err().reason(), "used before");
    let other = open_at(&single, NOW, &other, &ORDER).unwrap();
    single.spend(&other).await.unwrap();

    let many = boundary(keys());
    let opened = open_at(&many, NOW, &one, &ORDER).unwrap();
    many.spend(&opened).await.unwrap();
    many.spend(&opened).await.unwrap();

    let full = boundary(keys().single_use(UsedInMemory::new(0)));
    assert_eq!(full.spend(&opened).await.unwrap_err().reason(), "single-use store failed");
}

#[test]
fn what_is_rejected_is_counted() {
    let policy = keys();
    let rejections = policy.rejections();
    let boundary = boundary(policy);
    boundary.note_rejected("tools/call", &Rejected::Expired);
    boundary.note_rejected("tools/call", &Rejected::Expired);
    boundary.note_not_sealed("tools/call", &SealError::NoToken, &"");
    let counted: Vec<_> = rejections.iter().filter(|(_, count)| *count > 0).collect();
    assert_eq!(counted, [("expired", 2), ("sealing: codec gave no token", 1)]);
}
