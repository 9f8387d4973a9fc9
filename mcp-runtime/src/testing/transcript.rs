//! What was said between a test client and its server.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::mpsc;

use crate::protocol::meta::QUESTION_KEY;
use crate::protocol::method;
use crate::protocol::mrtr::InputRequest;
use crate::wire::memory::{LinesEnd, pair};

/// Every message of a conversation, in the order it was sent.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    entries: Arc<Mutex<Vec<Entry>>>,
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Who sent it.
    pub from: Side,
    /// The message.
    pub message: Value,
}

/// A side of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The client.
    Client,
    /// The server.
    Server,
}

impl Transcript {
    /// Every message so far.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        self.lock().clone()
    }

    /// How many requests for tools, prompts and resources the client sent: one for a legacy call,
    /// one for each round of a modern one.
    #[must_use]
    pub fn legs(&self) -> usize {
        let carries = |entry: &&Entry| {
            let method = entry.message["method"].as_str().and_then(method::find);
            entry.from == Side::Client && method.is_some_and(|method| method.carries_rounds)
        };
        self.lock().iter().filter(carries).count()
    }

    /// The keys of the questions that were asked, in their order, as often as they were asked.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.questions().into_iter().map(|(key, _)| key).collect()
    }

    /// Records what goes through: gives the end that a client uses in place of `end`.
    pub(super) fn record(&self, end: LinesEnd) -> LinesEnd {
        let (client, relay) = pair();
        tokio::spawn(forward(self.clone(), Side::Client, relay.incoming, end.outgoing));
        tokio::spawn(forward(self.clone(), Side::Server, end.incoming, relay.outgoing));
        client
    }

    /// The key under which a question was asked last.
    pub(super) fn key_of(&self, question: &InputRequest) -> String {
        let asked = self.questions();
        let found = asked.into_iter().rev().find(|(_, asked)| asked.as_ref() == Some(question));
        found.map(|(key, _)| key).unwrap_or_default()
    }

    fn questions(&self) -> Vec<(String, Option<InputRequest>)> {
        let read = |request: &Value| serde_json::from_value(request.clone()).ok();
        let mut questions = Vec::new();
        for entry in self.lock().iter().filter(|entry| entry.from == Side::Server) {
            let message = &entry.message;
            if let Some(requests) = message["result"]["inputRequests"].as_object() {
                questions.extend(requests.iter().map(|(key, request)| (key.clone(), read(request))));
            } else if let Some(key) = message["params"]["_meta"][QUESTION_KEY].as_str() {
                questions.push((key.to_owned(), read(message)));
            }
        }
        questions
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn forward(
    transcript: Transcript,
    from: Side,
    mut incoming: mpsc::Receiver<Vec<u8>>,
    outgoing: mpsc::Sender<Vec<u8>>,
) {
    while let Some(text) = incoming.recv().await {
        if let Ok(message) = serde_json::from_slice(&text) {
            transcript.lock().push(Entry { from, message });
        }
        if outgoing.send(text).await.is_err() {
            return;
        }
    }
}
