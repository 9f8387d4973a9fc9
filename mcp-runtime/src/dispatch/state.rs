//! The state of a modern flow at the edge: opened when it comes in, sealed when it leaves.

use crate::dispatch::carrier::Carrier;
use crate::protocol::call::Call;
use crate::protocol::jsonrpc::{ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, Text};
use crate::seal::{Binding, Boundary, Opened, SealError};
use serde_json::json;

/// Opens the state that came with a call, if one came; `null` is none.
///
/// # Errors
/// One frozen error whatever the cause, which only the log says.
pub(super) fn open(
    boundary: &Boundary,
    call: &Call<'_>,
    carrier: &Carrier<'_>,
) -> Result<Option<Opened>, ErrorObject> {
    let Some(raw) = call.params.request_state.filter(|raw| raw.get() != "null") else {
        return Ok(None);
    };
    let opened = match serde_json::from_str::<Text<'_>>(raw.get()) {
        Ok(Text(token)) => {
            boundary.open(&token, &binding(call, carrier)).map_err(|rejected| rejected.reason())
        }
        Err(_) => Err("not a string"),
    };
    opened.map(Some).map_err(|reason| {
        tracing::warn!(method = &*call.method, reason, "requestState rejected");
        ErrorObject::new(INVALID_PARAMS, "Invalid or expired requestState")
            .with_data(json!({ "reason": "invalid_request_state" }))
    })
}

/// Seals the state that leaves with questions.
///
/// # Errors
/// It is too large, or the arguments cannot be bound.
pub(super) fn seal(
    boundary: &Boundary,
    call: &Call<'_>,
    carrier: &Carrier<'_>,
    state: &str,
    flow_started: Option<u64>,
) -> Result<String, ErrorObject> {
    boundary.seal(state, &binding(call, carrier), flow_started).map_err(|error| {
        tracing::warn!(method = &*call.method, target = &*carrier.target, %error, "requestState cannot be sealed");
        match error {
            SealError::TooLarge { .. } => ErrorObject::new(INTERNAL_ERROR, format!("Internal error: {error}")),
            SealError::Arguments(_) => ErrorObject::new(INVALID_PARAMS, format!("Invalid arguments: {error}")),
            SealError::Internal => ErrorObject::new(INTERNAL_ERROR, "Internal error"),
        }
    })
}

fn binding<'a>(call: &'a Call<'_>, carrier: &'a Carrier<'_>) -> Binding<'a> {
    Binding {
        method: &call.method,
        target: &carrier.target,
        arguments: carrier.arguments.map(|raw| raw.get()),
        principal: None,
    }
}
