//! The answers that a test has ready, by the key of the question.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use crate::client::ClientBuilder;
use crate::error::{Error, Result};
use crate::protocol::elicitation::{ElicitAction, ElicitResult};
use crate::protocol::mrtr::InputRequest;
use crate::protocol::roots::ListRootsResult;
use crate::protocol::sampling::CreateMessageResult;
use crate::testing::transcript::Transcript;

/// Who answers for the model in a script.
const MODEL: &str = "scripted";

#[derive(Default)]
pub(super) struct Script {
    elicited: HashMap<String, ElicitResult>,
    sampled: HashMap<String, String>,
    roots: Option<ListRootsResult>,
}

impl Script {
    pub(super) fn elicit(&mut self, key: String, action: ElicitAction, content: Option<Value>) {
        let content = content.map(|content| match content {
            Value::Object(fields) => fields,
            // What is no object cannot be sent as one; the server then says that the field is missing.
            _ => serde_json::Map::new(),
        });
        self.elicited.insert(key, ElicitResult { action, content });
    }

    pub(super) fn sample(&mut self, key: String, text: String) {
        self.sampled.insert(key, text);
    }

    pub(super) fn roots(&mut self, roots: ListRootsResult) {
        self.roots = Some(roots);
    }

    /// Makes the client answer by the script.
    pub(super) fn handle(self, mut client: ClientBuilder, transcript: &Transcript) -> ClientBuilder {
        if !self.elicited.is_empty() {
            let (answers, transcript) = (Arc::new(self.elicited), transcript.clone());
            client = client.on_elicitation(move |params| {
                let answer = scripted(&answers, &transcript, &InputRequest::Elicit(params));
                async move { answer }
            });
        }
        if !self.sampled.is_empty() {
            let (answers, transcript) = (Arc::new(self.sampled), transcript.clone());
            client = client.on_sampling(move |params| {
                let answer = scripted(&answers, &transcript, &InputRequest::Sample(params));
                async move { answer.map(|text| CreateMessageResult::text(text, MODEL)) }
            });
        }
        if let Some(roots) = self.roots {
            client = client.on_roots(move || {
                let roots = roots.clone();
                async move { Ok(roots) }
            });
        }
        client
    }
}

fn scripted<T: Clone>(
    answers: &HashMap<String, T>,
    transcript: &Transcript,
    question: &InputRequest,
) -> Result<T> {
    let key = transcript.key_of(question);
    answers
        .get(&key)
        .cloned()
        .ok_or_else(|| Error::new(format!("the test has no answer for the question `{key}`")))
}
