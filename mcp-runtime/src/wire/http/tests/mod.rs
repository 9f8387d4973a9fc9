//! Drives the transport with a service that does as it is told.

mod batch;
mod connection;
mod guard;
mod headers;
mod legacy;
mod modern;
mod sessions;
mod stream;

use std::sync::{Arc, Mutex};

use ::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode};
use axum::body::Body;
use axum::response::Response;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tokio::sync::{Notify, Semaphore};

use crate::protocol::call::Call;
use crate::protocol::jsonrpc::{self, ErrorObject, RequestId};
use crate::wire::http::endpoint::Endpoint;
use crate::wire::http::{HttpOptions, handle};
use crate::wire::{Exchange, Reply, Service};

/// What answers: its methods are below, in `perform`.
struct Fake {
    /// Told when a request begins that will not end by itself.
    started: Notify,
    /// Told when such a request is dropped.
    dropped: Notify,
    /// Has a permit for each message or answer that is held back.
    gate: Semaphore,
    /// The `X-Test` headers of the requests.
    seen: Mutex<Vec<HeaderValue>>,
}

/// What a client of the legacy era agreed on: the response that came last, and word of it.
#[derive(Default)]
struct Agreed {
    response: Mutex<Option<String>>,
    came: Notify,
}

/// Says so when it is dropped.
struct Dropped<'a>(&'a Notify);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

impl Default for Fake {
    fn default() -> Self {
        let (started, dropped) = (Notify::new(), Notify::new());
        Self { started, dropped, gate: Semaphore::new(0), seen: Mutex::default() }
    }
}

impl Fake {
    async fn perform(&self, agreed: Option<&Agreed>, call: Call<'_>, exchange: Exchange) -> Reply {
        let headers = exchange.headers.unwrap();
        self.seen.lock().unwrap().extend(headers.get("x-test").cloned());
        let send = async |number: usize| {
            let message = json!({ "jsonrpc": "2.0", "method": "notifications/n", "params": number });
            if let Some(outbox) = &exchange.outbox {
                let _ = outbox.send(message.to_string().into_bytes()).await;
            }
        };
        match &*call.method {
            // Fails with the code in `params.cursor`.
            "test/error" => {
                let code = serde_json::from_str(call.params.cursor.unwrap().get()).unwrap();
                return Reply::error(Some(&call.id), &ErrorObject::new(code, "as asked"));
            }
            "test/hang" => {
                let _dropped = Dropped(&self.dropped);
                self.started.notify_one();
                std::future::pending::<()>().await;
            }
            "test/gate" => self.gate.acquire().await.unwrap().forget(),
            // More than the outbox holds, and no pause before the answer.
            "test/messages" => {
                for number in 0..40 {
                    send(number).await;
                }
            }
            "test/message" => send(0).await,
            // A message, then what the gate says.
            "test/steps" => {
                let _dropped = Dropped(&self.dropped);
                send(1).await;
                self.gate.acquire().await.unwrap().forget();
            }
            "subscriptions/listen" => {
                let _dropped = Dropped(&self.dropped);
                send(0).await;
                std::future::pending::<()>().await;
            }
            "test/ask" => {
                send(7).await;
                let agreed = agreed.unwrap();
                agreed.came.notified().await;
                let response = agreed.response.lock().unwrap().take();
                return answered(&call.id, &json!(response));
            }
            _ => {}
        }
        answered(&call.id, &json!({ "method": call.method, "outbox": exchange.outbox.is_some() }))
    }
}

fn answered(id: &RequestId, result: &Value) -> Reply {
    let text = json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string();
    Reply { text: text.into_bytes(), error: None }
}

impl Service for Fake {
    type Session = Agreed;

    async fn answer<'a>(&'a self, call: Call<'a>, exchange: Exchange) -> Reply {
        self.perform(None, call, exchange).await
    }

    fn open(&self, call: &Call<'_>) -> (Reply, Option<Agreed>) {
        if call.params.cursor.is_some() {
            let error = ErrorObject::new(jsonrpc::INVALID_PARAMS, "no");
            return (Reply::error(Some(&call.id), &error), None);
        }
        (answered(&call.id, &json!("open")), Some(Agreed::default()))
    }

    async fn answer_in<'a>(&'a self, session: &'a Agreed, call: Call<'a>, exchange: Exchange) -> Reply {
        self.perform(Some(session), call, exchange).await
    }

    fn deliver(&self, session: &Agreed, response: jsonrpc::Response<'_>) {
        *session.response.lock().unwrap() = Some(response.outcome.unwrap().get().to_owned());
        session.came.notify_one();
    }
}

struct Server {
    fake: Arc<Fake>,
    endpoint: Endpoint<Fake>,
}

impl Server {
    fn new() -> Self {
        Self::with(HttpOptions::default())
    }

    fn with(options: HttpOptions) -> Self {
        let fake = Arc::new(Fake::default());
        Self { fake: fake.clone(), endpoint: Endpoint::new(fake, options) }
    }

    async fn send(&self, ask: Ask) -> Answer {
        Answer(handle(&self.endpoint, ask.into_request()).await)
    }

    /// Opens a session and returns its id.
    async fn open(&self) -> String {
        let answer = self.send(legacy(1, "initialize")).await;
        assert_eq!(answer.status(), StatusCode::OK);
        answer.header("mcp-session-id").unwrap()
    }
}

/// A request to be sent.
#[derive(Clone)]
struct Ask {
    method: Method,
    headers: HeaderMap,
    body: String,
}

impl Ask {
    fn new(method: Method) -> Self {
        let ask = Self { method, headers: HeaderMap::new(), body: String::new() };
        ask.header("host", "127.0.0.1:8000")
    }

    fn post(body: impl ToString) -> Self {
        Self { body: body.to_string(), ..Self::new(Method::POST) }
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
    }

    fn header(mut self, name: &'static str, value: &str) -> Self {
        let value = HeaderValue::from_str(value).unwrap();
        self.headers.insert(HeaderName::from_static(name), value);
        self
    }

    fn second(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.append(name, HeaderValue::from_static(value));
        self
    }

    fn without(mut self, name: &str) -> Self {
        self.headers.remove(name);
        self
    }

    fn into_request(self) -> Request<Body> {
        let mut request = Request::new(Body::from(self.body));
        *request.method_mut() = self.method;
        *request.headers_mut() = self.headers;
        request
    }
}

/// A modern request with its headers; `params` gets the `_meta`.
fn modern(method: &str, mut params: Value) -> Ask {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    Ask::post(json!({ "jsonrpc": "2.0", "id": 0, "method": method, "params": params }))
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", method)
}

/// A modern request whose progress the client wants to hear of.
fn streaming(method: &str) -> Ask {
    modern(method, json!({ "_meta": { "progressToken": 1 } }))
}

/// A legacy request without a session.
fn legacy(id: i64, method: &str) -> Ask {
    Ask::post(json!({ "jsonrpc": "2.0", "id": id, "method": method }))
}

/// A notification that cancels the request of that id.
fn cancel(id: i64) -> Ask {
    let params = json!({ "requestId": id });
    let method = "notifications/cancelled";
    Ask::post(json!({ "jsonrpc": "2.0", "method": method, "params": params }))
}

struct Answer(Response);

impl Answer {
    fn status(&self) -> StatusCode {
        self.0.status()
    }

    fn header(&self, name: &str) -> Option<String> {
        self.0.headers().get(name).map(|value| value.to_str().unwrap().to_owned())
    }

    /// The next piece of the body.
    async fn piece(&mut self) -> Option<String> {
        let frame = self.0.body_mut().frame().await?;
        Some(String::from_utf8(frame.unwrap().into_data().unwrap().to_vec()).unwrap())
    }

    /// The JSON text of the next event.
    async fn event(&mut self) -> Value {
        let piece = self.piece().await.unwrap();
        let data = piece.strip_prefix("event: message\ndata: ").unwrap();
        serde_json::from_str(data.strip_suffix("\n\n").unwrap()).unwrap()
    }

    async fn text(self) -> String {
        let body = self.0.into_body().collect().await.unwrap().to_bytes();
        String::from_utf8(body.to_vec()).unwrap()
    }

    async fn json(self) -> Value {
        assert_eq!(self.header("content-type").as_deref(), Some("application/json"));
        serde_json::from_str(&self.text().await).unwrap()
    }

    /// The status, and the code and id of the JSON-RPC error in the body.
    async fn failure(self) -> (u16, i64, Value) {
        let status = self.status().as_u16();
        let body = self.json().await;
        (status, body["error"]["code"].as_i64().unwrap(), body["id"].clone())
    }
}
