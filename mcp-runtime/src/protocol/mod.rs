//! Layer 0: the specification as plain data, one file per page of it. No IO, no async, no author code.

pub mod call;
pub mod cancellation;
pub mod capability;
pub mod content;
pub mod elicitation;
pub mod initialize;
pub mod jsonrpc;
pub mod meta;
pub mod method;
pub mod mrtr;
pub mod object;
pub mod params;
pub mod progress;
pub mod prompts;
pub mod resources;
pub mod roots;
pub mod sampling;
pub mod subscriptions;
pub mod tools;
pub mod uri_template;
pub mod version;
