//! Multi-round-trip requests: results that ask, and the retry that answers (basic/patterns/mrtr).

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::protocol::capability::ClientCapabilities;
use crate::protocol::elicitation::ElicitParams;
use crate::protocol::jsonrpc::{ErrorObject, MISSING_CLIENT_CAPABILITY};
use crate::protocol::sampling::CreateMessageParams;

/// A question to the client: a value of `inputRequests`, or a request of its own in the legacy era.
#[derive(Clone, Debug, PartialEq)]
pub enum InputRequest {
    /// Ask the user.
    Elicit(ElicitParams),
    /// Ask the client's model.
    Sample(CreateMessageParams),
    /// Ask for the client's roots.
    ListRoots,
}

impl InputRequest {
    /// The method that asks this.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Elicit(_) => "elicitation/create",
            Self::Sample(_) => "sampling/createMessage",
            Self::ListRoots => "roots/list",
        }
    }
}

impl Serialize for InputRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("method", self.method())?;
        match self {
            Self::Elicit(params) => map.serialize_entry("params", params)?,
            Self::Sample(params) => map.serialize_entry("params", params)?,
            Self::ListRoots => {}
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for InputRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        #[derive(Deserialize)]
        struct Raw {
            method: String,
            #[serde(default)]
            params: Value,
        }
        let Raw { method, mut params } = Raw::deserialize(deserializer)?;
        match method.as_str() {
            "elicitation/create" => {
                // A question without a mode is a form.
                if let Value::Object(members) = &mut params {
                    members.entry("mode").or_insert_with(|| "form".into());
                }
                serde_json::from_value(params).map(Self::Elicit).map_err(D::Error::custom)
            }
            "sampling/createMessage" => {
                serde_json::from_value(params).map(Self::Sample).map_err(D::Error::custom)
            }
            "roots/list" => Ok(Self::ListRoots),
            _ => Err(D::Error::custom("not a request that may be asked of a client")),
        }
    }
}

/// The answers a retry brings, by the key of the question.
pub type InputResponses = Map<String, Value>;

/// A result that asks instead of answering.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InputRequiredResult {
    /// The questions, in the order they are asked.
    #[serde(default, deserialize_with = "in_order")]
    pub input_requests: Vec<(String, InputRequest)>,
    /// What the retry must bring back.
    #[serde(default)]
    pub request_state: Option<String>,
}

impl Serialize for InputRequiredResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Questions<'a>(&'a [(String, InputRequest)]);
        impl Serialize for Questions<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(key, request)| (key, request)))
            }
        }
        let mut map = serializer.serialize_map(None)?;
        if !self.input_requests.is_empty() {
            map.serialize_entry("inputRequests", &Questions(&self.input_requests))?;
        }
        if let Some(state) = &self.request_state {
            map.serialize_entry("requestState", state)?;
        }
        map.end()
    }
}

fn in_order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, InputRequest)>, D::Error> {
    struct Visitor;
    impl<'de> serde::de::Visitor<'de> for Visitor {
        type Value = Vec<(String, InputRequest)>;
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object of requests")
        }
        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut requests = Vec::new();
            while let Some(entry) = map.next_entry()? {
                requests.push(entry);
            }
            Ok(requests)
        }
    }
    deserializer.deserialize_map(Visitor)
}

impl InputRequest {
    /// Checks that the client declared what this question needs; `wanted_by` names who asks.
    ///
    /// # Errors
    /// `-32021` with the capability in `data.requiredCapabilities`.
    pub fn check_capability(
        &self,
        declared: &ClientCapabilities,
        wanted_by: &str,
    ) -> Result<(), ErrorObject> {
        let (has, what, required) = match self {
            Self::Elicit(ElicitParams::Form { .. }) => {
                (declared.has_form_elicitation(), "form elicitation", json!({"elicitation": {"form": {}}}))
            }
            Self::Elicit(ElicitParams::Url { .. }) => {
                (declared.has_url_elicitation(), "url elicitation", json!({"elicitation": {"url": {}}}))
            }
            Self::Sample(_) => (declared.sampling.is_some(), "sampling", json!({"sampling": {}})),
            Self::ListRoots => (declared.roots.is_some(), "roots", json!({"roots": {}})),
        };
        if has {
            return Ok(());
        }
        let message = format!("Client did not declare the {what} capability required by {wanted_by}");
        Err(ErrorObject::new(MISSING_CLIENT_CAPABILITY, message)
            .with_data(json!({ "requiredCapabilities": required })))
    }
}
