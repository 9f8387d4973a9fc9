//! Sampling: asking the client's model (client/sampling).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::protocol::content::{Content, Role};

/// The parameters of `sampling/createMessage`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateMessageParams {
    /// The conversation so far.
    pub messages: Vec<SamplingMessage>,
    /// The most tokens the answer may have.
    pub max_tokens: u32,
    /// What the model is told first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<String>,
    /// How random the answer is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Texts that end the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stop_sequences: Vec<String>,
    /// What kind of model is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model_preferences: Option<Value>,
}

/// One message of a conversation with the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SamplingMessage {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: Content,
}

/// What the client's model answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateMessageResult {
    /// Who speaks; the model, as a rule.
    pub role: Role,
    /// What it said: one block on the wire, or several.
    #[serde(with = "one_or_many")]
    pub content: Vec<Content>,
    /// The model's name.
    pub model: String,
    /// Why it stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
}

impl CreateMessageResult {
    /// An answer of one text, by the model of that name.
    pub fn text(text: impl Into<String>, model: impl Into<String>) -> Self {
        Self {
            role: Role::Assistant,
            content: vec![Content::text(text)],
            model: model.into(),
            stop_reason: None,
        }
    }

    /// The text of all text blocks, a line break between two.
    #[must_use]
    pub fn as_text(&self) -> String {
        let texts: Vec<&str> = self.content.iter().filter_map(Content::as_text).collect();
        texts.join("\n")
    }
}

/// One block stands bare, several in a list.
mod one_or_many {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::protocol::content::Content;

    pub(super) fn serialize<S: Serializer>(blocks: &[Content], serializer: S) -> Result<S::Ok, S::Error> {
        match blocks {
            [block] => block.serialize(serializer),
            blocks => blocks.serialize(serializer),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Content>, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        let read = if value.is_array() {
            serde_json::from_value(value)
        } else {
            serde_json::from_value(value).map(|block| vec![block])
        };
        read.map_err(serde::de::Error::custom)
    }
}
