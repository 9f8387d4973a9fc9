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

    /// The entries of a state by name and size in bytes, the largest first; none of a state that no
    /// record has written.
    #[must_use]
    pub fn sizes(state: &str) -> Vec<(String, usize)> {
        let record = Self::read(state);
        if record.write() != state {
            return Vec::new();
        }
        let size = |value: &Value| value.to_string().len();
        let answers =
            record.answers.iter().map(|(key, entry)| (format!("the answer to '{key}'"), size(&entry.answer)));
        let kept = record.kept.iter().map(|(name, value)| (format!("the value of '{name}'"), size(value)));
        let mut entries: Vec<_> = answers.chain(kept).collect();
        entries.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
        entries
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
    fn entries_are_sized_and_those_of_foreign_state_are_not_named() {
        let answer = |answer: Value| Answer { question: "d".into(), answer };
        let mut record = Record::default();
        record.answers.insert("small".into(), answer(1.into()));
        record.answers.insert("large".into(), answer("secret ".repeat(100).into()));
        record.kept.insert("table".into(), vec!["secret"; 20].into());
        let named =
            [("the answer to 'large'", 702), ("the value of 'table'", 181), ("the answer to 'small'", 1)];
        assert_eq!(Record::sizes(&record.write()), named.map(|(entry, size)| (entry.to_owned(), size)));
        for foreign in [
            "plain text",
            "{}",
            r#"{"answers":{"bob@example.com":{"a":1}}}"#,
            r#"{"kept":{"a":1},"more":2}"#,
            r#"{"kept":[1]}"#,
        ] {
            assert_eq!(Record::sizes(foreign), [], "{foreign}");
        }
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
