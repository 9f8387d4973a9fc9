//! The claims inside a token, from a codec that vouches for anything: each character is a byte.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mcp_runtime::error::{Error, Result};
use mcp_runtime::seal::{Arguments, Binding, Boundary, InvalidRequestState, RequestStateSecurity, StateCodec};

struct Vouches;

impl StateCodec for Vouches {
    fn seal(&self, _: &[u8]) -> Result<String> {
        Err(Error::new("it only opens"))
    }

    fn unseal(&self, token: &str) -> Result<Vec<u8>, InvalidRequestState> {
        let bytes = token.chars().map(|letter| u8::try_from(u32::from(letter)));
        bytes.collect::<Result<_, _>>().map_err(|_| InvalidRequestState::new("no byte"))
    }
}

static BOUNDARY: LazyLock<Boundary> =
    LazyLock::new(|| Boundary::new(RequestStateSecurity::codec(Vouches), "fuzz").expect("a boundary"));

fuzz_target!(|claims: &[u8]| {
    let arguments = &Arguments::read(None).expect("no arguments");
    let binding = Binding { method: "tools/call", target: "t", arguments, principal: Some("somebody") };
    let token: String = claims.iter().copied().map(char::from).collect();
    // Nobody finds a digest by chance, but a state that opens must be one that the claims hold.
    if let Ok(opened) = BOUNDARY.open(&token, &binding) {
        assert!(claims.starts_with(opened.state.as_bytes()));
    }
});
