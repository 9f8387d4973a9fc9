//! The streamable HTTP server transport, both eras on one endpoint (basic/transports).
//!
//! The `MCP-Protocol-Version` header chooses the leg: `modern` answers a request within its own
//! response and spawns nothing, `legacy` keeps sessions.

mod answer;
mod batch;
mod body;
mod endpoint;
mod guard;
pub(crate) mod headers;
mod legacy;
mod media;
mod modern;
mod options;
mod refusal;
mod session;
mod sessions;
mod sse;
#[cfg(test)]
mod tests;

use std::future::{Future, IntoFuture as _, pending};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use ::http::{HeaderMap, Method};
use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::time::sleep;

use self::endpoint::Endpoint;
pub use self::guard::Guard;
use self::headers::Era;
pub use self::options::HttpOptions;
use self::refusal::Refusal;
use crate::wire::Service;

/// Where the endpoint is.
pub const PATH: &str = "/mcp";

/// How long requests may go on after the server was told to stop.
const GRACE: Duration = Duration::from_secs(10);

/// Serves `service` at [`PATH`].
pub fn router<S: Service>(service: Arc<S>, options: HttpOptions) -> axum::Router {
    let endpoint = Arc::new(Endpoint::new(service, options));
    let route = any(move |request: Request| {
        let endpoint = endpoint.clone();
        async move { handle(&endpoint, request).await }
    });
    axum::Router::new().route(PATH, route)
}

/// Serves connections until `shutdown` completes and the requests that were running are answered,
/// or have had ten seconds to be.
///
/// # Errors
/// The listener fails for good.
pub async fn serve(
    listener: TcpListener,
    router: axum::Router,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let listener = listener.tap_io(|connection| {
        // With Nagle's algorithm an event waits for the peer's delayed acknowledgement: 40 ms.
        if let Err(error) = connection.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY was not set on a connection");
        }
    });
    let (stop, stopped) = oneshot::channel();
    let serving = axum::serve(listener, router).with_graceful_shutdown(async move {
        shutdown.await;
        let _ = stop.send(());
    });
    let overdue = async {
        match stopped.await {
            Ok(()) => sleep(GRACE).await,
            Err(_) => pending().await,
        }
    };
    tokio::select! {
        served = serving.into_future() => served,
        () = overdue => Ok(()),
    }
}

async fn handle<S: Service>(endpoint: &Endpoint<S>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let answered = match endpoint.options.guard.check(&parts) {
        Err(refusal) => Err(refusal),
        Ok(()) => match parts.method {
            Method::POST => post(endpoint, parts.headers, body).await,
            Method::GET => legacy::get(endpoint, &parts.headers),
            Method::DELETE => legacy::delete(endpoint, &parts.headers),
            _ => Err(Refusal::Method { allowed: "GET, POST, DELETE" }),
        },
    };
    answered.unwrap_or_else(Refusal::into_response)
}

async fn post<S: Service>(
    endpoint: &Endpoint<S>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refusal> {
    let era = headers::era(&headers);
    media::check(&headers, era)?;
    let body = body::collect(body, endpoint.options.max_body).await?;
    match era {
        Era::Modern => Ok(modern::post(endpoint, headers, body).await),
        Era::Legacy if batch::is_batch(&headers, &body) => batch::post(endpoint, headers, &body).await,
        Era::Legacy => legacy::post(endpoint, headers, body).await,
    }
}
