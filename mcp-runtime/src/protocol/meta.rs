//! `_meta`: what every modern request says of itself (basic/index).

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::protocol::jsonrpc::{ErrorObject, INVALID_PARAMS};

/// The key of the protocol version.
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The key of the client's capabilities.
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The key of the server's name and version, in results.
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// The key of a subscription's id.
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// The key under which a server in a test names its questions to a client of the legacy era.
pub const QUESTION_KEY: &str = "mcp-rs/question";

/// The members of a request's `_meta` that the framework reads; others are left alone.
#[derive(Default, Deserialize)]
pub struct RequestMeta<'a> {
    /// The protocol version of this request.
    #[serde(borrow, default, rename = "io.modelcontextprotocol/protocolVersion")]
    pub protocol_version: Option<Cow<'a, str>>,
    /// The client's capabilities, not yet read.
    #[serde(borrow, default, rename = "io.modelcontextprotocol/clientCapabilities")]
    pub client_capabilities: Option<&'a RawValue>,
    /// The client's name and version, not yet read.
    #[serde(borrow, default, rename = "io.modelcontextprotocol/clientInfo")]
    pub client_info: Option<&'a RawValue>,
    /// The token that progress notifications carry.
    #[serde(borrow, default, rename = "progressToken")]
    pub progress_token: Option<&'a RawValue>,
}

impl<'a> RequestMeta<'a> {
    /// The version and capabilities that a modern request must carry.
    ///
    /// # Errors
    /// `-32602`, naming the missing keys.
    pub fn required(&self) -> Result<(&str, &'a RawValue), ErrorObject> {
        match (&self.protocol_version, self.client_capabilities) {
            (Some(version), Some(capabilities)) if capabilities.get().starts_with('{') => {
                Ok((version, capabilities))
            }
            (None, None) => Err(not_an_object()),
            (Some(_), Some(_)) => Err(ErrorObject::new(
                INVALID_PARAMS,
                format!("params._meta: {CLIENT_CAPABILITIES} must be an object"),
            )),
            (version, _) => {
                let missing = if version.is_none() { PROTOCOL_VERSION } else { CLIENT_CAPABILITIES };
                Err(ErrorObject::new(
                    INVALID_PARAMS,
                    format!("params._meta is missing the required envelope key(s): {missing}"),
                ))
            }
        }
    }
}

fn not_an_object() -> ErrorObject {
    ErrorObject::new(
        INVALID_PARAMS,
        format!(
            "params._meta must be an object carrying the required '{PROTOCOL_VERSION}' and \
             '{CLIENT_CAPABILITIES}' envelope keys"
        ),
    )
}
