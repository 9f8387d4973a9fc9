//! What a resource can return.

use std::fmt;

use serde::Serialize;

use crate::error::{Result, from_author};
use crate::output::input_required::{InputRequired, Step};
use crate::output::tool::Json;
use crate::protocol::content::ResourceContents;

/// What a resource can return: text, bytes, [`Json`], [`ResourceContents`] or a list of them, an
/// `Option` (there is no such resource), a `Result` of these, or [`Step`] and [`InputRequired`] to
/// ask by hand. An empty URI or media type is filled in with the resource's.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a resource",
    label = "not an output of a resource",
    note = "return `String`, `Vec<u8>`, `mcp::Json<T>`, `mcp::ResourceContents` or a `Vec` of it, or an \
            `Option` or `Result` of these"
)]
pub trait IntoResourceContents {
    /// Whether it may ask by hand.
    const ASKS_BY_HAND: bool = false;

    /// Turns it into contents; none when there is no such resource.
    ///
    /// # Errors
    /// The function's own.
    fn into_resource_contents(self) -> Result<Step<Vec<ResourceContents>>>;
}

fn one(contents: ResourceContents) -> Result<Step<Vec<ResourceContents>>> {
    Ok(Step::Complete(vec![contents]))
}

impl IntoResourceContents for String {
    fn into_resource_contents(self) -> Result<Step<Vec<ResourceContents>>> {
        one(ResourceContents::text("", self))
    }
}

impl IntoResourceContents for &'static str {
    fn into_resource_contents(self) -> Result<Step<Vec<ResourceContents>>> {
        one(ResourceContents::text("", self))
    }
}

impl IntoResourceContents for Vec<u8> {
    fn into_resource_contents(self) -> Result<Step<Vec<ResourceContents>>> {
        one(ResourceContents::blob("", self))
    }
}

impl<T: Serialize> IntoResourceContents for Json<T> {
    fn into_resource_contents(self) -> Result<Step<Vec<ResourceContents>>> {
        let text = serde_json::to_string(&self.0)?;
        one(ResourceContents::text("", text).with_mime_type("application/json"))
    }
}

impl IntoResourceContents for ResourceContents {
    fn into_resource_contents(self) -> Result<Step<Vec<ResourceContents>>> {
        one(self)
    }
}

impl IntoResourceContents for Vec<ResourceContents> {
    fn into_resource_contents(self) -> Result<Step<Vec<ResourceContents>>> {
        Ok(Step::Complete(self))
    }
}

impl<T: IntoResourceContents> IntoResourceContents for Option<T> {
    const ASKS_BY_HAND: bool = T::ASKS_BY_HAND;

    fn into_resource_contents(self) -> Result<Step<Vec<ResourceContents>>> {
        self.map_or(Ok(Step::Complete(Vec::new())), T::into_resource_contents)
    }
}

impl<T: IntoResourceContents, E: fmt::Display + 'static> IntoResourceContents for Result<T, E> {
    const ASKS_BY_HAND: bool = T::ASKS_BY_HAND;

    fn into_resource_contents(self) -> Result<Step<Vec<ResourceContents>>> {
        self.map_err(from_author)?.into_resource_contents()
    }
}

impl<T: IntoResourceContents> IntoResourceContents for Step<T> {
    const ASKS_BY_HAND: bool = true;

    fn into_resource_contents(self) -> Result<Step<Vec<ResourceContents>>> {
        match self {
            Self::Complete(output) => output.into_resource_contents(),
            Self::InputRequired(questions) => Ok(Step::InputRequired(questions)),
        }
    }
}

impl IntoResourceContents for InputRequired {
    const ASKS_BY_HAND: bool = true;

    fn into_resource_contents(self) -> Result<Step<Vec<ResourceContents>>> {
        Ok(Step::InputRequired(self))
    }
}
