//! One request: its id, its `_meta`, the time it may take, and the response that ends it.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::client::failure::Failure;
use crate::client::questions::Questions;
use crate::client::transport::{Event, Outgoing, Transport};
use crate::protocol::capability::ClientCapabilities;
use crate::protocol::initialize::Implementation;
use crate::protocol::method::{self, DISCOVER, INITIALIZE};
use crate::protocol::mrtr::InputResponses;
use crate::protocol::progress::Progress;
use crate::protocol::version::ProtocolVersion;

/// A connection to a server, before and after it is known which revision is spoken on it.
pub(crate) struct Connection {
    pub(crate) transport: Transport,
    pub(crate) questions: Arc<Questions>,
    /// Who we say we are.
    pub(crate) info: Implementation,
    /// What we can be asked.
    pub(crate) capabilities: ClientCapabilities,
    /// How long a request may go without a sign of life, unless its options say otherwise.
    pub(crate) limit: Duration,
    /// The id of the next request.
    pub(crate) next_id: AtomicI64,
}

/// The members that `params` of any of our requests has.
#[derive(Clone, Copy, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) input_responses: Option<&'a InputResponses>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) request_state: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uri: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) arguments: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cursor: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) protocol_version: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) capabilities: Option<&'a ClientCapabilities>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) client_info: Option<&'a Implementation>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    /// Filled in when the request is sent.
    pub(crate) meta: Option<Meta<'a>>,
}

/// What a request says of itself.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Meta<'a> {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion", skip_serializing_if = "Option::is_none")]
    protocol_version: Option<&'a str>,
    #[serde(rename = "io.modelcontextprotocol/clientInfo", skip_serializing_if = "Option::is_none")]
    client_info: Option<&'a Implementation>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities", skip_serializing_if = "Option::is_none")]
    client_capabilities: Option<&'a ClientCapabilities>,
    #[serde(rename = "progressToken", skip_serializing_if = "Option::is_none")]
    progress_token: Option<i64>,
}

/// What hears of a request's progress.
pub(crate) type OnProgress<'a> = &'a (dyn Fn(Progress) + Send + Sync);

/// How one request differs from others of its kind.
#[derive(Clone, Copy, Default)]
pub(crate) struct Options<'a> {
    /// How long it may go without a sign of life.
    pub(crate) limit: Option<Duration>,
    pub(crate) on_progress: Option<OnProgress<'a>>,
    /// Names and values of the headers that repeat arguments.
    pub(crate) mirrored: &'a [(String, String)],
}

impl Connection {
    /// Sends a request and waits for its result.
    pub(crate) async fn request(
        &self,
        version: ProtocolVersion,
        method: &'static str,
        params: Params<'_>,
        options: Options<'_>,
    ) -> Result<Box<RawValue>, Failure> {
        let limit = options.limit.unwrap_or(self.limit);
        let mut busy = self.questions.busy();
        let request = self.outgoing(version, method, params, options)?;
        let mut exchange = patient(limit, &mut busy, self.transport.request(request)).await?;
        loop {
            // Each event starts the clock anew: a request that makes progress is alive.
            match patient(limit, &mut busy, exchange.next()).await? {
                Event::Progress(progress) => {
                    if let Some(on_progress) = options.on_progress {
                        on_progress(progress);
                    }
                }
                Event::Response(outcome) => return outcome.map_err(Failure::Peer),
            }
        }
    }

    /// Sends a notification without parameters.
    pub(crate) async fn notify(&self, method: &str) -> Result<(), Failure> {
        let text = format!(r#"{{"jsonrpc":"2.0","method":"{method}"}}"#);
        let mut busy = self.questions.busy();
        patient(self.limit, &mut busy, self.transport.notify(text.into_bytes())).await
    }

    fn outgoing(
        &self,
        version: ProtocolVersion,
        method: &'static str,
        params: Params<'_>,
        options: Options<'_>,
    ) -> Result<Outgoing, Failure> {
        #[derive(Serialize)]
        struct Request<'a> {
            jsonrpc: &'a str,
            id: i64,
            method: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            params: Option<Params<'a>>,
        }
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        // Ids are unique, so they serve as progress tokens too.
        let token = options.on_progress.map(|_| id);
        let meta = if version.is_modern() {
            Some(Meta {
                protocol_version: Some(version.as_str()),
                client_info: Some(&self.info),
                client_capabilities: Some(&self.capabilities),
                progress_token: token,
            })
        } else {
            token.map(|_| Meta { progress_token: token, ..Meta::default() })
        };
        let params = Params { meta, ..params };
        let request = Request {
            jsonrpc: "2.0",
            id,
            method,
            // A legacy listing has none at all.
            params: (!params.is_empty()).then_some(params),
        };
        let text = serde_json::to_vec(&request).map_err(|error| Failure::Local(error.into()))?;
        let named_by = method::find(method).and_then(|method| method.named_by);
        let name = if named_by == Some("uri") { params.uri } else { params.name };
        Ok(Outgoing {
            id,
            method,
            version,
            name: name.map(str::to_owned),
            mirrored: options.mirrored.to_vec(),
            text,
            // A handshake must not be cancelled, and a probe may be talking to a server that
            // understands nothing before its handshake.
            cancellable: !matches!(method, INITIALIZE | DISCOVER),
        })
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.questions.close();
    }
}

impl Params<'_> {
    fn is_empty(&self) -> bool {
        self.meta.is_none()
            && self.name.is_none()
            && self.uri.is_none()
            && self.cursor.is_none()
            && self.protocol_version.is_none()
    }
}

/// Waits for something for a limited time, which does not pass while a handler of ours is at work:
/// people take their time to answer.
async fn patient<T>(
    limit: Duration,
    busy: &mut watch::Receiver<usize>,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let mut work = pin!(work);
    loop {
        if let Ok(outcome) = timeout(limit, work.as_mut()).await {
            return outcome;
        }
        if *busy.borrow() == 0 {
            return Err(Failure::TimedOut(limit));
        }
        tokio::select! {
            outcome = work.as_mut() => return outcome,
            _ = busy.wait_for(|handlers| *handlers == 0) => {}
        }
    }
}
