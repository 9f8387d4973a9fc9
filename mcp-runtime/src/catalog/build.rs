//! From items to a catalog: everything that can only be wrong at start is found here, all at once.

use std::collections::HashMap;

use crate::catalog::Catalog;
use crate::catalog::lists::Lists;
use crate::context::{StateNeed, States};
use crate::error::{Error, Result};
use crate::handler::{Item, Kind, PromptHandler, ResourceHandler, ToolHandler};
use crate::resolve::plan::Overrides;

/// Makes every item ready.
///
/// # Errors
/// Names every fault: two items of one kind with one name, a state that nothing set up, a template
/// or pattern that cannot be read.
pub fn build(items: &[&'static Item], overrides: &Overrides, states: &States) -> Result<Catalog> {
    let mut faults = duplicates(items);
    let (mut tools, mut prompts) = (HashMap::new(), HashMap::new());
    let (mut resources, mut templates) = (HashMap::new(), Vec::new());
    for item in items {
        match item.kind {
            Kind::Tool(def) => match ToolHandler::new(def, overrides) {
                Ok(tool) => {
                    missing_states(item, tool.states(), states, &mut faults);
                    tools.insert(def.name, tool);
                }
                Err(error) => faults.push(error.to_string()),
            },
            Kind::Prompt(def) => {
                let prompt = PromptHandler::new(def, overrides);
                missing_states(item, prompt.states(), states, &mut faults);
                prompts.insert(def.name, prompt);
            }
            Kind::Resource(def) => match ResourceHandler::new(def, overrides) {
                Ok(resource) => {
                    missing_states(item, resource.states(), states, &mut faults);
                    if resource.is_template() {
                        templates.push((def.uri, resource));
                    } else {
                        resources.insert(def.uri, resource);
                    }
                }
                Err(error) => faults.push(error.to_string()),
            },
        }
    }
    if !faults.is_empty() {
        return Err(Error::new(format!("the server cannot start:\n  {}", faults.join("\n  "))));
    }
    // The order of items is not specified, but the order in which templates are tried must be.
    templates.sort_by_key(|(uri, _)| *uri);
    let templates: Vec<ResourceHandler> = templates.into_iter().map(|(_, template)| template).collect();
    let lists = Lists::render(tools.values(), prompts.values(), resources.values(), templates.iter())?;
    Ok(Catalog { tools, prompts, resources, templates, lists })
}

fn duplicates(items: &[&'static Item]) -> Vec<String> {
    let mut seen: HashMap<(&str, &str), &Item> = HashMap::new();
    let mut faults = Vec::new();
    for item in items {
        let (kind, name) = item.kind.describe();
        match seen.get(&(kind, name)) {
            Some(first) if !std::ptr::eq(*first, *item) => {
                faults.push(format!(
                    "two {kind}s are named `{name}`: at {} and at {}",
                    first.place, item.place
                ));
            }
            Some(_) => {}
            None => {
                seen.insert((kind, name), item);
            }
        }
    }
    faults
}

fn missing_states(
    item: &Item,
    needs: impl Iterator<Item = (&'static str, StateNeed)>,
    states: &States,
    faults: &mut Vec<String>,
) {
    let (kind, name) = item.kind.describe();
    for (function, need) in needs.filter(|(_, need)| !states.has(need)) {
        let by = if function == name { String::new() } else { format!(" (in `{function}`)") };
        faults.push(format!(
            "{kind} `{name}`{by} takes a State<{}>, which nothing set up: call Server::state or give it in a \
             lifespan (at {})",
            need.name(),
            item.place
        ));
    }
}
