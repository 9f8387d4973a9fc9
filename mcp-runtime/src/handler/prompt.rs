//! A prompt: how it is listed, how its arguments are read, how it is got.

use serde_json::{Map, Value};

use crate::context::{Context, StateNeed};
use crate::error::Result;
use crate::handler::parameter::Parameter;
use crate::handler::run::{Body, run};
use crate::output::{Step, prompt_error};
use crate::protocol::jsonrpc::{ErrorObject, INVALID_PARAMS};
use crate::protocol::prompts::{GetPromptResult, Prompt, PromptArgument, PromptMessage};
use crate::resolve::input::Args;
use crate::resolve::plan::{Overrides, Plan};
use crate::resolve::probe::TextParam;
use crate::resolve::walk::Walk;

/// A prompt as `#[mcp::prompt]` describes it.
pub struct PromptDef {
    /// Its name.
    pub name: &'static str,
    /// A name for people.
    pub title: Option<&'static str>,
    /// What it is for.
    pub description: Option<&'static str>,
    /// Its unmarked parameters.
    pub parameters: fn() -> Vec<Parameter<TextParam>>,
    /// The resolvers its body takes, by id.
    pub takes: &'static [&'static str],
    /// Its graph.
    pub walk: &'static Walk,
    /// Its body.
    pub body: Body<Vec<PromptMessage>>,
}

/// A prompt ready to be got.
pub struct PromptHandler {
    def: &'static PromptDef,
    parameters: Vec<Parameter<TextParam>>,
    plan: Plan,
}

impl PromptHandler {
    /// Makes a prompt ready.
    #[must_use]
    pub fn new(def: &'static PromptDef, overrides: &Overrides) -> Self {
        let parameters = (def.parameters)();
        let idents: Vec<&str> = parameters.iter().map(|parameter| parameter.ident).collect();
        let plan = Plan::new(def.walk, def.takes, &idents, overrides);
        Self { def, parameters, plan }
    }

    /// The prompt as a list shows it.
    #[must_use]
    pub fn listed(&self) -> Prompt {
        let argument = |parameter: &Parameter<TextParam>| {
            let param = parameter.argument?;
            Some(PromptArgument {
                name: parameter.name.to_owned(),
                description: parameter.description.map(str::to_owned),
                required: !param.optional && parameter.default.is_none(),
            })
        };
        Prompt {
            name: self.def.name.to_owned(),
            title: self.def.title.map(str::to_owned),
            description: self.def.description.map(str::to_owned),
            arguments: self.parameters.iter().filter_map(argument).collect(),
        }
    }

    /// The states that the prompt and its resolvers take, each with the function's name.
    pub fn states(&self) -> impl Iterator<Item = (&'static str, StateNeed)> {
        let own = self.parameters.iter().filter_map(|parameter| parameter.state);
        own.map(|need| (self.def.name, need)).chain(self.plan.states())
    }

    /// Runs one round of getting the prompt.
    ///
    /// # Errors
    /// `-32602` for arguments that do not fit, all at once; what the author's error becomes.
    pub async fn get(
        &self,
        ctx: &Context,
        arguments: &Map<String, Value>,
    ) -> Result<Step<GetPromptResult>, ErrorObject> {
        let text = |name: &str| match arguments.get(name) {
            None | Some(Value::Null) => Given::Absent,
            Some(Value::String(text)) => Given::Text(text),
            Some(_) => Given::NoString,
        };
        let args = read(&self.parameters, text).map_err(|wrong| {
            ErrorObject::new(
                INVALID_PARAMS,
                format!("Invalid arguments for prompt {}: {wrong}", self.def.name),
            )
        })?;
        match run(&self.plan, self.def.body, ctx, args).await {
            Ok(Step::Complete(messages)) => Ok(Step::Complete(GetPromptResult {
                description: self.def.description.map(str::to_owned),
                messages,
            })),
            Ok(Step::InputRequired(questions)) => Ok(Step::InputRequired(questions)),
            Err(error) => Err(prompt_error(self.def.name, error)),
        }
    }
}

/// What came for a parameter.
pub(super) enum Given<'a> {
    Absent,
    Text(&'a str),
    NoString,
}

/// Reads arguments that are strings on the wire, and says all that is wrong at once.
pub(super) fn read<'a>(
    parameters: &[Parameter<TextParam>],
    given: impl Fn(&str) -> Given<'a>,
) -> Result<Args, String> {
    let mut wrong = Vec::new();
    let mut values = Vec::with_capacity(parameters.len());
    for parameter in parameters {
        let Some(param) = parameter.argument else {
            values.push(None);
            continue;
        };
        let value = match given(parameter.name) {
            Given::Absent => parameter.default.map(|default| default()).or_else(param.absent),
            Given::Text(text) => (param.parse)(text),
            Given::NoString => None,
        };
        if value.is_none() {
            wrong.push(format!("{}: expected {}", parameter.name, expected(&param)));
        }
        values.push(value);
    }
    if wrong.is_empty() { Ok(Args::new(values)) } else { Err(wrong.join("; ")) }
}

fn expected(param: &TextParam) -> String {
    let name = (param.type_name)();
    match name.rsplit("::").next().unwrap_or(name) {
        "String" => "a string".to_owned(),
        name => format!("a string that is a valid {name}"),
    }
}
