//! The headers that repeat what a modern request says in its body, and the era they choose.

use std::borrow::Cow;

use ::http::{HeaderMap, HeaderName, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::protocol::call::Call;
use crate::protocol::jsonrpc::{ErrorObject, HEADER_MISMATCH, Text};
use crate::protocol::version::ProtocolVersion;
use crate::protocol::{method, params};

static PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
static METHOD: HeaderName = HeaderName::from_static("mcp-method");
static NAME: HeaderName = HeaderName::from_static("mcp-name");

/// Which leg of the endpoint a request takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Era {
    /// Every request by itself.
    Modern,
    /// A handshake, then a session.
    Legacy,
}

/// The era that the version header names; an unknown version counts as a newer one.
pub(super) fn era(headers: &HeaderMap) -> Era {
    match version(headers) {
        None => Era::Legacy,
        Some(text) => match ProtocolVersion::parse(text) {
            Some(version) if !version.is_modern() => Era::Legacy,
            _ => Era::Modern,
        },
    }
}

/// The version header, if there is one; unreadable counts as empty.
pub(super) fn version(headers: &HeaderMap) -> Option<&str> {
    headers.get(&PROTOCOL_VERSION).map(|value| plain(value).unwrap_or_default())
}

/// Checks that the headers of a modern request say what its body says.
///
/// # Errors
/// `-32020`.
pub(super) fn check(headers: &HeaderMap, call: &Call<'_>, version: &str) -> Result<(), ErrorObject> {
    let version_header = single(headers, &PROTOCOL_VERSION)?;
    let method_header = single(headers, &METHOD)?;
    let name_header = single(headers, &NAME)?;
    if version_header.and_then(plain) != Some(version) {
        return Err(version_mismatch());
    }
    if method_header.and_then(plain) != Some(&*call.method) {
        return Err(mismatch("mcp-method header does not match the request body's method"));
    }
    let Some(member) = method::find(&call.method).and_then(|method| method.named_by) else {
        return Ok(());
    };
    let named = if member == "uri" { call.params.uri } else { call.params.name };
    let Ok(Text(named)) = params::string(named, member) else {
        // There is nothing to compare with; the service says what is wrong with the parameters.
        return Ok(());
    };
    match name_header.map(text) {
        Some(Some(header)) if header == named => Ok(()),
        Some(None) => Err(mismatch("mcp-name header is neither plain text nor valid Base64")),
        _ => Err(mismatch(format!("mcp-name header does not match the request body's '{member}' parameter"))),
    }
}

/// `-32020` for a version header that differs from the body.
pub(super) fn version_mismatch() -> ErrorObject {
    mismatch("mcp-protocol-version header does not match the request envelope's protocol version")
}

/// The text of a header that may be wrapped in Base64 (`=?base64?…?=`); `None` if it is malformed.
pub(crate) fn text(value: &HeaderValue) -> Option<Cow<'_, str>> {
    let plain = plain(value)?;
    match plain.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) {
        None => Some(Cow::Borrowed(plain)),
        Some(wrapped) => String::from_utf8(STANDARD.decode(wrapped).ok()?).ok().map(Cow::Owned),
    }
}

/// The value without the white space around it, which is not part of it.
fn plain(value: &HeaderValue) -> Option<&str> {
    Some(value.to_str().ok()?.trim_matches([' ', '\t']))
}

fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a HeaderValue>, ErrorObject> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    match values.next() {
        None => Ok(first),
        Some(_) => Err(mismatch(format!("{name} header appears more than once"))),
    }
}

fn mismatch(text: impl Into<Cow<'static, str>>) -> ErrorObject {
    ErrorObject::new(HEADER_MISMATCH, text)
}
