//! Sends HTTP requests to one address, over connections that are kept.

use std::error::Error as StdError;
use std::time::Duration;

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Method, Request, Response, Uri};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};

use crate::client::failure::{Failure, local};
use crate::client::transport::sse::MOST_BYTES;

/// How long opening a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a connection is kept when nobody uses it. Servers close theirs later, as a rule.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// Sends requests to one address.
pub(super) struct Poster {
    client: Client<HttpConnector, Full<Bytes>>,
    uri: Uri,
}

impl Poster {
    pub(super) fn new(url: &str) -> Result<Self, Failure> {
        let uri: Uri =
            url.parse().map_err(|error| Failure::Local(local(format!("`{url}` is not a URL: {error}"))))?;
        match uri.scheme_str() {
            Some("http") => {}
            Some("https") => {
                return Err(Failure::local(format!(
                    "cannot connect to `{url}`: TLS is not built into this client; use an http:// URL, \
                     such as that of a local proxy that adds TLS"
                )));
            }
            _ => {
                return Err(Failure::local(format!("`{url}` is not a URL that starts with http://")));
            }
        }
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        connector.set_connect_timeout(Some(CONNECT_TIMEOUT));
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE_TIMEOUT)
            .build(connector);
        Ok(Self { client, uri })
    }

    pub(super) async fn send(
        &self,
        method: Method,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<Response<Incoming>, Failure> {
        let mut request = Request::new(Full::from(body));
        *request.method_mut() = method;
        *request.uri_mut() = self.uri.clone();
        *request.headers_mut() = headers;
        self.client.request(request).await.map_err(|error| {
            Failure::unanswered(format!("cannot reach {}: {}", self.uri, root_cause(&error)))
        })
    }
}

/// Whether a response has this content type, whatever its parameters.
pub(super) fn has_type(response: &Response<Incoming>, expected: &str) -> bool {
    let value = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = value.and_then(|value| value.split(';').next()).map(str::trim);
    essence.is_some_and(|essence| essence.eq_ignore_ascii_case(expected))
}

/// Reads a body to its end.
pub(super) async fn read(body: Incoming) -> Result<Bytes, Failure> {
    match Limited::new(body, MOST_BYTES).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) => Err(Failure::unanswered(format!("cannot read the server's answer: {error}"))),
    }
}

fn root_cause(error: &dyn StdError) -> &dyn StdError {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause
}
