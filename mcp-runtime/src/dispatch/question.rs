//! Questions to a client of the legacy era: requests on the way back, and the answers to them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::error::{Error, Result};
use crate::protocol::elicitation::ElicitParams;
use crate::protocol::jsonrpc::{ErrorObject, RequestId, Response};
use crate::protocol::meta::QUESTION_KEY;
use crate::protocol::mrtr::InputRequest;
use crate::protocol::version::ProtocolVersion;
use crate::wire::Outbox;

/// How long a question may stay open: as long as the state of a modern round lives.
const PATIENCE: Duration = Duration::from_secs(600);

/// The open questions of a session, by the id of the request that asks.
#[derive(Default)]
pub(super) struct Questions {
    shared: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    asked: i64,
    waiting: HashMap<i64, oneshot::Sender<Result<Value, ErrorObject>>>,
}

impl Questions {
    /// Asks and waits for the answer; `label` names the question in its `_meta`.
    pub(super) async fn ask(
        &self,
        version: ProtocolVersion,
        outbox: Option<&Outbox>,
        request: InputRequest,
        label: Option<&str>,
    ) -> Result<Value> {
        let method = request.method();
        let Some(outbox) = outbox else {
            return Err(Error::new(format!(
                "Cannot send '{method}': this transport context has no back-channel for \
                 server-initiated requests."
            )));
        };
        let mut asking = Asking::begin(self);
        let mut message = in_terms_of(version, asking.id, request);
        message["jsonrpc"] = "2.0".into();
        message["id"] = asking.id.into();
        if let Some(label) = label {
            message["params"]["_meta"] = json!({ QUESTION_KEY: label });
        }
        let gone = || Error::new(format!("the client went away before it answered '{method}'"));
        outbox.send(message.to_string().into_bytes()).await.map_err(|_| gone())?;
        match timeout(PATIENCE, &mut asking.answer).await {
            Ok(Ok(Ok(answer))) => Ok(answer),
            Ok(Ok(Err(error))) => {
                Err(Error::new(format!("the client answered '{method}' with error {}", error.code)))
            }
            Ok(Err(_)) => Err(gone()),
            Err(_) => Err(Error::new(format!("the client did not answer '{method}' in time"))),
        }
    }

    /// Takes a response; one to a question that is not open is ignored.
    pub(super) fn deliver(&self, response: Response<'_>) {
        let Some(RequestId::Number(id)) = response.id else { return };
        let Some(waiting) = self.lock().waiting.remove(&id) else { return };
        let answer = response.outcome.map(|raw| serde_json::from_str(raw.get()).unwrap_or(Value::Null));
        let _ = waiting.send(answer);
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One open question; forgotten when the call ends, however it does.
struct Asking<'a> {
    questions: &'a Questions,
    id: i64,
    answer: oneshot::Receiver<Result<Value, ErrorObject>>,
}

impl<'a> Asking<'a> {
    fn begin(questions: &'a Questions) -> Self {
        let (waiting, answer) = oneshot::channel();
        let mut open = questions.lock();
        open.asked += 1;
        let id = open.asked;
        open.waiting.insert(id, waiting);
        drop(open);
        Self { questions, id, answer }
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.questions.lock().waiting.remove(&self.id);
    }
}

/// A question as a revision of this era words it.
fn in_terms_of(version: ProtocolVersion, id: i64, request: InputRequest) -> Value {
    let request = match request {
        InputRequest::Elicit(ElicitParams::Url { message, url, .. }) => {
            let elicitation_id = Some(format!("question-{id}"));
            InputRequest::Elicit(ElicitParams::Url { message, url, elicitation_id })
        }
        request => request,
    };
    // Before 2025-11-25 a form was the only mode and had no name.
    let nameless = version < ProtocolVersion::V2025_11_25;
    let mut value = json!(request);
    if nameless && let Some(params) = value.get_mut("params").and_then(Value::as_object_mut) {
        params.remove("mode");
    }
    value
}
