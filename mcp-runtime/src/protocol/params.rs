//! The parameters of a request, sliced once by member name; of them only `_meta` is read.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::protocol::jsonrpc::{ErrorObject, INVALID_PARAMS, Text};
use crate::protocol::meta::RequestMeta;
use crate::protocol::object::Object;

/// Slices of `params`, one per member that any method knows.
#[derive(Default, Deserialize)]
pub struct Params<'a> {
    /// `_meta`.
    #[serde(borrow, default, rename = "_meta")]
    pub meta: Option<Object<RequestMeta<'a>>>,
    /// The name of a tool or prompt.
    #[serde(borrow, default)]
    pub name: Option<&'a RawValue>,
    /// The URI of a resource.
    #[serde(borrow, default)]
    pub uri: Option<&'a RawValue>,
    /// The arguments of a tool or prompt.
    #[serde(borrow, default)]
    pub arguments: Option<&'a RawValue>,
    /// Answers to the questions of the round before.
    #[serde(borrow, default, rename = "inputResponses")]
    pub input_responses: Option<&'a RawValue>,
    /// The state of the rounds before.
    #[serde(borrow, default, rename = "requestState")]
    pub request_state: Option<&'a RawValue>,
    /// Where a listing goes on.
    #[serde(borrow, default)]
    pub cursor: Option<&'a RawValue>,
    /// The revision that `initialize` asks for.
    #[serde(borrow, default, rename = "protocolVersion")]
    pub protocol_version: Option<&'a RawValue>,
    /// The client's capabilities in `initialize`.
    #[serde(borrow, default)]
    pub capabilities: Option<&'a RawValue>,
    /// The client's name and version in `initialize`.
    #[serde(borrow, default, rename = "clientInfo")]
    pub client_info: Option<&'a RawValue>,
    /// What a subscription wants to hear of.
    #[serde(borrow, default)]
    pub notifications: Option<&'a RawValue>,
}

impl<'a> Params<'a> {
    /// Slices `params`.
    ///
    /// # Errors
    /// `-32602` when a member stands twice, or `_meta` is malformed.
    pub fn slice(params: Option<&'a RawValue>) -> Result<Self, ErrorObject> {
        match params {
            None => Ok(Self::default()),
            Some(raw) => match serde_json::from_str(raw.get()) {
                Ok(Object(params)) => Ok(params),
                Err(_) => Err(ErrorObject::new(
                    INVALID_PARAMS,
                    "params name a member twice, or params._meta is malformed",
                )),
            },
        }
    }
}

/// Reads a member that must be a string.
///
/// # Errors
/// `-32602`, naming the member.
pub fn string<'a>(member: Option<&'a RawValue>, name: &str) -> Result<Text<'a>, ErrorObject> {
    member
        .and_then(|raw| serde_json::from_str(raw.get()).ok())
        .ok_or_else(|| ErrorObject::new(INVALID_PARAMS, format!("params.{name} must be a string")))
}
