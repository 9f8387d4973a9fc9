//! What a tool can return.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::error::{Result, from_author};
use crate::output::input_required::{InputRequired, Step};
use crate::protocol::content::Content;
use crate::schema;

/// A tool's result before it goes on the wire.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolOutput {
    /// What the model reads.
    pub content: Vec<Content>,
    /// The same as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structured_content: Option<Box<RawValue>>,
    /// Whether the tool failed.
    pub is_error: bool,
}

impl ToolOutput {
    /// A result of these blocks.
    #[must_use]
    pub fn content(content: Vec<Content>) -> Self {
        Self { content, ..Self::default() }
    }
}

/// A value that a tool returns as JSON, with an output schema made from its type.
///
/// The model reads the JSON as text; the client gets it as `structuredContent`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Json<T>(pub T);

/// What a tool can return: text, numbers, booleans, [`Content`] or a list of it, [`Json`], `()`,
/// an `Option` or `Result` of these, or [`Step`] and [`InputRequired`] to ask by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a tool",
    label = "not an output of a tool",
    note = "return `String`, `mcp::Json<T>`, `mcp::Content` or a `Vec` of it, `()`, or an `Option` or \
            `Result` of these"
)]
pub trait IntoToolResult {
    /// Whether it may ask by hand.
    const ASKS_BY_HAND: bool = false;

    /// Turns it into a result.
    ///
    /// # Errors
    /// The function's own.
    fn into_tool_result(self) -> Result<Step<ToolOutput>>;

    /// The schema of its structured content.
    #[must_use]
    fn output_schema() -> Option<Value> {
        None
    }
}

fn complete(content: Vec<Content>) -> Result<Step<ToolOutput>> {
    Ok(Step::Complete(ToolOutput::content(content)))
}

macro_rules! shown_as_text {
    ($($type:ty),*) => {$(
        impl IntoToolResult for $type {
            fn into_tool_result(self) -> Result<Step<ToolOutput>> {
                complete(vec![Content::text(self.to_string())])
            }
        }
    )*};
}

shown_as_text!(&'static str, bool, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64);

impl IntoToolResult for String {
    fn into_tool_result(self) -> Result<Step<ToolOutput>> {
        complete(vec![Content::text(self)])
    }
}

impl IntoToolResult for () {
    fn into_tool_result(self) -> Result<Step<ToolOutput>> {
        complete(Vec::new())
    }
}

impl IntoToolResult for Content {
    fn into_tool_result(self) -> Result<Step<ToolOutput>> {
        complete(vec![self])
    }
}

impl IntoToolResult for Vec<Content> {
    fn into_tool_result(self) -> Result<Step<ToolOutput>> {
        complete(self)
    }
}

impl<T: Serialize + JsonSchema> IntoToolResult for Json<T> {
    fn into_tool_result(self) -> Result<Step<ToolOutput>> {
        let json = serde_json::value::to_raw_value(&self.0)?;
        Ok(Step::Complete(ToolOutput {
            content: vec![Content::text(json.get())],
            structured_content: Some(json),
            is_error: false,
        }))
    }

    fn output_schema() -> Option<Value> {
        Some(schema::output_of::<T>())
    }
}

impl<T: IntoToolResult> IntoToolResult for Option<T> {
    const ASKS_BY_HAND: bool = T::ASKS_BY_HAND;

    fn into_tool_result(self) -> Result<Step<ToolOutput>> {
        match self {
            Some(output) => output.into_tool_result(),
            None => complete(Vec::new()),
        }
    }
}

impl<T: IntoToolResult, E: fmt::Display + 'static> IntoToolResult for Result<T, E> {
    const ASKS_BY_HAND: bool = T::ASKS_BY_HAND;

    fn into_tool_result(self) -> Result<Step<ToolOutput>> {
        self.map_err(from_author)?.into_tool_result()
    }

    fn output_schema() -> Option<Value> {
        T::output_schema()
    }
}

impl<T: IntoToolResult> IntoToolResult for Step<T> {
    const ASKS_BY_HAND: bool = true;

    fn into_tool_result(self) -> Result<Step<ToolOutput>> {
        match self {
            Self::Complete(output) => output.into_tool_result(),
            Self::InputRequired(questions) => Ok(Step::InputRequired(questions)),
        }
    }

    fn output_schema() -> Option<Value> {
        T::output_schema()
    }
}

impl IntoToolResult for InputRequired {
    const ASKS_BY_HAND: bool = true;

    fn into_tool_result(self) -> Result<Step<ToolOutput>> {
        Ok(Step::InputRequired(self))
    }
}
