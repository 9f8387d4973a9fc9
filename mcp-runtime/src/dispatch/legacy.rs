//! 2024-11-05 to 2025-11-25: a session that `initialize` opens, questions as requests to the client.
//!
//! A call runs in the same rounds as a modern one. Only the way between two rounds differs: the
//! questions go to the client here, and the state of the flow never leaves the server.

use std::sync::Arc;

use crate::context::{ClientFacts, Context, ContextParts, ProgressSink};
use crate::dispatch::answer::Answer;
use crate::dispatch::carrier::Carrier;
use crate::dispatch::question::Questions;
use crate::dispatch::{Dispatcher, method_not_found, render};
use crate::error::Error;
use crate::output::Step;
use crate::protocol::call::Call;
use crate::protocol::initialize::InitializeResult;
use crate::protocol::jsonrpc::{ErrorObject, INVALID_PARAMS, LEGACY_RESOURCE_NOT_FOUND};
use crate::protocol::method::READ_RESOURCE;
use crate::protocol::mrtr::{InputRequest, InputResponses};
use crate::protocol::params::string;
use crate::protocol::version::ProtocolVersion;
use crate::wire::{Exchange, Outbox, Reply};

/// The most rounds of questions in one call, as many as clients of the modern era allow.
const MOST_ROUNDS: usize = 10;

/// What a client of the legacy era agreed on with `initialize`.
pub struct Session {
    version: ProtocolVersion,
    client: Arc<ClientFacts>,
    questions: Questions,
}

impl Session {
    pub(super) fn questions(&self) -> &Questions {
        &self.questions
    }
}

pub(super) fn open(dispatcher: &Dispatcher, call: &Call<'_>) -> (Reply, Option<Session>) {
    let asked = match string(call.params.protocol_version, "protocolVersion") {
        Ok(asked) => asked.0,
        Err(error) => return (Reply::error(Some(&call.id), &error), None),
    };
    let version = ProtocolVersion::parse(&asked)
        .filter(|version| !version.is_modern())
        .unwrap_or(ProtocolVersion::LATEST_LEGACY);
    let parts = &dispatcher.parts;
    let result = InitializeResult {
        protocol_version: version.as_str().to_owned(),
        capabilities: dispatcher.offered.clone(),
        server_info: parts.info.clone(),
        instructions: parts.instructions.clone(),
    };
    let client = Arc::new(ClientFacts {
        capabilities: call.params.capabilities.map(|raw| raw.get().into()).unwrap_or_default(),
        info: call.params.client_info.map(|raw| raw.get().into()),
    });
    let session = Session { version, client, questions: Questions::default() };
    (render::plain(&call.id, &result), Some(session))
}

pub(super) async fn answer(
    dispatcher: &Dispatcher,
    session: &Session,
    call: Call<'_>,
    exchange: Exchange,
) -> Reply {
    match route(dispatcher, session, &call, exchange).await {
        Ok(answer) => render::plain(&call.id, &answer),
        Err(error) => Reply::error(Some(&call.id), &error),
    }
}

async fn route<'a>(
    dispatcher: &'a Dispatcher,
    session: &Session,
    call: &Call<'a>,
    exchange: Exchange,
) -> Result<Answer<'a>, ErrorObject> {
    if call.method == "ping" {
        return Ok(Answer::Empty);
    }
    if let Some(list) = dispatcher.list(call, &dispatcher.parts.catalog.lists().legacy_tools)? {
        return Ok(list);
    }
    let carried = match Carrier::find(&dispatcher.parts.catalog, call) {
        Ok(Some(carrier)) => rounds(dispatcher, session, call, exchange, &carrier).await,
        Ok(None) => Err(method_not_found(&call.method)),
        Err(error) => Err(error),
    };
    carried.map_err(|error| in_legacy_terms(call, error))
}

/// Runs rounds until nothing is open.
async fn rounds<'a>(
    dispatcher: &'a Dispatcher,
    session: &Session,
    call: &Call<'a>,
    exchange: Exchange,
    carrier: &Carrier<'a>,
) -> Result<Answer<'a>, ErrorObject> {
    let _place = dispatcher.enter()?;
    let outbox = exchange.outbox.clone();
    let mut ctx = context(dispatcher, session, call, exchange);
    let guard = ctx.cancel_on_drop();
    for _ in 0..=MOST_ROUNDS {
        let questions = match carrier.round(&ctx).await? {
            Step::Complete(answer) => {
                guard.disarm();
                return Ok(in_legacy_shape(answer));
            }
            Step::InputRequired(questions) => questions,
        };
        let answers = match ask(dispatcher, session, outbox.as_ref(), questions.requests).await {
            Ok(answers) => answers,
            Err(error) => {
                guard.disarm();
                return carrier.failed(error);
            }
        };
        ctx = ctx.in_round(questions.state, answers);
    }
    guard.disarm();
    carrier.failed(Error::new(format!("the call asked questions for more than {MOST_ROUNDS} rounds")))
}

/// Asks one question after the other: clients of this era show each as it comes.
async fn ask(
    dispatcher: &Dispatcher,
    session: &Session,
    outbox: Option<&Outbox>,
    requests: Vec<(String, InputRequest)>,
) -> Result<InputResponses, Error> {
    let mut answers = InputResponses::new();
    for (key, request) in requests {
        let label = dispatcher.parts.labels_questions.then_some(&*key);
        let answer = session.questions.ask(session.version, outbox, request, label).await?;
        answers.insert(key, answer);
    }
    Ok(answers)
}

fn context(dispatcher: &Dispatcher, session: &Session, call: &Call<'_>, exchange: Exchange) -> Context {
    let progress = call.meta.progress_token.zip(exchange.outbox);
    Context::new(ContextParts {
        request_id: call.id.clone(),
        version: session.version,
        client: session.client.clone(),
        headers: exchange.headers,
        progress: progress.map(|(token, outbox)| ProgressSink::new(token, outbox)),
        states: dispatcher.parts.states.clone(),
        resources: Some(dispatcher.resources.clone()),
        input_responses: InputResponses::new(),
        request_state: None,
    })
}

/// Structured content is an object in this era, or is not sent (LEG-16); its text is sent anyway.
fn in_legacy_shape(mut answer: Answer<'_>) -> Answer<'_> {
    if let Answer::Tool(output) = &mut answer {
        output.structured_content.take_if(|json| !json.get().starts_with('{'));
    }
    answer
}

/// A resource that does not exist has a code of its own in this era (LEG-12).
fn in_legacy_terms(call: &Call<'_>, mut error: ErrorObject) -> ErrorObject {
    let names_uri = error.data.as_ref().is_some_and(|data| data.get("uri").is_some());
    if call.method == READ_RESOURCE && error.code == INVALID_PARAMS && names_uri {
        error.code = LEGACY_RESOURCE_NOT_FOUND;
    }
    error
}
