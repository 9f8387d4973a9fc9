//! The one place where an error or a panic of the author's becomes what the peer sees.
//!
//! The peer reads what an error was made to tell it, and nothing else; the log gets the rest.

use serde_json::json;

use crate::error::Error;
use crate::output::tool::ToolOutput;
use crate::protocol::content::Content;
use crate::protocol::jsonrpc::{ErrorObject, INTERNAL_ERROR};
use crate::schema::Violation;

/// What became of a tool that failed: a result that the model reads, or an error of the protocol.
///
/// # Errors
/// The protocol error that the author chose.
pub fn tool_error(tool: &str, error: Error) -> Result<ToolOutput, ErrorObject> {
    match error.into_protocol() {
        Ok(protocol) => Err(protocol),
        Err(error) => Ok(failed(describe(&format!("Error executing tool {tool}"), "tool", tool, &error))),
    }
}

/// What became of arguments that do not fit: a result that names each path and what was expected.
#[must_use]
pub fn invalid_arguments(tool: &str, violations: &[Violation]) -> ToolOutput {
    failed(format!("Error executing tool {tool}: invalid arguments\n{}", listed(violations)))
}

/// What became of a prompt that failed.
#[must_use]
pub fn prompt_error(prompt: &str, error: Error) -> ErrorObject {
    error.into_protocol().unwrap_or_else(|error| {
        let text = describe(&format!("Error rendering prompt {prompt}"), "prompt", prompt, &error);
        ErrorObject::new(INTERNAL_ERROR, text)
    })
}

/// What became of a resource that failed.
#[must_use]
pub fn resource_error(uri: &str, error: Error) -> ErrorObject {
    error.into_protocol().unwrap_or_else(|error| {
        let text = describe(&format!("Error reading resource {uri}"), "resource", uri, &error);
        ErrorObject::new(INTERNAL_ERROR, text).with_data(json!({ "uri": uri }))
    })
}

fn describe(what: &str, kind: &str, name: &str, error: &Error) -> String {
    match error.told() {
        Some(text) => format!("{what}: {text}"),
        None if error.is_panic() => {
            tracing::error!(kind, name, "the function panicked");
            what.to_owned()
        }
        None => {
            tracing::error!(kind, name, "the function failed: {error:?}");
            what.to_owned()
        }
    }
}

fn failed(text: String) -> ToolOutput {
    ToolOutput { content: vec![Content::text(text)], structured_content: None, is_error: true }
}

fn listed(violations: &[Violation]) -> String {
    let lines: Vec<String> = violations
        .iter()
        .map(|violation| format!("{}: expected {}", violation.path, violation.expected))
        .collect();
    lines.join("\n")
}
