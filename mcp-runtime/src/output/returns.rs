//! What a body returns, told to the generated code in one place.

use serde_json::Value;

use crate::error::Result;
use crate::output::input_required::Step;
use crate::output::prompt::IntoPromptResult;
use crate::output::resource::IntoResourceContents;
use crate::output::tool::{IntoToolResult, ToolOutput};
use crate::protocol::content::ResourceContents;
use crate::protocol::prompts::PromptMessage;

/// How a value of type `R`, which a body returns, becomes the result `T`.
///
/// The generated code makes one constant of it and uses that from then on, so that a return type
/// that is no output is one error.
pub struct Returns<R, T> {
    /// Whether it may ask by hand.
    pub asks_by_hand: bool,
    /// The schema of its structured content.
    pub output_schema: fn() -> Option<Value>,
    /// Turns a value into a result.
    pub convert: fn(R) -> Result<Step<T>>,
}

impl Returns<(), ()> {
    /// What a tool returns.
    #[must_use]
    pub const fn of_tool<R: IntoToolResult>() -> Returns<R, ToolOutput> {
        Returns {
            asks_by_hand: R::ASKS_BY_HAND,
            output_schema: R::output_schema,
            convert: R::into_tool_result,
        }
    }

    /// What a prompt returns.
    #[must_use]
    pub const fn of_prompt<R: IntoPromptResult>() -> Returns<R, Vec<PromptMessage>> {
        Returns { asks_by_hand: R::ASKS_BY_HAND, output_schema: || None, convert: R::into_prompt_result }
    }

    /// What a resource returns.
    #[must_use]
    pub const fn of_resource<R: IntoResourceContents>() -> Returns<R, Vec<ResourceContents>> {
        Returns { asks_by_hand: R::ASKS_BY_HAND, output_schema: || None, convert: R::into_resource_contents }
    }
}
