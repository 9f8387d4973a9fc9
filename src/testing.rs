//! Tests of a server as its author writes them: an in-process client for each era, scripted answers,
//! and a transcript.
//!
//! [`Server::override_resolver`](crate::Server::override_resolver) puts a function in a resolver's
//! place, for what a test must not touch.

pub use mcp_runtime::testing::{Entry, Side, TestBuilder, TestClient, Transcript, legacy, modern};
