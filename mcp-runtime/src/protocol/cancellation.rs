//! Cancellation: a client that no longer wants an answer (basic/patterns/cancellation).

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::protocol::jsonrpc::RequestId;

/// `notifications/cancelled`.
pub const CANCELLED: &str = "notifications/cancelled";

/// The parameters of `notifications/cancelled`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cancelled {
    /// The request that is not wanted any more.
    pub request_id: RequestId,
}

impl Cancelled {
    /// Reads which request is meant; `None` for parameters that do not say.
    #[must_use]
    pub fn read(params: Option<&RawValue>) -> Option<RequestId> {
        let cancelled: Self = serde_json::from_str(params?.get()).ok()?;
        Some(cancelled.request_id)
    }
}
