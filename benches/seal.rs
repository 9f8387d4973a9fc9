//! Sealing and opening state against the bare AEAD on the same bytes, in one run:
//! `cargo bench -p mcp-benches --bench seal`.
//!
//! The bare side is what anybody who encrypts must do: draw a nonce, `encrypt` and `decrypt` of the
//! `chacha20poly1305` crate, each into a buffer of its own. A third figure, the same in place in one
//! buffer, shows what buffers cost. Our side is what a server does between a handler's state as text
//! and a token as text, and back: the arguments brought into canonical form on each leg, all checks,
//! base64url both ways.

use std::hint::black_box;
use std::time::{Duration, Instant};

use chacha20poly1305::aead::{Aead as _, Generate as _, Payload};
use chacha20poly1305::{AeadInOut as _, KeyInit as _, XChaCha20Poly1305, XNonce};
use mcp_benches::median;
use mcp_runtime::seal::{Arguments, Binding, Boundary, RequestStateSecurity};

const ARGUMENTS: &str = r#"{"title":"Neuromancer","copies":1}"#;

/// How often the sides take turns; each ratio is the middle one of as many.
const TURNS: usize = 41;

/// How long each side runs in a turn, and how many times between two looks at the clock.
const TURN: Duration = Duration::from_millis(20);
const RUNS: u32 = 4;

fn main() {
    keep_freed_memory();
    let policy = RequestStateSecurity::keys([[7; 32]]).max_size(usize::MAX);
    let boundary = Boundary::new(policy, "Bookshop").expect("a policy");
    let cipher = XChaCha20Poly1305::new(&[7; 32].into());
    println!(
        "{:>8}  {:>12}  {:>12}  {:>12}  {:>6}  {:>9}",
        "state", "seal+open", "AEAD", "in place", "ratio", "in place"
    );
    for (size, name) in [(300, "300 B"), (10 * 1024, "10 KiB"), (64 * 1024, "64 KiB")] {
        let state = state_of(size);
        let mut turns = Vec::new();
        for _ in 0..TURNS {
            let ours = time(|| ours(&boundary, &state));
            let bare = time(|| bare(&cipher, &state));
            let in_place = time(|| in_place(&cipher, &state));
            turns.push([ours, bare, in_place, ours / bare, ours / in_place]);
        }
        let [ours, bare, in_place, ratio, ratio_in_place] =
            std::array::from_fn(|column| median(turns.iter().map(|turn| turn[column]).collect()));
        println!(
            "{name:>8}  {ours:>9.2} us  {bare:>9.2} us  {in_place:>9.2} us  {ratio:>6.2}  {ratio_in_place:>9.2}"
        );
    }
}

/// Gives one large buffer back, after which glibc keeps what is freed, as it does in a server whose
/// first large request is over. Without it a token and a state of 64 KiB, dropped together in a
/// program that holds nothing else, exceed its limit of 128 KiB, and each run waits for the kernel to
/// hand out the same pages again.
fn keep_freed_memory() {
    drop(black_box(vec![1_u8; 4 << 20]));
}

/// State as resolvers write it: JSON with the answers of a flow.
fn state_of(size: usize) -> String {
    let mut state = r#"{"answers":{"pick":{"q":"VGhlIGRpZ2VzdCBvZiBhIHE","a":{"text":""#.to_owned();
    let end = r#""}}}}"#;
    while state.len() + end.len() < size {
        state.push_str("It was a bright cold day in April. ");
    }
    state.truncate(size - end.len());
    state + end
}

fn ours(boundary: &Boundary, state: &str) {
    let leg = || Arguments::read(Some(black_box(ARGUMENTS))).expect("arguments");
    let arguments = &leg();
    let binding = Binding { method: "tools/call", target: "order_book", arguments, principal: None };
    let token = boundary.seal(black_box(state), &binding, None).expect("a token");
    let arguments = &leg();
    let binding = Binding { arguments, ..binding };
    black_box(boundary.open(black_box(&token), &binding).expect("the state"));
}

fn bare(cipher: &XChaCha20Poly1305, state: &str) {
    let nonce = XNonce::generate();
    let plain = Payload { msg: black_box(state.as_bytes()), aad: b"v1." };
    let sealed = cipher.encrypt(&nonce, plain).expect("a ciphertext");
    let sealed = Payload { msg: black_box(&sealed), aad: b"v1." };
    black_box(cipher.decrypt(&nonce, sealed).expect("the state"));
}

fn in_place(cipher: &XChaCha20Poly1305, state: &str) {
    let nonce = XNonce::generate();
    let mut buffer = black_box(state.as_bytes()).to_vec();
    let tag = cipher.encrypt_inout_detached(&nonce, b"v1.", buffer.as_mut_slice().into()).expect("a tag");
    black_box(&mut buffer);
    cipher.decrypt_inout_detached(&nonce, b"v1.", buffer.as_mut_slice().into(), &tag).expect("the state");
    black_box(buffer);
}

/// Microseconds for one run: those of the fastest few of a turn, which nothing else got in between.
fn time(run: impl Fn()) -> f64 {
    let start = Instant::now();
    let mut fastest = Duration::MAX;
    while start.elapsed() < TURN {
        let few = Instant::now();
        for _ in 0..RUNS {
            run();
        }
        fastest = fastest.min(few.elapsed());
    }
    fastest.as_secs_f64() * 1e6 / f64::from(RUNS)
}
