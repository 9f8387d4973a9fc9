//! Layer 2: a handler's return value becomes a result; the one place where errors and panics become
//! wire errors.

mod error;
mod input_required;
mod prompt;
mod resource;
mod returns;
mod tool;

pub use self::error::{invalid_arguments, prompt_error, resource_error, tool_error};
pub use self::input_required::{InputRequired, Step};
pub use self::prompt::IntoPromptResult;
pub use self::resource::IntoResourceContents;
pub use self::returns::Returns;
pub use self::tool::{IntoToolResult, Json, ToolOutput};
