//! What a method answers with, before it is rendered for an era.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::output::ToolOutput;
use crate::protocol::mrtr::InputRequiredResult;
use crate::protocol::prompts::GetPromptResult;
use crate::protocol::resources::ReadResourceResult;

/// A result, without the members that only one era has.
pub(super) enum Answer<'a> {
    /// `{}`.
    Empty,
    /// A list or `server/discover`, rendered at start.
    List(&'a RawValue),
    Tool(ToolOutput),
    Prompt(GetPromptResult),
    Resource(ReadResourceResult),
    /// Questions; only the modern era's wire has this.
    InputRequired(InputRequiredResult),
}

impl Answer<'_> {
    /// The value of `resultType`.
    pub(super) fn result_type(&self) -> &'static str {
        match self {
            Self::InputRequired(_) => "input_required",
            _ => "complete",
        }
    }

    /// Whether a client may keep it (server/utilities/caching).
    pub(super) fn is_cacheable(&self) -> bool {
        matches!(self, Self::List(_) | Self::Resource(_))
    }
}

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => serializer.collect_map(std::iter::empty::<((), ())>()),
            Self::List(raw) => raw.serialize(serializer),
            Self::Tool(output) => output.serialize(serializer),
            Self::Prompt(result) => result.serialize(serializer),
            Self::Resource(result) => result.serialize(serializer),
            Self::InputRequired(result) => result.serialize(serializer),
        }
    }
}
