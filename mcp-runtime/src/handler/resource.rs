//! A resource, or a template of resources: how it is listed and read.

use crate::context::{Context, StateNeed};
use crate::error::{Error, Result};
use crate::handler::parameter::Parameter;
use crate::handler::prompt::{Given, read};
use crate::handler::run::{Body, run};
use crate::output::{Step, resource_error};
use crate::protocol::content::ResourceContents;
use crate::protocol::jsonrpc::ErrorObject;
use crate::protocol::resources::{ReadResourceResult, Resource, ResourceTemplate};
use crate::protocol::uri_template::{Match, UriTemplate};
use crate::resolve::plan::{Overrides, Plan};
use crate::resolve::probe::TextParam;
use crate::resolve::walk::Walk;

/// A resource as `#[mcp::resource]` describes it.
pub struct ResourceDef {
    /// Its URI, or the template of its URIs.
    pub uri: &'static str,
    /// Its name.
    pub name: &'static str,
    /// A name for people.
    pub title: Option<&'static str>,
    /// What it is.
    pub description: Option<&'static str>,
    /// Its media type.
    pub mime_type: Option<&'static str>,
    /// Its unmarked parameters.
    pub parameters: fn() -> Vec<Parameter<TextParam>>,
    /// The resolvers its body takes, by id.
    pub takes: &'static [&'static str],
    /// Its graph.
    pub walk: &'static Walk,
    /// Its body.
    pub body: Body<Vec<ResourceContents>>,
}

/// A resource ready to be read.
pub struct ResourceHandler {
    def: &'static ResourceDef,
    template: UriTemplate,
    variables: Vec<String>,
    parameters: Vec<Parameter<TextParam>>,
    plan: Plan,
}

impl ResourceHandler {
    /// Makes a resource ready.
    ///
    /// # Errors
    /// A template that is malformed.
    pub fn new(def: &'static ResourceDef, overrides: &Overrides) -> Result<Self> {
        let template = UriTemplate::parse(def.uri)
            .map_err(|error| Error::new(format!("resource `{}`: {error}", def.uri)))?;
        let parameters = (def.parameters)();
        let idents: Vec<&str> = parameters.iter().map(|parameter| parameter.ident).collect();
        let plan = Plan::new(def.walk, def.takes, &idents, overrides);
        let variables = template.variables().map(str::to_owned).collect();
        Ok(Self { def, template, variables, parameters, plan })
    }

    /// Whether it is a template.
    #[must_use]
    pub fn is_template(&self) -> bool {
        self.template.has_variables()
    }

    /// The resource as a list shows it.
    #[must_use]
    pub fn listed(&self) -> Resource {
        Resource {
            uri: self.def.uri.to_owned(),
            name: self.def.name.to_owned(),
            title: self.def.title.map(str::to_owned),
            description: self.def.description.map(str::to_owned),
            mime_type: self.def.mime_type.map(str::to_owned),
        }
    }

    /// The template as a list shows it.
    #[must_use]
    pub fn listed_template(&self) -> ResourceTemplate {
        let Resource { uri, name, title, description, mime_type } = self.listed();
        ResourceTemplate { uri_template: uri, name, title, description, mime_type }
    }

    /// The states that the resource and its resolvers take, each with the function's name.
    pub fn states(&self) -> impl Iterator<Item = (&'static str, StateNeed)> {
        let own = self.parameters.iter().filter_map(|parameter| parameter.state);
        own.map(|need| (self.def.name, need)).chain(self.plan.states())
    }

    /// Whether a URI is one of this template's, and with which variables.
    #[must_use]
    pub fn matches(&self, uri: &str) -> Match {
        self.template.matches(uri)
    }

    /// Runs one round of reading; `variables` is what [`Self::matches`] found.
    ///
    /// # Errors
    /// `-32602` when there is no such resource; what the author's error becomes.
    pub async fn read(
        &self,
        ctx: &Context,
        uri: &str,
        variables: &[(usize, String)],
    ) -> Result<Step<ReadResourceResult>, ErrorObject> {
        let unknown = || resource_error(uri, Error::resource_not_found(uri));
        // The items of an exploded variable stand one by one, and are read as the path they made.
        let given: Vec<Option<String>> = (0..self.variables.len())
            .map(|index| {
                let mut items =
                    variables.iter().filter(|(variable, _)| *variable == index).map(|(_, text)| &**text);
                let first = items.next()?;
                Some(items.fold(first.to_owned(), |path, item| path + "/" + item))
            })
            .collect();
        let text = |name: &str| {
            let index = self.variables.iter().position(|variable| variable == name);
            match index.and_then(|index| given[index].as_deref()) {
                Some(text) => Given::Text(text),
                None => Given::Absent,
            }
        };
        // A variable that cannot be read names no resource of this template.
        let args = read(&self.parameters, text).map_err(|_| unknown())?;
        match run(&self.plan, self.def.body, ctx, args).await {
            Ok(Step::Complete(contents)) if contents.is_empty() => Err(unknown()),
            Ok(Step::Complete(contents)) => Ok(Step::Complete(ReadResourceResult {
                contents: contents.into_iter().map(|contents| self.complete(contents, uri)).collect(),
            })),
            Ok(Step::InputRequired(questions)) => Ok(Step::InputRequired(questions)),
            Err(error) => Err(resource_error(uri, error)),
        }
    }

    /// Fills in what the function left open.
    fn complete(&self, mut contents: ResourceContents, uri: &str) -> ResourceContents {
        if contents.uri.is_empty() {
            uri.clone_into(&mut contents.uri);
        }
        if contents.mime_type.is_none() {
            let usual = if contents.blob.is_some() { "application/octet-stream" } else { "text/plain" };
            contents.mime_type = Some(self.def.mime_type.unwrap_or(usual).to_owned());
        }
        contents
    }
}
