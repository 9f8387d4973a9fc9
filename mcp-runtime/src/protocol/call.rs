//! A request read far enough to know its era and its route.

use std::borrow::Cow;

use crate::protocol::jsonrpc::{ErrorObject, Request, RequestId};
use crate::protocol::meta::RequestMeta;
use crate::protocol::method;
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

impl<'a> Call<'a> {
    /// Slices the parameters of a request and reads its `_meta`.
    ///
    /// # Errors
    /// The id, and `-32602` when a member stands twice or `_meta` is malformed.
    pub fn read(request: Request<'a>) -> Result<Self, (RequestId, ErrorObject)> {
        let read = || {
            let params = Params::slice(request.params)?;
            let meta = RequestMeta::read(params.meta)?;
            Ok((params, meta))
        };
        match read() {
            Ok((params, meta)) => Ok(Self { id: request.id, method: request.method, params, meta }),
            Err(error) => Err((request.id, error)),
        }
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
