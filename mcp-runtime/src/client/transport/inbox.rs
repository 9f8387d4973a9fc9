//! Reads what a server sent: events of our requests are handed out, its questions are answered.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::client::questions::{Questions, Reply};
use crate::client::transport::Event;
use crate::protocol::cancellation::CANCELLED;
use crate::protocol::jsonrpc::{Incoming, RequestId, parse};
use crate::protocol::progress::{PROGRESS, Progress};

/// Reads one text. What is no message, and notifications that nobody waits for, are ignored.
///
/// An event comes with the id of its request; an error has none when the server could not read it.
pub(super) fn receive(text: &[u8], questions: &Questions, reply: &Reply) -> Vec<(Option<i64>, Event)> {
    let mut events = Vec::new();
    // Servers of 2025-03-26 may put several messages into an array.
    match serde_json::from_slice::<Vec<&RawValue>>(text) {
        Ok(batch) => {
            for message in batch {
                events.extend(event(message.get().as_bytes(), questions, reply));
            }
        }
        Err(_) => events.extend(event(text, questions, reply)),
    }
    events
}

fn event(text: &[u8], questions: &Questions, reply: &Reply) -> Option<(Option<i64>, Event)> {
    match parse(text) {
        Ok(Incoming::Response(response)) => {
            let id = match response.id {
                Some(RequestId::Number(id)) => Some(id),
                None => None,
                // Our ids are integers, so this answers nothing of ours.
                Some(RequestId::Text(_)) => return None,
            };
            Some((id, Event::Response(response.outcome.map(ToOwned::to_owned))))
        }
        Ok(Incoming::Notification(notification)) => match &*notification.method {
            PROGRESS => progress(notification.params),
            CANCELLED => {
                questions.cancel(notification.params);
                None
            }
            _ => None,
        },
        Ok(Incoming::Request(request)) => {
            questions.take(request, reply);
            None
        }
        Err(malformed) => {
            tracing::debug!(why = %malformed.error.message, "ignored what the server sent");
            None
        }
    }
}

fn progress(params: Option<&RawValue>) -> Option<(Option<i64>, Event)> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Token {
        progress_token: i64,
    }
    let params = params?.get();
    let token: Token = serde_json::from_str(params).ok()?;
    let progress: Progress = serde_json::from_str(params).ok()?;
    Some((Some(token.progress_token), Event::Progress(progress)))
}
