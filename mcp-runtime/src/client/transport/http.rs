//! Streamable HTTP: each message is a POST, each request's answer comes back in its response.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::header::ACCEPT;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use serde::Deserialize;
use tokio::runtime::Handle;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use crate::client::failure::Failure;
use crate::client::questions::{Questions, Reply};
use crate::client::transport::headers::{self, LAST_EVENT_ID, PROTOCOL_VERSION, SESSION_ID};
use crate::client::transport::inbox::receive;
use crate::client::transport::poster::{Poster, has_type, read};
use crate::client::transport::sse::Parser;
use crate::client::transport::{Event, Outgoing, cancelled};
use crate::protocol::jsonrpc::ErrorObject;
use crate::protocol::method::INITIALIZE;
use crate::protocol::version::ProtocolVersion;

/// How often in a row the rest of a stream is asked for in vain.
const MOST_ATTEMPTS: u32 = 2;

/// How long to wait before asking for the rest of a stream, if the server does not say.
const RETRY: Duration = Duration::from_secs(1);

/// How long to wait at least before the stream of the server's own messages is opened again.
const SHORTEST_RETRY: Duration = Duration::from_millis(100);

/// How long the server has to answer our goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// A server's HTTP endpoint. Dropping it leaves the session to the server's idle limit.
pub(crate) struct Http {
    inner: Arc<Inner>,
    listener: Mutex<Option<AbortHandle>>,
}

struct Inner {
    poster: Poster,
    session: Mutex<Session>,
    questions: Arc<Questions>,
}

/// What a handshake of the legacy era has left behind.
#[derive(Clone, Default)]
struct Session {
    id: Option<HeaderValue>,
    version: Option<ProtocolVersion>,
}

impl Http {
    pub(super) fn new(url: &str, questions: Arc<Questions>) -> Result<Self, Failure> {
        let inner = Inner { poster: Poster::new(url)?, session: Mutex::default(), questions };
        Ok(Self { inner: Arc::new(inner), listener: Mutex::default() })
    }

    pub(super) async fn request(&self, request: Outgoing) -> Result<Exchange, Failure> {
        let modern = request.version.is_modern();
        let headers = if modern {
            headers::modern(&request)?
        } else if request.method == INITIALIZE {
            headers::post()
        } else {
            self.inner.session().add_to(headers::post())
        };
        let session = headers.get(SESSION_ID).cloned();
        // Over modern HTTP the end of the connection cancels; a legacy server has to be told.
        let cancel = request.cancellable && !modern;
        let mut exchange = Exchange {
            inner: Arc::clone(&self.inner),
            id: request.id,
            modern,
            body: None,
            parser: Parser::default(),
            ready: VecDeque::new(),
            attempts: 0,
            cancel,
        };
        let response = exchange.settle(self.inner.poster.send(Method::POST, headers, request.text).await)?;
        if request.method == INITIALIZE && response.status().is_success() {
            let id = response.headers().get(SESSION_ID).cloned();
            locked(&self.inner.session).id = id;
        }
        let body = answer(response, session).await;
        match exchange.settle(body)? {
            Body::Whole(text) => exchange.receive(&text),
            Body::Stream(body) => exchange.body = Some(body),
        }
        Ok(exchange)
    }

    pub(super) async fn notify(&self, text: Vec<u8>) -> Result<(), Failure> {
        self.inner.notify(text).await
    }

    pub(super) fn opened(&self, version: ProtocolVersion) {
        locked(&self.inner.session).version = Some(version);
    }

    /// Opens the stream of what the server asks outside of any request, if anything here answers.
    pub(super) fn listen(&self) {
        if self.inner.questions.handlers.any() {
            let listener = tokio::spawn(listen(Arc::clone(&self.inner)));
            self.replace_listener(Some(listener.abort_handle()));
        }
    }

    pub(super) fn is_in_session(&self, id: &HeaderValue) -> bool {
        locked(&self.inner.session).id.as_ref() == Some(id)
    }

    pub(super) async fn close(&self) {
        self.replace_listener(None);
        let session = self.inner.session();
        if session.id.is_some() {
            let headers = session.add_to(HeaderMap::new());
            // A server may refuse to end a session, and then its idle limit does.
            let _ = timeout(GOODBYE, self.inner.poster.send(Method::DELETE, headers, Vec::new())).await;
        }
    }

    fn replace_listener(&self, listener: Option<AbortHandle>) {
        if let Some(old) = std::mem::replace(&mut *locked(&self.listener), listener) {
            old.abort();
        }
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        self.replace_listener(None);
    }
}

impl Session {
    fn add_to(self, mut headers: HeaderMap) -> HeaderMap {
        if let Some(id) = self.id {
            headers.insert(SESSION_ID, id);
        }
        // Revisions before this one do not know the header.
        if let Some(version) = self.version
            && version >= ProtocolVersion::V2025_06_18
        {
            headers.insert(PROTOCOL_VERSION, HeaderValue::from_static(version.as_str()));
        }
        headers
    }
}

impl Inner {
    fn session(&self) -> Session {
        locked(&self.session).clone()
    }

    async fn notify(&self, text: Vec<u8>) -> Result<(), Failure> {
        let headers = self.session().add_to(headers::post());
        let response = self.poster.send(Method::POST, headers, text).await?;
        if response.status().is_success() { Ok(()) } else { Err(refusal(response).await) }
    }

    /// The stream of the server's own messages, or the rest of a broken one.
    async fn stream(&self, last_id: Option<&str>) -> Result<Incoming, Failure> {
        let mut headers = self.session().add_to(HeaderMap::new());
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        if let Some(last_id) = last_id.and_then(|id| HeaderValue::from_str(id).ok()) {
            headers.insert(LAST_EVENT_ID, last_id);
        }
        let response = self.poster.send(Method::GET, headers, Vec::new()).await?;
        match response.status() {
            StatusCode::OK if has_type(&response, "text/event-stream") => Ok(response.into_body()),
            status => Err(Failure::Status(status.as_u16())),
        }
    }
}

/// What an answer's body is.
enum Body {
    Whole(bytes::Bytes),
    Stream(Incoming),
}

/// Takes the body of the answer to a request that was sent in that session.
async fn answer(response: Response<Incoming>, session: Option<HeaderValue>) -> Result<Body, Failure> {
    match (response.status(), session) {
        (StatusCode::NOT_FOUND, Some(session)) => Err(Failure::SessionLost(session)),
        (StatusCode::ACCEPTED | StatusCode::NO_CONTENT, _) => {
            Err(Failure::invalid("the request was taken, but not answered"))
        }
        (status, _) if !status.is_success() => Err(refusal(response).await),
        _ if has_type(&response, "text/event-stream") => Ok(Body::Stream(response.into_body())),
        _ if has_type(&response, "application/json") => Ok(Body::Whole(read(response.into_body()).await?)),
        _ => Err(Failure::invalid("it is neither JSON nor a stream of events")),
    }
}

/// The error of the protocol that stands in a refusal, or its status.
async fn refusal(response: Response<Incoming>) -> Failure {
    #[derive(Deserialize)]
    struct Refusal {
        error: ErrorObject,
    }
    let status = Failure::Status(response.status().as_u16());
    let Ok(body) = read(response.into_body()).await else {
        return status;
    };
    // The id may be missing, `null` or made up: servers refuse requests they could not read.
    match serde_json::from_slice::<Refusal>(&body) {
        Ok(refusal) => Failure::Peer(refusal.error),
        Err(_) => status,
    }
}

/// Answers what the server asks outside of any request, as long as it has such a stream.
async fn listen(inner: Arc<Inner>) {
    let reply = reply(&inner);
    let mut parser = Parser::default();
    let mut attempts = 0;
    loop {
        match inner.stream(parser.last_id()).await {
            Ok(mut body) => {
                attempts = 0;
                parser.restart();
                while let Some(Ok(frame)) = body.frame().await {
                    let Ok(messages) = parser.feed(frame.data_ref().map_or(&[], |data| data)) else {
                        return;
                    };
                    for message in messages {
                        receive(&message, &inner.questions, &reply);
                    }
                }
            }
            // Most servers have no such stream.
            Err(Failure::Status(_)) => return,
            Err(_) if attempts == MOST_ATTEMPTS => return,
            Err(_) => attempts += 1,
        }
        sleep(parser.retry().unwrap_or(RETRY).max(SHORTEST_RETRY)).await;
    }
}

fn reply(inner: &Arc<Inner>) -> Reply {
    let inner = Arc::clone(inner);
    Arc::new(move |text| {
        let inner = Arc::clone(&inner);
        Box::pin(async move {
            if let Err(failure) = inner.notify(text).await {
                tracing::debug!(?failure, "the server did not take the answer to its question");
            }
        })
    })
}

/// A request that was sent.
pub(crate) struct Exchange {
    inner: Arc<Inner>,
    id: i64,
    modern: bool,
    /// The stream that goes on, if the answer is one.
    body: Option<Incoming>,
    parser: Parser,
    ready: VecDeque<Event>,
    attempts: u32,
    /// Whether the server is told when nobody waits any more.
    cancel: bool,
}

impl Exchange {
    pub(super) async fn next(&mut self) -> Result<Event, Failure> {
        let event = self.advance().await;
        if !matches!(event, Ok(Event::Progress(_))) {
            self.cancel = false;
        }
        event
    }

    async fn advance(&mut self) -> Result<Event, Failure> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Ok(event);
            }
            let Some(body) = &mut self.body else {
                return Err(Failure::invalid("it is no response to the request"));
            };
            match body.frame().await {
                Some(Ok(frame)) => {
                    let data = frame.into_data().unwrap_or_default();
                    let messages =
                        self.parser.feed(&data).map_err(|_| Failure::invalid("it is too large"))?;
                    for message in messages {
                        self.attempts = 0;
                        self.receive(&message);
                    }
                }
                Some(Err(_)) | None => self.resume().await?,
            }
        }
    }

    /// Asks for the rest of a stream that ended too early. Only legacy streams have event ids.
    async fn resume(&mut self) -> Result<(), Failure> {
        let last_id = self.parser.last_id().filter(|_| !self.modern).map(str::to_owned);
        let Some(last_id) = last_id else {
            return Err(Failure::unanswered("the server ended the stream before it answered"));
        };
        loop {
            if self.attempts == MOST_ATTEMPTS {
                return Err(Failure::unanswered(
                    "the server ended the stream again and again before it answered",
                ));
            }
            self.attempts += 1;
            sleep(self.parser.retry().unwrap_or(RETRY)).await;
            match self.inner.stream(Some(&last_id)).await {
                Ok(body) => {
                    self.body = Some(body);
                    self.parser.restart();
                    return Ok(());
                }
                Err(failure @ Failure::Status(_)) => return Err(failure),
                Err(_) => {}
            }
        }
    }

    fn receive(&mut self, text: &[u8]) {
        let events = receive(text, &self.inner.questions, &reply(&self.inner));
        // A response without an id is ours too: nothing else was asked here.
        let ours = events.into_iter().filter(|(id, _)| id.is_none_or(|id| id == self.id));
        self.ready.extend(ours.map(|(_, event)| event));
    }

    /// A request that failed needs no cancelling.
    fn settle<T>(&mut self, outcome: Result<T, Failure>) -> Result<T, Failure> {
        self.cancel &= outcome.is_ok();
        outcome
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        if self.cancel
            && let Ok(runtime) = Handle::try_current()
        {
            let inner = Arc::clone(&self.inner);
            let text = cancelled(self.id);
            runtime.spawn(async move { inner.notify(text).await });
        }
    }
}

/// A panic while something was locked left it whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
