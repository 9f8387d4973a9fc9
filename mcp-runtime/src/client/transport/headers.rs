//! The headers of a request: the modern era repeats parts of the message in them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::client::failure::Failure;
use crate::client::transport::Outgoing;

/// The header of a session's id.
pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
/// The header of the revision.
pub(super) const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The header of the last event that came, when the rest of a stream is asked for.
pub(super) const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// The headers of every POST.
pub(super) fn post() -> HeaderMap {
    HeaderMap::from_iter([
        (ACCEPT, HeaderValue::from_static("application/json, text/event-stream")),
        (CONTENT_TYPE, HeaderValue::from_static("application/json")),
    ])
}

/// The headers of a modern request.
pub(super) fn modern(request: &Outgoing) -> Result<HeaderMap, Failure> {
    let mut headers = post();
    headers.insert(PROTOCOL_VERSION, HeaderValue::from_static(request.version.as_str()));
    headers.insert(METHOD, HeaderValue::from_static(request.method));
    if let Some(name) = &request.name {
        headers.insert(NAME, encode(name)?);
    }
    for (name, value) in &request.mirrored {
        let name = HeaderName::try_from(format!("mcp-param-{name}"))
            .map_err(|_| Failure::local(format!("`{name}` cannot be part of a header's name")))?;
        headers.insert(name, encode(value)?);
    }
    Ok(headers)
}

/// A value as it stands in a header: plain where that is safe, and in marked base64 elsewhere.
fn encode(value: &str) -> Result<HeaderValue, Failure> {
    let is_printable = value.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let is_padded = value.starts_with(' ') || value.ends_with(' ');
    let looks_encoded = value.starts_with("=?base64?") && value.ends_with("?=");
    let header = if is_printable && !is_padded && !looks_encoded {
        HeaderValue::from_str(value)
    } else {
        HeaderValue::try_from(format!("=?base64?{}?=", STANDARD.encode(value)))
    };
    header.map_err(|_| Failure::local("a value does not fit into a header"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unsafe_values_are_encoded() {
        let plain = ["", "us-west1", "a b", "=?base64?", "{x}?=", "~"];
        for value in plain {
            assert_eq!(encode(value).unwrap(), value);
        }
        for (value, encoded) in [
            ("Zürich", "=?base64?WsO8cmljaA==?="),
            (" a", "=?base64?IGE=?="),
            ("a ", "=?base64?YSA=?="),
            ("a\tb", "=?base64?YQli?="),
            ("a\r\nb", "=?base64?YQ0KYg==?="),
            ("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="),
        ] {
            assert_eq!(encode(value).unwrap(), encoded, "{value:?}");
        }
    }
}
