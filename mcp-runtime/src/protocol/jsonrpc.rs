//! JSON-RPC 2.0 as the protocol uses it: one message, its id, its error (basic/index).

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::protocol::object::Object;

/// Invalid JSON.
pub const PARSE_ERROR: i64 = -32700;
/// Not a request, notification or response of JSON-RPC 2.0.
pub const INVALID_REQUEST: i64 = -32600;
/// The method does not exist, or belongs to a capability that is not offered.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// The parameters do not fit the method.
pub const INVALID_PARAMS: i64 = -32602;
/// The server failed.
pub const INTERNAL_ERROR: i64 = -32603;
/// A resource does not exist, in revisions up to 2025-11-25.
pub const LEGACY_RESOURCE_NOT_FOUND: i64 = -32002;
/// A header is missing, malformed or differs from the body.
pub const HEADER_MISMATCH: i64 = -32020;
/// Processing needs a capability that the client did not declare.
pub const MISSING_CLIENT_CAPABILITY: i64 = -32021;
/// The protocol version is unknown or not served.
pub const UNSUPPORTED_VERSION: i64 = -32022;

/// The id of a request: a string or an integer, echoed with its JSON type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RequestId {
    /// An integer.
    Number(i64),
    /// A string.
    Text(String),
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = RequestId;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or an integer")
            }
            fn visit_i64<E>(self, number: i64) -> Result<RequestId, E> {
                Ok(RequestId::Number(number))
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<RequestId, E> {
                i64::try_from(number)
                    .map(RequestId::Number)
                    .map_err(|_| E::custom("the integer is too large for an id"))
            }
            fn visit_str<E>(self, text: &str) -> Result<RequestId, E> {
                Ok(RequestId::Text(text.to_owned()))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// The `error` member of a response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorObject {
    /// The error's code.
    pub code: i64,
    /// One sentence for the peer.
    #[serde(default)]
    pub message: Cow<'static, str>,
    /// Details, where the specification names some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl ErrorObject {
    /// An error without details.
    pub fn new(code: i64, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// The same error with `data`.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }
}

/// A message that came in, borrowed from its text.
#[derive(Debug)]
pub enum Incoming<'a> {
    /// Wants an answer.
    Request(Request<'a>),
    /// Wants none.
    Notification(Notification<'a>),
    /// Answers a request that we sent.
    Response(Response<'a>),
}

/// A request: a method, its parameters, and the id its answer must carry.
#[derive(Debug)]
pub struct Request<'a> {
    /// Echoed in the answer.
    pub id: RequestId,
    /// The method's name.
    pub method: Cow<'a, str>,
    /// The parameters' text, not yet read.
    pub params: Option<&'a RawValue>,
}

/// A notification.
#[derive(Debug)]
pub struct Notification<'a> {
    /// The method's name.
    pub method: Cow<'a, str>,
    /// The parameters' text, not yet read.
    pub params: Option<&'a RawValue>,
}

/// A response: a result or an error.
#[derive(Debug)]
pub struct Response<'a> {
    /// The id of the request that this answers; absent when the peer could not read it.
    pub id: Option<RequestId>,
    /// What the peer answered.
    pub outcome: Result<&'a RawValue, ErrorObject>,
}

/// Why a text is no message, with the id to answer under where one could be read.
#[derive(Debug)]
pub struct Malformed {
    /// The request's id, if it is readable.
    pub id: Option<RequestId>,
    /// What to answer.
    pub error: ErrorObject,
}

/// A member that tells `null` from absent.
#[derive(Default)]
enum Member<'a> {
    #[default]
    Absent,
    Present(&'a RawValue),
}

impl<'de: 'a, 'a> Deserialize<'de> for Member<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer).map(Self::Present)
    }
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    jsonrpc: Member<'a>,
    #[serde(borrow, default)]
    id: Member<'a>,
    #[serde(borrow, default)]
    method: Member<'a>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Member<'a>,
    #[serde(borrow, default)]
    error: Member<'a>,
}

/// Reads one message.
///
/// # Errors
/// `-32700` for invalid JSON, `-32600` for anything that is no JSON-RPC 2.0 message (a batch, a
/// `null` id, a missing method), with the id where it could be read.
pub fn parse(text: &[u8]) -> Result<Incoming<'_>, Malformed> {
    let Object(envelope): Object<Envelope<'_>> = serde_json::from_slice(text).map_err(|error| Malformed {
        id: None,
        error: match error.classify() {
            serde_json::error::Category::Data => not_a_message(),
            _ => ErrorObject::new(PARSE_ERROR, "Parse error: the body is not valid JSON"),
        },
    })?;
    let id = match envelope.id {
        Member::Absent => None,
        Member::Present(raw) => {
            Some(serde_json::from_str::<RequestId>(raw.get()).map_err(|_| Malformed {
                id: None,
                error: ErrorObject::new(INVALID_REQUEST, "id must be a string or an integer"),
            })?)
        }
    };
    let malformed = |id: Option<RequestId>, error: ErrorObject| Err(Malformed { id, error });
    match envelope.jsonrpc {
        Member::Present(raw) if raw.get() == "\"2.0\"" => {}
        _ => return malformed(id, ErrorObject::new(INVALID_REQUEST, "jsonrpc must be \"2.0\"")),
    }
    match (envelope.method, envelope.result, envelope.error) {
        (Member::Present(method), Member::Absent, Member::Absent) => {
            let Ok(Text(method)) = serde_json::from_str::<Text<'_>>(method.get()) else {
                return malformed(id, ErrorObject::new(INVALID_REQUEST, "method must be a string"));
            };
            let params = envelope.params;
            if params.is_some_and(|params| !params.get().starts_with('{')) {
                return malformed(id, ErrorObject::new(INVALID_REQUEST, "params must be an object"));
            }
            Ok(match id {
                Some(id) => Incoming::Request(Request { id, method, params }),
                None => Incoming::Notification(Notification { method, params }),
            })
        }
        (Member::Absent, Member::Present(result), Member::Absent) if id.is_some() => {
            Ok(Incoming::Response(Response { id, outcome: Ok(result) }))
        }
        (Member::Absent, Member::Absent, Member::Present(error)) => {
            match serde_json::from_str::<ErrorObject>(error.get()) {
                Ok(error) => Ok(Incoming::Response(Response { id, outcome: Err(error) })),
                Err(_) => malformed(id, not_a_message()),
            }
        }
        _ => malformed(id, not_a_message()),
    }
}

/// A string, borrowed where it has no escapes.
#[derive(Deserialize)]
pub struct Text<'a>(#[serde(borrow)] pub Cow<'a, str>);

fn not_a_message() -> ErrorObject {
    ErrorObject::new(INVALID_REQUEST, "Body must be a single JSON-RPC request or notification object")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> i64 {
        match parse(text.as_bytes()) {
            Err(malformed) => malformed.error.code,
            Ok(incoming) => panic!("parsed: {incoming:?}"),
        }
    }

    #[test]
    fn tells_the_three_messages_apart() {
        assert!(matches!(
            parse(br#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#),
            Ok(Incoming::Request(Request { id: RequestId::Number(0), params: None, .. }))
        ));
        assert!(matches!(
            parse(br#"{"method":"notifications/initialized","params":{},"jsonrpc":"2.0"}"#),
            Ok(Incoming::Notification(_))
        ));
        assert!(matches!(
            parse(br#"{"jsonrpc":"2.0","id":"a","result":null}"#),
            Ok(Incoming::Response(Response { outcome: Ok(_), .. }))
        ));
    }

    #[test]
    fn names_what_is_wrong_by_code() {
        assert_eq!(code("{"), PARSE_ERROR);
        assert_eq!(code("\u{0}"), PARSE_ERROR);
        for text in [
            "[]",
            "7",
            r#"["2.0", 1, "ping"]"#,
            r#"{"a":1}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":5}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","result":1}"#,
        ] {
            assert_eq!(code(text), INVALID_REQUEST, "{text}");
        }
    }

    #[test]
    fn an_unreadable_method_keeps_the_id() {
        let malformed = parse(br#"{"jsonrpc":"2.0","id":"x","method":5}"#).unwrap_err();
        assert_eq!(malformed.id, Some(RequestId::Text("x".into())));
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            let _ = parse(text.as_bytes());
        }
    }
}
