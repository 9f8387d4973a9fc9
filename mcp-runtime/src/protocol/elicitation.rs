//! Elicitation: asking the user, with a form or by opening a page (client/elicitation).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The parameters of `elicitation/create`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "lowercase")]
pub enum ElicitParams {
    /// A form.
    #[serde(rename_all = "camelCase")]
    Form {
        /// What the user is asked.
        message: String,
        /// The form's fields: a flat object schema.
        requested_schema: Value,
    },
    /// A page to open.
    #[serde(rename_all = "camelCase")]
    Url {
        /// Why the page should be opened.
        message: String,
        /// The page.
        url: String,
        /// Names the question for 2025-11-25; later revisions have no such member.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elicitation_id: Option<String>,
    },
}

impl ElicitParams {
    /// What the user is told, whatever the mode.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Form { message, .. } | Self::Url { message, .. } => message,
        }
    }
}

/// What the user did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElicitAction {
    /// Answered.
    Accept,
    /// Said no to the question.
    Decline,
    /// Dismissed the question.
    Cancel,
}

impl ElicitAction {
    /// The action as it stands on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Decline => "decline",
            Self::Cancel => "cancel",
        }
    }
}

/// The answer to `elicitation/create`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ElicitResult {
    /// What the user did.
    pub action: ElicitAction,
    /// The form's fields, when it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Map<String, Value>>,
}

impl ElicitResult {
    /// The user filled the form in: `content` has its fields.
    ///
    /// # Errors
    /// `content` is no object.
    pub fn accept(content: impl Serialize) -> serde_json::Result<Self> {
        let content = serde_json::from_value(serde_json::to_value(content)?)?;
        Ok(Self { action: ElicitAction::Accept, content: Some(content) })
    }

    /// The user agreed to open the page.
    #[must_use]
    pub fn consent() -> Self {
        Self { action: ElicitAction::Accept, content: None }
    }

    /// The user said no.
    #[must_use]
    pub fn decline() -> Self {
        Self { action: ElicitAction::Decline, content: None }
    }

    /// The user dismissed the question.
    #[must_use]
    pub fn cancel() -> Self {
        Self { action: ElicitAction::Cancel, content: None }
    }
}
