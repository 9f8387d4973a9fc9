//! What a client and a server declare that they can do (basic/index, "Capabilities").

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a client declared: which questions it can be asked.
///
/// Members that this crate does not know are accepted and ignored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClientCapabilities {
    /// The client can put questions to its user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elicitation: Option<ElicitationCapability>,
    /// The client can ask its model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampling: Option<SamplingCapability>,
    /// The client can list its roots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roots: Option<Map<String, Value>>,
}

/// The modes of elicitation a client has; none named means forms.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ElicitationCapability {
    /// Forms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Map<String, Value>>,
    /// Pages opened in a browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<Map<String, Value>>,
}

/// What sampling a client has beyond plain messages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SamplingCapability {
    /// The model may be given tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Map<String, Value>>,
    /// Context of other servers may be included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<Map<String, Value>>,
}

impl ClientCapabilities {
    /// Whether the client shows forms: `{"elicitation":{}}` says so too.
    #[must_use]
    pub fn has_form_elicitation(&self) -> bool {
        self.elicitation.as_ref().is_some_and(|modes| modes.form.is_some() || modes.url.is_none())
    }

    /// Whether the client opens pages.
    #[must_use]
    pub fn has_url_elicitation(&self) -> bool {
        self.elicitation.as_ref().is_some_and(|modes| modes.url.is_some())
    }
}

/// What a server offers, as `server/discover` and `initialize` say it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ServerCapabilities {
    /// Prompts are offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompts: Option<Map<String, Value>>,
    /// Resources are offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<Map<String, Value>>,
    /// Tools are offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Map<String, Value>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_elicitation_capability_means_forms() {
        let read = |text| serde_json::from_str::<ClientCapabilities>(text).unwrap();
        assert!(read(r#"{"elicitation":{}}"#).has_form_elicitation());
        assert!(read(r#"{"elicitation":{"form":{},"url":{}}}"#).has_form_elicitation());
        assert!(!read(r#"{"elicitation":{"url":{}}}"#).has_form_elicitation());
        assert!(!read(r#"{"tasks":{"list":{}},"extensions":{}}"#).has_form_elicitation());
    }
}
