//! What a prompt can return.

use std::fmt;

use crate::error::{Result, from_author};
use crate::output::input_required::{InputRequired, Step};
use crate::protocol::content::Content;
use crate::protocol::prompts::PromptMessage;

/// What a prompt can return: text or [`Content`] (one message of the user), a [`PromptMessage`] or
/// a list of them, a `Result` of these, or [`Step`] and [`InputRequired`] to ask by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a prompt",
    label = "not an output of a prompt",
    note = "return `String`, `mcp::PromptMessage`, a `Vec` of it, or a `Result` of these"
)]
pub trait IntoPromptResult {
    /// Whether it may ask by hand.
    const ASKS_BY_HAND: bool = false;

    /// Turns it into messages.
    ///
    /// # Errors
    /// The function's own.
    fn into_prompt_result(self) -> Result<Step<Vec<PromptMessage>>>;
}

macro_rules! one_message {
    ($($type:ty),*) => {$(
        impl IntoPromptResult for $type {
            fn into_prompt_result(self) -> Result<Step<Vec<PromptMessage>>> {
                Ok(Step::Complete(vec![PromptMessage::user(self)]))
            }
        }
    )*};
}

one_message!(String, &'static str, Content);

impl IntoPromptResult for PromptMessage {
    fn into_prompt_result(self) -> Result<Step<Vec<PromptMessage>>> {
        Ok(Step::Complete(vec![self]))
    }
}

impl IntoPromptResult for Vec<PromptMessage> {
    fn into_prompt_result(self) -> Result<Step<Vec<PromptMessage>>> {
        Ok(Step::Complete(self))
    }
}

impl<T: IntoPromptResult, E: fmt::Display + 'static> IntoPromptResult for Result<T, E> {
    const ASKS_BY_HAND: bool = T::ASKS_BY_HAND;

    fn into_prompt_result(self) -> Result<Step<Vec<PromptMessage>>> {
        self.map_err(from_author)?.into_prompt_result()
    }
}

impl<T: IntoPromptResult> IntoPromptResult for Step<T> {
    const ASKS_BY_HAND: bool = true;

    fn into_prompt_result(self) -> Result<Step<Vec<PromptMessage>>> {
        match self {
            Self::Complete(output) => output.into_prompt_result(),
            Self::InputRequired(questions) => Ok(Step::InputRequired(questions)),
        }
    }
}

impl IntoPromptResult for InputRequired {
    const ASKS_BY_HAND: bool = true;

    fn into_prompt_result(self) -> Result<Step<Vec<PromptMessage>>> {
        Ok(Step::InputRequired(self))
    }
}
