//! 2026-07-28: every request by itself, questions as results.

use std::sync::Arc;

use serde_json::json;

use crate::context::{ClientFacts, Context, ContextParts, ProgressSink};
use crate::dispatch::answer::Answer;
use crate::dispatch::carrier::{Carrier, input_responses};
use crate::dispatch::state::{self, Outcome, Request};
use crate::dispatch::{Dispatcher, listen, method_not_found, render};
use crate::protocol::call::Call;
use crate::protocol::jsonrpc::{ErrorObject, UNSUPPORTED_VERSION};
use crate::protocol::method::{self, LISTEN};
use crate::protocol::mrtr::InputResponses;
use crate::protocol::version::{MODERN, ProtocolVersion};
use crate::wire::{Exchange, Reply};

pub(super) async fn answer(dispatcher: &Dispatcher, call: Call<'_>, exchange: Exchange) -> Reply {
    let answered = match served_version(&call) {
        Ok(_) if call.method == LISTEN => return listen::answer(dispatcher, call, exchange).await,
        Ok(version) => route(dispatcher, version, &call, exchange).await,
        Err(error) => Err(error),
    };
    match answered {
        Ok(answer) => render::modern(&call.id, &answer, &dispatcher.stamp),
        Err(error) => Reply::error(Some(&call.id), &error),
    }
}

/// The version of the request, if it is served and has the method.
fn served_version(call: &Call<'_>) -> Result<ProtocolVersion, ErrorObject> {
    let (requested, _) = call.meta.required()?;
    let version = ProtocolVersion::parse(requested).filter(|version| version.is_modern());
    let Some(version) = version else {
        return Err(ErrorObject::new(UNSUPPORTED_VERSION, "Unsupported protocol version")
            .with_data(json!({ "supported": MODERN, "requested": requested })));
    };
    match method::find(&call.method) {
        Some(method) if method.modern => Ok(version),
        _ => Err(method_not_found(&call.method)),
    }
}

async fn route<'a>(
    dispatcher: &'a Dispatcher,
    version: ProtocolVersion,
    call: &Call<'a>,
    exchange: Exchange,
) -> Result<Answer<'a>, ErrorObject> {
    if call.method == "server/discover" {
        return Ok(Answer::List(&dispatcher.discover));
    }
    if let Some(list) = dispatcher.list(call, &dispatcher.parts.catalog.lists().tools)? {
        return Ok(list);
    }
    let Some(carrier) = Carrier::find(&dispatcher.parts.catalog, call)? else {
        return Err(method_not_found(&call.method));
    };
    let _place = dispatcher.enter()?;
    let request = Request {
        method: &call.method,
        target: &carrier.target,
        arguments: carrier.arguments,
        state: call.params.request_state,
    };
    let answers = input_responses(call)?;
    let ctx = context(dispatcher, version, call, exchange);
    let outcome = state::around(&dispatcher.parts.boundary, request, ctx, answers, async |ctx| {
        let guard = ctx.cancel_on_drop();
        let step = carrier.round(&ctx).await;
        guard.disarm();
        step
    });
    Ok(match outcome.await? {
        Outcome::Complete(answer) => answer,
        Outcome::InputRequired(questions) => Answer::InputRequired(questions),
    })
}

/// The context of a first round.
fn context(
    dispatcher: &Dispatcher,
    version: ProtocolVersion,
    call: &Call<'_>,
    exchange: Exchange,
) -> Context {
    let meta = &call.meta;
    let progress = meta.progress_token.zip(exchange.outbox);
    Context::new(ContextParts {
        request_id: call.id.clone(),
        version,
        client: Arc::new(ClientFacts {
            capabilities: meta.client_capabilities.map(|raw| raw.get().into()).unwrap_or_default(),
            info: meta.client_info.map(|raw| raw.get().into()),
        }),
        headers: exchange.headers,
        progress: progress.map(|(token, outbox)| ProgressSink::new(token, outbox)),
        states: dispatcher.parts.states.clone(),
        resources: Some(dispatcher.resources.clone()),
        input_responses: InputResponses::new(),
        request_state: None,
    })
}
