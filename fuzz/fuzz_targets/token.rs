//! A `requestState` from a peer, and the arguments it is bound to.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mcp_runtime::seal::{Arguments, Binding, Boundary, RequestStateSecurity};

static BOUNDARY: LazyLock<Boundary> =
    LazyLock::new(|| Boundary::new(RequestStateSecurity::ephemeral(), "fuzz").expect("a boundary"));

fuzz_target!(|input: (&str, &str)| {
    let (token, arguments) = input;
    let Ok(arguments) = &Arguments::read(Some(arguments)) else { return };
    let binding = Binding { method: "tools/call", target: "t", arguments, principal: None };
    assert!(BOUNDARY.open(token, &binding).is_err(), "a token nobody sealed was opened");
    if let Ok(sealed) = BOUNDARY.seal(token, &binding, None) {
        assert_eq!(BOUNDARY.open(&sealed, &binding).expect("what was sealed opens").state, token);
    }
});
