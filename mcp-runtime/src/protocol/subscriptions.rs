//! Subscriptions: what a client wants to hear of (basic/patterns/subscriptions).

use serde::{Deserialize, Serialize};

/// `notifications/subscriptions/acknowledged`.
pub const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";

/// What a subscription asks for, and what of it a server honours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionFilter {
    /// Tell when the list of tools changes.
    #[serde(default, skip_serializing_if = "is_false")]
    pub tools_list_changed: bool,
    /// Tell when the list of prompts changes.
    #[serde(default, skip_serializing_if = "is_false")]
    pub prompts_list_changed: bool,
    /// Tell when the list of resources changes.
    #[serde(default, skip_serializing_if = "is_false")]
    pub resources_list_changed: bool,
    /// Tell when one of these resources changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resource_subscriptions: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands the field over by reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}
