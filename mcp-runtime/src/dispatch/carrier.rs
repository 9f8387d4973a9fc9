//! The three methods whose result may be questions first: `tools/call`, `prompts/get`,
//! `resources/read`. One round of each, the same in both eras.

use std::borrow::Cow;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::catalog::Catalog;
use crate::context::Context;
use crate::dispatch::answer::Answer;
use crate::error::Error;
use crate::handler::{PromptHandler, ResourceHandler, ToolHandler};
use crate::output::{Step, prompt_error, resource_error, tool_error};
use crate::protocol::call::Call;
use crate::protocol::jsonrpc::{ErrorObject, INVALID_PARAMS};
use crate::protocol::method::{CALL_TOOL, GET_PROMPT, READ_RESOURCE};
use crate::protocol::mrtr::InputResponses;
use crate::protocol::params::string;

/// What is called, with what.
pub(super) struct Carrier<'a> {
    /// The tool's or prompt's name, or the resource's URI.
    pub(super) target: Cow<'a, str>,
    /// The text of the arguments.
    pub(super) arguments: Option<&'a RawValue>,
    item: Item<'a>,
}

enum Item<'a> {
    Tool(&'a ToolHandler),
    Prompt(&'a PromptHandler, Map<String, Value>),
    Resource(&'a ResourceHandler, Vec<(usize, String)>),
}

impl<'a> Carrier<'a> {
    /// Finds what is called; `None` for a method that is none of the three.
    ///
    /// # Errors
    /// `-32602` for one that does not exist, or parameters of the wrong shape.
    pub(super) fn find(catalog: &'a Catalog, call: &Call<'a>) -> Result<Option<Self>, ErrorObject> {
        let params = &call.params;
        let arguments = params.arguments.filter(|raw| raw.get() != "null");
        if arguments.is_some_and(|raw| !raw.get().starts_with('{')) {
            return Err(ErrorObject::new(INVALID_PARAMS, "params.arguments must be an object"));
        }
        let unknown =
            |what: &str, name: &str| ErrorObject::new(INVALID_PARAMS, format!("Unknown {what}: {name}"));
        let (target, item) = match &*call.method {
            CALL_TOOL => {
                let name = string(params.name, "name")?.0;
                let tool = catalog.tool(&name).ok_or_else(|| unknown("tool", &name))?;
                (name, Item::Tool(tool))
            }
            GET_PROMPT => {
                let name = string(params.name, "name")?.0;
                let prompt = catalog.prompt(&name).ok_or_else(|| unknown("prompt", &name))?;
                let arguments = arguments.map(|raw| serde_json::from_str(raw.get())).transpose();
                let arguments = arguments
                    .map_err(|_| ErrorObject::new(INVALID_PARAMS, "params.arguments must be an object"))?;
                (name, Item::Prompt(prompt, arguments.unwrap_or_default()))
            }
            READ_RESOURCE => {
                let uri = string(params.uri, "uri")?.0;
                let found = catalog.resource(&uri);
                let Some((resource, variables)) = found else {
                    return Err(resource_error(&uri, Error::resource_not_found(&*uri)));
                };
                (uri, Item::Resource(resource, variables))
            }
            _ => return Ok(None),
        };
        Ok(Some(Self { target, arguments, item }))
    }

    /// Runs one round.
    pub(super) async fn round(&self, ctx: &Context) -> Result<Step<Answer<'a>>, ErrorObject> {
        Ok(match &self.item {
            Item::Tool(tool) => complete(tool.call(ctx, self.arguments).await?, Answer::Tool),
            Item::Prompt(prompt, arguments) => complete(prompt.get(ctx, arguments).await?, Answer::Prompt),
            Item::Resource(resource, variables) => {
                complete(resource.read(ctx, &self.target, variables).await?, Answer::Resource)
            }
        })
    }

    /// What becomes of the call when its questions cannot be asked.
    pub(super) fn failed(&self, error: Error) -> Result<Answer<'a>, ErrorObject> {
        match &self.item {
            Item::Tool(_) => tool_error(&self.target, error).map(Answer::Tool),
            Item::Prompt(..) => Err(prompt_error(&self.target, error)),
            Item::Resource(..) => Err(resource_error(&self.target, error)),
        }
    }
}

fn complete<'a, T>(step: Step<T>, answer: impl FnOnce(T) -> Answer<'a>) -> Step<Answer<'a>> {
    match step {
        Step::Complete(result) => Step::Complete(answer(result)),
        Step::InputRequired(questions) => Step::InputRequired(questions),
    }
}

/// The answers that a retry brings; absent and `null` are none.
///
/// # Errors
/// `-32602` for anything but an object.
pub(super) fn input_responses(call: &Call<'_>) -> Result<InputResponses, ErrorObject> {
    match call.params.input_responses.filter(|raw| raw.get() != "null") {
        None => Ok(InputResponses::new()),
        Some(raw) => serde_json::from_str(raw.get())
            .map_err(|_| ErrorObject::new(INVALID_PARAMS, "params.inputResponses must be an object")),
    }
}
