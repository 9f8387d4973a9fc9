//! What a function becomes, and what follows from it for its signature.

use crate::symbol::{ARG_OPTIONS, DEFAULT, NAME};

/// What an attribute makes of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Tool,
    Prompt,
    Resource,
    Resolver,
}

impl Role {
    /// The word for it.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
            Self::Resolver => "resolver",
        }
    }

    /// What `#[arg(..)]` takes here. Prompts and templates show no schema that could hold a limit.
    pub fn arg_options(self) -> &'static [&'static str] {
        match self {
            Self::Tool => ARG_OPTIONS,
            Self::Prompt | Self::Resource => &[DEFAULT, NAME],
            Self::Resolver => &[],
        }
    }
}
