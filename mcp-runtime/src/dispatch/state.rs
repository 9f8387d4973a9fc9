//! The layer between a modern request and its round: state is opened on the way in and sealed on the
//! way out. What it lies around sees plain text, and what is outside of it sees tokens.

use std::future::Future;

use serde_json::json;
use serde_json::value::RawValue;

use crate::context::Context;
use crate::output::Step;
use crate::protocol::jsonrpc::{ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, Text};
use crate::protocol::mrtr::{InputRequiredResult, InputResponses};
use crate::resolve::record::Record;
use crate::seal::{Arguments, Binding, Boundary, Opened, Rejected, SealError};

/// How many entries of a state that is too large are named.
const NAMED: usize = 3;

/// The request around which the layer lies.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    /// Its method.
    pub(super) method: &'a str,
    /// The tool's or prompt's name, or the resource's URI.
    pub(super) target: &'a str,
    /// The text of the arguments.
    pub(super) arguments: Option<&'a RawValue>,
    /// The state that came with it; `null` is none.
    pub(super) state: Option<&'a RawValue>,
}

/// What came of a round, for the wire.
pub(super) enum Outcome<T> {
    Complete(T),
    InputRequired(InputRequiredResult),
}

/// Runs one round behind `boundary`: with the state that came, if one came, and with `answers`.
///
/// # Errors
/// The round's own; `-32602` for a bad token, one frozen error whatever the cause, and for arguments
/// that cannot be bound; `-32603` for state that cannot be sealed.
pub(super) async fn around<T, F>(
    boundary: &Boundary,
    request: Request<'_>,
    ctx: Context,
    answers: InputResponses,
    round: impl FnOnce(Context) -> F,
) -> Result<Outcome<T>, ErrorObject>
where
    F: Future<Output = Result<Step<T>, ErrorObject>>,
{
    let arguments = Arguments::read(request.arguments.map(RawValue::get))
        .map_err(|error| ErrorObject::new(INVALID_PARAMS, format!("Invalid arguments: {error}")))?;
    let edge = Edge { boundary, request, arguments };
    let (ctx, opened) = match request.state.filter(|raw| raw.get() != "null") {
        None if answers.is_empty() => (ctx, None),
        None => (ctx.in_round(None, answers), None),
        Some(raw) => {
            let (principal, opened) =
                edge.open(raw, &ctx).await.map_err(|rejected| edge.reject(&rejected))?;
            let Opened { state, flow_started, .. } = opened;
            (ctx.in_round(Some(state), answers), Some((principal, flow_started)))
        }
    };
    match round(ctx.clone()).await? {
        Step::Complete(result) => Ok(Outcome::Complete(result)),
        Step::InputRequired(questions) => {
            let state = questions.state.as_deref();
            let request_state = state.map(|state| edge.seal(state, &ctx, opened)).transpose()?;
            Ok(Outcome::InputRequired(InputRequiredResult {
                input_requests: questions.requests,
                request_state,
            }))
        }
    }
}

/// The boundary with the request to which state is bound there.
struct Edge<'a> {
    boundary: &'a Boundary,
    request: Request<'a>,
    arguments: Arguments,
}

impl Edge<'_> {
    fn binding<'b>(&'b self, principal: Option<&'b str>) -> Binding<'b> {
        let Request { method, target, .. } = self.request;
        Binding { method, target, arguments: &self.arguments, principal }
    }

    /// Opens the state and spends its token, and tells whom it belongs to.
    async fn open(&self, raw: &RawValue, ctx: &Context) -> Result<(Option<String>, Opened), Rejected> {
        let Text(token) = serde_json::from_str::<Text<'_>>(raw.get()).map_err(|_| Rejected::NotText)?;
        let principal = self.boundary.principal(ctx)?;
        let opened = self.boundary.open(&token, &self.binding(principal.as_deref()))?;
        self.boundary.spend(&opened).await?;
        Ok((principal, opened))
    }

    /// Seals the state for whom it was opened, or for whom the request comes from.
    fn seal(
        &self,
        state: &str,
        ctx: &Context,
        opened: Option<(Option<String>, u64)>,
    ) -> Result<String, ErrorObject> {
        let sealed =
            match opened {
                Some((principal, flow_started)) => {
                    self.boundary.seal(state, &self.binding(principal.as_deref()), Some(flow_started))
                }
                None => self.boundary.principal(ctx).map_err(SealError::from).and_then(|principal| {
                    self.boundary.seal(state, &self.binding(principal.as_deref()), None)
                }),
            };
        sealed.map_err(|error| self.not_sealed(state, &error))
    }

    /// One error for everything, byte for byte, so that nobody learns what is wrong.
    fn reject(&self, rejected: &Rejected) -> ErrorObject {
        self.boundary.note_rejected(self.request.method, rejected);
        ErrorObject::new(INVALID_PARAMS, "Invalid or expired requestState")
            .with_data(json!({ "reason": "invalid_request_state" }))
    }

    fn not_sealed(&self, state: &str, error: &SealError) -> ErrorObject {
        let SealError::TooLarge { .. } = error else {
            self.boundary.note_not_sealed(self.request.method, error, error);
            return ErrorObject::new(INTERNAL_ERROR, "Internal error");
        };
        let text = format!(
            "{error}{}; keep less in it or raise RequestStateSecurity::max_size",
            largest_entries(state)
        );
        self.boundary.note_not_sealed(self.request.method, error, &text);
        ErrorObject::new(INTERNAL_ERROR, format!("Internal error: {text}"))
    }
}

/// The largest entries of the state of resolvers, in words; nothing of state of any other form, whose
/// names may be anybody's data.
fn largest_entries(state: &str) -> String {
    let named: Vec<_> = Record::sizes(state)
        .into_iter()
        .take(NAMED)
        .map(|(entry, size)| format!("{entry} ({size} bytes)"))
        .collect();
    if named.is_empty() { String::new() } else { format!("; the largest entries are {}", named.join(", ")) }
}
