//! Requests that the server sends to the client, which only the legacy era has.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::client::handlers::Handlers;
use crate::context::BoxFuture;
use crate::error::{Error, Result};
use crate::protocol::cancellation::Cancelled;
use crate::protocol::jsonrpc::{
    ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, Request, RequestId,
};
use crate::protocol::method::PING;
use crate::protocol::mrtr::InputRequest;

/// Takes the text of an answer to the server.
pub(crate) type Reply = Arc<dyn Fn(Vec<u8>) -> BoxFuture<'static, ()> + Send + Sync>;

/// Answers the server's requests, each on a task of its own.
pub(crate) struct Questions {
    pub(crate) handlers: Handlers,
    /// Whether requests are ignored: servers of the modern era send none.
    closed: AtomicBool,
    running: Arc<Mutex<HashMap<RequestId, AbortHandle>>>,
    /// How many handlers run.
    busy: watch::Sender<usize>,
}

impl Questions {
    pub(crate) fn new(handlers: Handlers) -> Self {
        Self {
            handlers,
            closed: AtomicBool::new(false),
            running: Arc::default(),
            busy: watch::Sender::new(0),
        }
    }

    /// How many handlers run, and when that changes.
    pub(crate) fn busy(&self) -> watch::Receiver<usize> {
        self.busy.subscribe()
    }

    /// Ignores the server's requests from now on, and gives up those that are being answered.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        for (_, handler) in locked(&self.running).drain() {
            handler.abort();
        }
    }

    /// Answers a request of the server's.
    pub(crate) fn take(&self, request: Request<'_>, reply: &Reply) {
        if self.closed.load(Ordering::Relaxed) {
            return;
        }
        let answer = if request.method == PING {
            Ok(json!({}))
        } else {
            match self.read(&request) {
                Ok(question) => return self.ask(request.id, question, reply.clone()),
                Err(error) => Err(error),
            }
        };
        tokio::spawn(reply(response(&request.id, answer)));
    }

    /// Gives up a request that the server no longer wants answered.
    pub(crate) fn cancel(&self, params: Option<&RawValue>) {
        let handler = Cancelled::read(params).and_then(|id| locked(&self.running).remove(&id));
        if let Some(handler) = handler {
            handler.abort();
        }
    }

    fn read(&self, request: &Request<'_>) -> Result<InputRequest, ErrorObject> {
        #[derive(Serialize)]
        struct Asked<'a> {
            method: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            params: Option<&'a RawValue>,
        }
        let method = &*request.method;
        if !matches!(method, "elicitation/create" | "sampling/createMessage" | "roots/list") {
            return Err(ErrorObject::new(METHOD_NOT_FOUND, "Method not found"));
        }
        let asked = Asked { method, params: request.params };
        let question = serde_json::to_string(&asked)
            .and_then(|text| serde_json::from_str(&text))
            .map_err(|error| ErrorObject::new(INVALID_PARAMS, format!("Invalid params: {error}")))?;
        if self.handlers.has(&question) {
            Ok(question)
        } else {
            Err(ErrorObject::new(METHOD_NOT_FOUND, format!("The client did not declare {method}")))
        }
    }

    fn ask(&self, id: RequestId, question: InputRequest, reply: Reply) {
        let busy = Busy::new(self.busy.clone());
        // The lock is held until the handler stands in the map, so that it cannot leave the map
        // before it entered.
        let mut running = locked(&self.running);
        let handler = tokio::spawn(self.handlers.answer(question));
        running.insert(id.clone(), handler.abort_handle());
        drop(running);
        let running = Arc::clone(&self.running);
        tokio::spawn(async move {
            let answer = match handler.await {
                Ok(answer) => answer.map_err(told),
                Err(error) if error.is_panic() => {
                    Err(ErrorObject::new(INTERNAL_ERROR, "The client's handler failed"))
                }
                // A cancelled request gets no answer.
                Err(_) => return,
            };
            drop(busy);
            locked(&running).remove(&id);
            reply(response(&id, answer)).await;
        });
    }
}

/// Counts one handler while it lives.
struct Busy(watch::Sender<usize>);

impl Busy {
    fn new(busy: watch::Sender<usize>) -> Self {
        busy.send_modify(|count| *count += 1);
        Self(busy)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// What the server is told of a handler's failure.
fn told(error: Error) -> ErrorObject {
    let text = error.told().map(str::to_owned);
    error.into_protocol().unwrap_or_else(|_| match text {
        Some(text) => ErrorObject::new(INTERNAL_ERROR, text),
        None => ErrorObject::new(INTERNAL_ERROR, "The client's handler failed"),
    })
}

fn response(id: &RequestId, answer: Result<Value, ErrorObject>) -> Vec<u8> {
    #[derive(Serialize)]
    struct Response<'a> {
        jsonrpc: &'a str,
        id: &'a RequestId,
        #[serde(skip_serializing_if = "Option::is_none")]
        result: Option<Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<ErrorObject>,
    }
    let (result, error) = match answer {
        Ok(result) => (Some(result), None),
        Err(error) => (None, Some(error)),
    };
    serde_json::to_vec(&Response { jsonrpc: "2.0", id, result, error }).unwrap_or_default()
}

/// A panic while the map was locked left it whole.
fn locked(
    running: &Mutex<HashMap<RequestId, AbortHandle>>,
) -> MutexGuard<'_, HashMap<RequestId, AbortHandle>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}
