//! A request read far enough to know its era and its route.

use std::borrow::Cow;

use serde::Deserialize;

use crate::protocol::jsonrpc::{ErrorObject, Request, RequestId};
use crate::protocol::meta::RequestMeta;
use crate::protocol::method;
use crate::protocol::object::Object;
use crate::protocol::params::Params;

/// A request whose parameters are sliced and whose `_meta` is read.
pub struct Call<'a> {
    /// Echoed in the answer.
    pub id: RequestId,
    /// The method's name.
    pub method: Cow<'a, str>,
    /// The slices of its parameters.
    pub params: Params<'a>,
    /// What it says of itself.
    pub meta: RequestMeta<'a>,
}

/// A request and nothing else, as nearly every message is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    id: RequestId,
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow, default)]
    params: Option<Object<Params<'a>>>,
}

impl<'a> Call<'a> {
    /// Reads a well-formed request in one pass. `None` for everything else, which
    /// [`parse`](crate::protocol::jsonrpc::parse) and [`Call::read`] then tell apart.
    #[must_use]
    pub fn in_one_pass(text: &'a [u8]) -> Option<Self> {
        let Object(whole): Object<Whole<'a>> = serde_json::from_slice(text).ok()?;
        let params = whole.params.map(|Object(params)| params).unwrap_or_default();
        (whole.jsonrpc == "2.0").then(|| Self::of(whole.id, whole.method, params))
    }

    /// Slices the parameters of a request and reads its `_meta`.
    ///
    /// # Errors
    /// The id, and `-32602` when a member stands twice or `_meta` is malformed.
    pub fn read(request: Request<'a>) -> Result<Self, (RequestId, ErrorObject)> {
        match Params::slice(request.params) {
            Ok(params) => Ok(Self::of(request.id, request.method, params)),
            Err(error) => Err((request.id, error)),
        }
    }

    fn of(id: RequestId, method: Cow<'a, str>, mut params: Params<'a>) -> Self {
        let meta = params.meta.take().map(|Object(meta)| meta).unwrap_or_default();
        Self { id, method, params, meta }
    }

    /// Whether it is of the modern era: it says so in its `_meta`, or only that era has its method.
    #[must_use]
    pub fn is_modern(&self) -> bool {
        self.meta.protocol_version.is_some()
            || self.meta.client_capabilities.is_some()
            || method::find(&self.method).is_some_and(|method| method.modern && !method.legacy)
    }

    /// Whether messages may go to the client ahead of the answer: progress, or a subscription's.
    #[must_use]
    pub fn may_stream(&self) -> bool {
        self.meta.progress_token.is_some() || self.method == method::LISTEN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::jsonrpc::{Incoming, parse};

    fn step_by_step(text: &[u8]) -> Option<Call<'_>> {
        match parse(text) {
            Ok(Incoming::Request(request)) => Call::read(request).ok(),
            _ => None,
        }
    }

    #[test]
    fn one_pass_reads_what_the_steps_read() {
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"{"method":"ping","params":null,"jsonrpc":"2.0","id":"a"}"#,
            r#"{"jsonrpc":"2.0","id":0,"method":"tools\/call","params":{"name":"x","_meta":{"progressToken":5},"y":1}}"#,
        ] {
            let (fast, slow) = (Call::in_one_pass(text.as_bytes()), step_by_step(text.as_bytes()));
            let (fast, slow) = (fast.expect("read"), slow.expect("read"));
            assert_eq!((&fast.id, &fast.method), (&slow.id, &slow.method), "{text}");
            let name = |call: &Call<'_>| call.params.name.map(|raw| raw.get().to_owned());
            assert_eq!(name(&fast), name(&slow), "{text}");
            assert_eq!(fast.may_stream(), slow.may_stream(), "{text}");
        }
    }

    #[test]
    fn one_pass_leaves_everything_else_to_the_steps() {
        for text in [
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","result":null}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":[]}}"#,
            r#"["2.0",1,"ping"]"#,
        ] {
            assert!(Call::in_one_pass(text.as_bytes()).is_none(), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn one_pass_never_reads_what_the_steps_refuse(text in r#"\{("(jsonrpc|id|method|params|x)":("2\.0"|1|null|\[\]|\{\}|"a"),?){0,5}\}"#) {
            if Call::in_one_pass(text.as_bytes()).is_some() {
                proptest::prop_assert!(step_by_step(text.as_bytes()).is_some(), "{}", text);
            }
        }
    }
}
