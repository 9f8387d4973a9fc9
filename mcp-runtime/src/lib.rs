//! The runtime behind the `mcp` crate.
//!
//! Data flows wire → protocol → dispatch → context → resolve → handler → output → seal → wire. The
//! modules stand in layers, and each imports from the ones above it in this list only.
#![forbid(unsafe_code)]

pub mod protocol;
pub mod schema;

pub mod error;

pub mod context;
pub mod wire;

pub mod output;
pub mod resolve;
pub mod seal;

pub mod handler;

pub mod catalog;

pub mod dispatch;

pub mod client;
pub mod server;

pub mod testing;

pub mod private;
