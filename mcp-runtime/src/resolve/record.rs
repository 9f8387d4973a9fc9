//! What the rounds before have answered: the state that a flow carries, sealed, from round to round.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::protocol::mrtr::{InputRequest, InputResponses};

/// The answers, open questions and remembered values of a flow, by question key or resolver name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) answers: BTreeMap<String, Answer>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) asked: BTreeMap<String, Asked>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) kept: BTreeMap<String, Value>,
}

/// An answer, pinned to the rendering of the question it answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Answer {
    #[serde(rename = "q")]
    pub(super) question: String,
    #[serde(rename = "a")]
    pub(super) answer: Value,
}

/// A question that was asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Asked {
    #[serde(rename = "q")]
    pub(super) question: String,
    /// How often its rendering changed after it was answered.
    #[serde(rename = "n", default, skip_serializing_if = "is_zero")]
    pub(super) changes: u32,
}

impl Record {
    /// Reads the state of a flow; what is no record counts as none.
    #[must_use]
    pub fn read(state: &str) -> Self {
        serde_json::from_str(state).unwrap_or_default()
    }

    /// Records the answers that came with a round, each pinned to the question it was asked as. One
    /// to a question that was never asked is ignored, and what is recorded already stays.
    pub(super) fn take(&mut self, fresh: &InputResponses) {
        for (key, answer) in fresh {
            let Some(asked) = self.asked.get(key) else { continue };
            if self.answers.get(key).is_none_or(|recorded| recorded.question != asked.question) {
                let answer = Answer { question: asked.question.clone(), answer: answer.clone() };
                self.answers.insert(key.clone(), answer);
            }
        }
    }

    /// The state as text.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A digest of a question as it is rendered on the wire, in 22 characters.
pub(super) fn digest(request: &InputRequest) -> String {
    let rendered = serde_json::to_vec(request).unwrap_or_default();
    URL_SAFE_NO_PAD.encode(&blake3::hash(&rendered).as_bytes()[..16])
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands the field over by reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_survives_the_way_and_garbage_is_no_record() {
        let mut record = Record::default();
        record.asked.insert("k".into(), Asked { question: "d".into(), changes: 1 });
        assert_eq!(Record::read(&record.write()), record);
        assert_eq!(Record::read("not json"), Record::default());
        assert_eq!(Record::default().write(), "{}");
    }

    #[test]
    fn a_digest_tells_questions_apart() {
        assert_ne!(
            digest(&InputRequest::ListRoots),
            digest(&InputRequest::Elicit(crate::protocol::elicitation::ElicitParams::Form {
                message: "a".into(),
                requested_schema: Value::Null,
            }))
        );
        assert_eq!(digest(&InputRequest::ListRoots).len(), 22);
    }
}
