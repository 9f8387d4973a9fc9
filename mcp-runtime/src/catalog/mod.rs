//! Layer 4: what a server offers, collected once at start and rendered once.

mod build;
mod lists;

use std::collections::HashMap;

pub use self::build::build;
pub use self::lists::Lists;
use crate::handler::{PromptHandler, ResourceHandler, ToolHandler};
use crate::protocol::capability::ServerCapabilities;
use crate::protocol::uri_template::Match;

/// Everything a server offers, ready to be listed and called.
pub struct Catalog {
    tools: HashMap<&'static str, ToolHandler>,
    prompts: HashMap<&'static str, PromptHandler>,
    resources: HashMap<&'static str, ResourceHandler>,
    templates: Vec<ResourceHandler>,
    lists: Lists,
}

/// A resource and the variables of its URI.
pub type Found<'a> = (&'a ResourceHandler, Vec<(usize, String)>);

impl Catalog {
    /// The tool of that name.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&ToolHandler> {
        self.tools.get(name)
    }

    /// The prompt of that name.
    #[must_use]
    pub fn prompt(&self, name: &str) -> Option<&PromptHandler> {
        self.prompts.get(name)
    }

    /// The resource under that URI: a static one, or the first template that has it.
    #[must_use]
    pub fn resource(&self, uri: &str) -> Option<Found<'_>> {
        if let Some(resource) = self.resources.get(uri) {
            return Some((resource, Vec::new()));
        }
        for template in &self.templates {
            match template.matches(uri) {
                Match::Yes(variables) => return Some((template, variables)),
                // A URI that tries to leave its place is not offered to looser templates.
                Match::Unsafe => return None,
                Match::No => {}
            }
        }
        None
    }

    /// The rendered lists.
    #[must_use]
    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// What of the protocol this server offers.
    #[must_use]
    pub fn capabilities(&self) -> ServerCapabilities {
        let offered = |any: bool| any.then(serde_json::Map::new);
        ServerCapabilities {
            tools: offered(!self.tools.is_empty()),
            prompts: offered(!self.prompts.is_empty()),
            resources: offered(!self.resources.is_empty() || !self.templates.is_empty()),
        }
    }

    /// What is offered, in words.
    #[must_use]
    pub fn summary(&self) -> String {
        let counts = [
            (self.tools.len(), "tool"),
            (self.prompts.len(), "prompt"),
            (self.resources.len(), "resource"),
            (self.templates.len(), "resource template"),
        ];
        let said: Vec<String> = counts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}{}", if count == 1 { "" } else { "s" }))
            .collect();
        if said.is_empty() { "nothing".to_owned() } else { said.join(", ") }
    }
}
