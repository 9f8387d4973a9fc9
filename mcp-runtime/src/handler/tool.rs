//! A tool: how it is listed, how its arguments are read, how it is called.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::context::{Context, StateNeed};
use crate::error::{Error, Result};
use crate::handler::parameter::Parameter;
use crate::handler::run::{Body, run};
use crate::output::{Step, ToolOutput, invalid_arguments, tool_error};
use crate::protocol::jsonrpc::ErrorObject;
use crate::protocol::tools::{Icon, Tool, ToolAnnotations};
use crate::resolve::input::Args;
use crate::resolve::node::Boxed;
use crate::resolve::plan::{Overrides, Plan};
use crate::resolve::probe::JsonParam;
use crate::resolve::walk::Walk;
use crate::schema::{self, Checker, Property, Violation};

/// A tool as `#[mcp::tool]` describes it.
pub struct ToolDef {
    /// Its name.
    pub name: &'static str,
    /// A name for people.
    pub title: Option<&'static str>,
    /// What it does.
    pub description: Option<&'static str>,
    /// Hints about what calling it does.
    pub annotations: ToolAnnotations,
    /// The sources of its icons.
    pub icons: &'static [&'static str],
    /// Members for extensions, as JSON text.
    pub meta: Option<&'static str>,
    /// Its unmarked parameters.
    pub parameters: fn() -> Vec<Parameter<JsonParam>>,
    /// The resolvers its body takes, by id.
    pub takes: &'static [&'static str],
    /// Its graph.
    pub walk: &'static Walk,
    /// The schema of its structured output.
    pub output_schema: fn() -> Option<Value>,
    /// Its body.
    pub body: Body<ToolOutput>,
}

/// A tool ready to be called.
pub struct ToolHandler {
    name: &'static str,
    listed: Tool,
    arguments: Vec<Option<Argument>>,
    states: Vec<StateNeed>,
    plan: Plan,
    output: Option<Checker>,
    body: Body<ToolOutput>,
}

struct Argument {
    name: &'static str,
    param: JsonParam,
    checker: Checker,
    default: Option<fn() -> Boxed>,
}

impl ToolHandler {
    /// Makes a tool ready.
    ///
    /// # Errors
    /// A pattern that is no regular expression, or `meta` that is no JSON.
    pub fn new(def: &'static ToolDef, overrides: &Overrides) -> Result<Self> {
        let parameters = (def.parameters)();
        let idents: Vec<&str> = parameters.iter().map(|parameter| parameter.ident).collect();
        let plan = Plan::new(def.walk, def.takes, &idents, overrides);
        let states = parameters.iter().filter_map(|parameter| parameter.state).collect();
        let failed = |what: &dyn std::fmt::Display| Error::new(format!("tool `{}`: {what}", def.name));

        let properties: Vec<Option<Property>> = parameters.iter().map(property).collect();
        let arguments = parameters
            .iter()
            .zip(&properties)
            .map(|(parameter, property)| {
                let (Some(param), Some(property)) = (parameter.argument, property) else { return Ok(None) };
                let checker = property.checker().map_err(|error| failed(&error))?;
                Ok(Some(Argument { name: parameter.name, param, checker, default: parameter.default }))
            })
            .collect::<Result<Vec<_>>>()?;
        let properties: Vec<Property> = properties.into_iter().flatten().collect();
        let input_schema = schema::object(&properties);

        let output_schema = (def.output_schema)();
        let output = output_schema
            .as_ref()
            .map(Checker::compile)
            .transpose()
            .map_err(|error| failed(&error))?
            .filter(|checker| !checker.is_trivial());
        let meta = def.meta.map(serde_json::from_str).transpose().map_err(|error| failed(&error))?;
        let listed = Tool {
            name: def.name.to_owned(),
            title: def.title.map(str::to_owned),
            description: def.description.map(str::to_owned),
            input_schema,
            output_schema,
            annotations: (def.annotations != ToolAnnotations::NONE).then_some(def.annotations),
            icons: def.icons.iter().map(|src| Icon { src: (*src).to_owned(), mime_type: None }).collect(),
            meta,
        };
        Ok(Self { name: def.name, listed, arguments, states, plan, output, body: def.body })
    }

    /// The tool as a list shows it.
    #[must_use]
    pub fn listed(&self) -> &Tool {
        &self.listed
    }

    /// The states that the tool and its resolvers take, each with the function's name.
    pub fn states(&self) -> impl Iterator<Item = (&'static str, StateNeed)> {
        self.states.iter().map(|need| (self.name, *need)).chain(self.plan.states())
    }

    /// Runs one round of a call.
    ///
    /// # Errors
    /// An error of the protocol; everything else that goes wrong is a result that the model reads.
    pub async fn call(
        &self,
        ctx: &Context,
        arguments: Option<&RawValue>,
    ) -> Result<Step<ToolOutput>, ErrorObject> {
        let args = match self.read(arguments) {
            Ok(args) => args,
            Err(violations) => return Ok(Step::Complete(invalid_arguments(self.name, &violations))),
        };
        match run(&self.plan, self.body, ctx, args).await {
            Ok(Step::Complete(output)) => self.check(output).map(Step::Complete),
            Ok(questions) => Ok(questions),
            Err(error) => tool_error(self.name, error).map(Step::Complete),
        }
    }

    /// Reads every argument, and says all that is wrong at once.
    fn read(&self, arguments: Option<&RawValue>) -> Result<Args, Vec<Violation>> {
        let members = match arguments.map(|raw| serde_json::from_str::<Members<'_>>(raw.get())) {
            None => Members(Vec::new()),
            Some(Ok(members)) => members,
            Some(Err(_)) => {
                return Err(vec![Violation { path: "arguments".into(), expected: "an object".into() }]);
            }
        };
        let mut violations = Vec::new();
        let mut values = Vec::with_capacity(self.arguments.len());
        for argument in &self.arguments {
            let read = argument.as_ref().map(|argument| argument.read(members.get(argument.name)));
            match read.transpose() {
                Ok(value) => values.push(value),
                Err(found) => violations.extend(found),
            }
        }
        if violations.is_empty() { Ok(Args::new(values)) } else { Err(violations) }
    }

    /// Checks structured output against its schema.
    fn check(&self, output: ToolOutput) -> Result<ToolOutput, ErrorObject> {
        let (Some(checker), Some(json)) = (&self.output, &output.structured_content) else {
            return Ok(output);
        };
        let value = serde_json::from_str(json.get()).unwrap_or(Value::Null);
        match checker.check(&value, "").first() {
            None => Ok(output),
            Some(violation) => {
                let text = format!(
                    "the output does not match its schema: {}: expected {}",
                    violation.path, violation.expected
                );
                tool_error(self.name, Error::new(text))
            }
        }
    }
}

impl Argument {
    fn read(&self, raw: Option<&RawValue>) -> Result<Boxed, Vec<Violation>> {
        let Some(raw) = raw else {
            let absent = self.default.map(|default| default()).or_else(self.param.absent);
            return absent.ok_or_else(|| vec![self.checker.missing(self.name)]);
        };
        (self.param.decode)(raw, &self.checker, self.name)
    }
}

fn property(parameter: &Parameter<JsonParam>) -> Option<Property> {
    let argument = parameter.argument?;
    Some(Property {
        name: parameter.name,
        description: parameter.description,
        required: !argument.optional && parameter.default.is_none(),
        default: parameter.default_json.and_then(|json| serde_json::from_str(json).ok()),
        constraints: parameter.constraints,
        schema: argument.schema,
    })
}

/// The members of an object, sliced and not yet read. The last of two with one name counts.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Members<'a> {
    fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find(|(member, _)| member == name).map(|(_, raw)| *raw)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Slices;
        impl<'de> Visitor<'de> for Slices {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some((Name(name), raw)) = map.next_entry::<Name<'de>, &'de RawValue>()? {
                    members.push((name, raw));
                }
                Ok(Members(members))
            }
        }
        #[derive(Deserialize)]
        struct Name<'a>(#[serde(borrow)] Cow<'a, str>);
        deserializer.deserialize_map(Slices)
    }
}
