//! Progress notifications of one request, and the way out that they share with its questions.

use std::sync::Arc;
use std::sync::Mutex;

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use crate::protocol::progress::{PROGRESS, Progress};

/// Sends progress under the token the client chose.
#[derive(Clone, Debug)]
pub struct ProgressSink {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    token: Box<RawValue>,
    outbox: mpsc::Sender<Vec<u8>>,
    last: Mutex<f64>,
}

#[derive(Serialize)]
struct Notification<'a> {
    jsonrpc: &'a str,
    method: &'a str,
    params: Params<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Params<'a> {
    progress_token: &'a RawValue,
    #[serde(flatten)]
    progress: Progress,
}

impl ProgressSink {
    /// Progress for `token`, sent to `outbox`.
    #[must_use]
    pub fn new(token: &RawValue, outbox: mpsc::Sender<Vec<u8>>) -> Self {
        Self {
            shared: Arc::new(Shared { token: token.to_owned(), outbox, last: Mutex::new(f64::NEG_INFINITY) }),
        }
    }

    pub(super) async fn report(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        if !self.grows(progress) {
            return;
        }
        let notification = Notification {
            jsonrpc: "2.0",
            method: PROGRESS,
            params: Params {
                progress_token: &self.shared.token,
                progress: Progress { progress, total, message: message.map(str::to_owned) },
            },
        };
        if let Ok(text) = serde_json::to_vec(&notification) {
            // A closed outbox means that the client went away or the call is over.
            let _ = self.shared.outbox.send(text).await;
        }
    }

    /// The protocol wants progress to increase with each notification (PROG-02).
    fn grows(&self, progress: f64) -> bool {
        let mut last = self.shared.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let grows = progress.is_finite() && progress > *last;
        if grows {
            *last = progress;
        }
        grows
    }
}
