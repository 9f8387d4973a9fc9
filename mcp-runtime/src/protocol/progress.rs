//! Progress: how far a request has come (basic/patterns/progress).

use serde::{Deserialize, Serialize};

/// `notifications/progress`.
pub const PROGRESS: &str = "notifications/progress";

/// The parameters of `notifications/progress`, without the token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// How far the request has come; larger with each notification.
    pub progress: f64,
    /// Where it ends, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// What is going on, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}
