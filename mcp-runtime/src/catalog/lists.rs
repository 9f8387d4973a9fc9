//! The answers to the list methods, rendered once.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::error::Result;
use crate::handler::{PromptHandler, ResourceHandler, ToolHandler};
use crate::protocol::prompts::Prompt;
use crate::protocol::resources::{Resource, ResourceTemplate};
use crate::protocol::tools::Tool;

/// The members of each list's result, as the text of an object.
pub struct Lists {
    /// `tools/list`.
    pub tools: Box<RawValue>,
    /// `tools/list` for the legacy era, whose output schemas describe objects only.
    pub legacy_tools: Box<RawValue>,
    /// `prompts/list`.
    pub prompts: Box<RawValue>,
    /// `resources/list`.
    pub resources: Box<RawValue>,
    /// `resources/templates/list`.
    pub templates: Box<RawValue>,
}

#[derive(Serialize)]
struct Tools {
    tools: Vec<Tool>,
}

#[derive(Serialize)]
struct Prompts {
    prompts: Vec<Prompt>,
}

#[derive(Serialize)]
struct Resources {
    resources: Vec<Resource>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Templates {
    resource_templates: Vec<ResourceTemplate>,
}

impl Lists {
    /// Renders every list, each in the order of its names.
    ///
    /// # Errors
    /// None in practice: what is listed can be written.
    pub fn render<'a>(
        tools: impl Iterator<Item = &'a ToolHandler>,
        prompts: impl Iterator<Item = &'a PromptHandler>,
        resources: impl Iterator<Item = &'a ResourceHandler>,
        templates: impl Iterator<Item = &'a ResourceHandler>,
    ) -> Result<Self> {
        let mut tools = Tools { tools: tools.map(|tool| tool.listed().clone()).collect() };
        tools.tools.sort_by(|left, right| left.name.cmp(&right.name));
        let modern = to_raw_value(&tools)?;
        for tool in &mut tools.tools {
            tool.output_schema.take_if(|schema| schema["type"] != "object");
        }
        let mut prompts = Prompts { prompts: prompts.map(PromptHandler::listed).collect() };
        prompts.prompts.sort_by(|left, right| left.name.cmp(&right.name));
        let mut resources = Resources { resources: resources.map(ResourceHandler::listed).collect() };
        resources.resources.sort_by(|left, right| left.uri.cmp(&right.uri));
        let templates =
            Templates { resource_templates: templates.map(ResourceHandler::listed_template).collect() };
        Ok(Self {
            tools: modern,
            legacy_tools: to_raw_value(&tools)?,
            prompts: to_raw_value(&prompts)?,
            resources: to_raw_value(&resources)?,
            templates: to_raw_value(&templates)?,
        })
    }
}
