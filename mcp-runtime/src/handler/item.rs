//! What a crate contributes to a server: one item per attribute, with the place it stands at.

use std::fmt;

use crate::handler::prompt::PromptDef;
use crate::handler::resource::ResourceDef;
use crate::handler::tool::ToolDef;

/// One tool, prompt or resource of an author's crate.
pub struct Item {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub place: Place,
    /// The package it belongs to.
    pub package: Package,
}

/// What an item is.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A tool.
    Tool(&'static ToolDef),
    /// A prompt.
    Prompt(&'static PromptDef),
    /// A resource or a template of resources.
    Resource(&'static ResourceDef),
}

impl Kind {
    /// "tool", "prompt" or "resource", and the name it goes by on the wire.
    #[must_use]
    pub fn describe(&self) -> (&'static str, &'static str) {
        match self {
            Self::Tool(def) => ("tool", def.name),
            Self::Prompt(def) => ("prompt", def.name),
            Self::Resource(def) => ("resource", def.uri),
        }
    }
}

/// A place in an author's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: &'static str,
    /// The line.
    pub line: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// The package that an item belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

/// A function that an attribute made an item, named by the type that stands beside it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool, prompt or resource",
    label = "cannot be served",
    note = "name a function that has `#[mcp::tool]`, `#[mcp::prompt]` or `#[mcp::resource(\"..\")]`"
)]
pub trait Offered {
    /// The item.
    const ITEM: &'static Item;
}

inventory::collect!(&'static Item);
