//! Schemas of Rust types in the house style: draft 2020-12, inlined, without noise.

use schemars::generate::{Contract, SchemaSettings};
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::schema::check::Checker;
use crate::schema::compile::InvalidSchema;
use crate::schema::constraint::Constraints;

/// One property of an object schema: an argument or a form field.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its description, which replaces that of the type.
    pub description: Option<&'static str>,
    /// Whether it must be present. The schema of one that need not be does not mention `null`.
    pub required: bool,
    /// The value it has when it is absent.
    pub default: Option<Value>,
    /// Its declared limits.
    pub constraints: Constraints,
    /// The schema of its type, usually [`schema_of`].
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Property {
    /// The checker of this property's value.
    ///
    /// # Errors
    ///
    /// The type's schema or a declared pattern cannot be enforced.
    pub fn checker(&self) -> Result<Checker, InvalidSchema> {
        let mut generator = generator(Contract::Deserialize);
        let schema = self.render(&mut generator);
        Checker::compile(&finished(schema, generator, Formats::All))
    }

    fn render(&self, generator: &mut SchemaGenerator) -> Value {
        let mut schema = (self.schema)(generator);
        let keywords = schema.ensure_object();
        if !self.required {
            drop_null(keywords);
        }
        if let Some(description) = self.description {
            keywords.insert("description".to_owned(), description.into());
        }
        if let Some(default) = &self.default {
            keywords.insert("default".to_owned(), default.clone());
        }
        let mut schema = schema.to_value();
        self.constraints.apply(&mut schema);
        schema
    }
}

/// The schema of an object with these properties; members that it does not name stay allowed.
/// An object without any property allows no member.
#[must_use]
pub fn object(properties: &[Property]) -> Value {
    if properties.is_empty() {
        return json!({ "type": "object", "additionalProperties": false });
    }
    let mut generator = generator(Contract::Deserialize);
    let rendered: Map<String, Value> = properties
        .iter()
        .map(|property| (property.name.to_owned(), property.render(&mut generator)))
        .collect();
    let mut schema = json!({ "type": "object", "properties": rendered });
    let required: Vec<&str> =
        properties.iter().filter(|property| property.required).map(|property| property.name).collect();
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    finished(schema, generator, Formats::Standard)
}

/// The schema of the values that `T` deserialises from.
#[must_use]
pub fn of<T: JsonSchema>() -> Value {
    root::<T>(Contract::Deserialize)
}

/// The schema of the values that `T` serialises to.
#[must_use]
pub fn output_of<T: JsonSchema>() -> Value {
    root::<T>(Contract::Serialize)
}

/// The schema of one type, for [`Property::schema`].
pub fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Which formats stay in a schema.
#[derive(Clone, Copy)]
enum Formats {
    /// Those of the standard, for publishing.
    Standard,
    /// Also those of schemars, such as `int32`, which tell a checker what the type enforces.
    All,
}

fn root<T: JsonSchema>(contract: Contract) -> Value {
    let mut generator = generator(contract);
    let mut schema = schema_of::<T>(&mut generator);
    schema.ensure_object().remove("title");
    finished(schema.to_value(), generator, Formats::Standard)
}

fn generator(contract: Contract) -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.meta_schema = None;
            settings.inline_subschemas = true;
            settings.contract = contract;
        })
        .into_generator()
}

/// Adds the definitions that recursive types need, and applies the house style.
fn finished(mut schema: Value, mut generator: SchemaGenerator, formats: Formats) -> Value {
    let definitions = generator.take_definitions(false);
    if !definitions.is_empty() {
        schema["$defs"] = Value::Object(definitions);
    }
    if let Ok(schema) = <&mut Schema>::try_from(&mut schema) {
        style(schema, formats);
    }
    schema
}

fn style(schema: &mut Schema, formats: Formats) {
    if schema.as_bool() == Some(true) {
        // Some clients cannot read a boolean where a schema is expected.
        schema.ensure_object();
        return;
    }
    if matches!(formats, Formats::Standard)
        && schema.get("format").and_then(Value::as_str).is_some_and(|format| !is_standard(format))
    {
        schema.remove("format");
    }
    // Here a boolean is what everyone writes.
    let additional = schema.get("additionalProperties").filter(|schema| schema.is_boolean()).cloned();
    transform_subschemas(&mut |schema: &mut Schema| style(schema, formats), schema);
    if let Some(additional) = additional {
        schema.insert("additionalProperties".to_owned(), additional);
    }
}

/// The formats that the validation vocabulary of draft 2020-12 defines.
fn is_standard(format: &str) -> bool {
    matches!(
        format,
        "date-time"
            | "date"
            | "time"
            | "duration"
            | "email"
            | "idn-email"
            | "hostname"
            | "idn-hostname"
            | "ipv4"
            | "ipv6"
            | "uri"
            | "uri-reference"
            | "iri"
            | "iri-reference"
            | "uuid"
            | "uri-template"
            | "json-pointer"
            | "relative-json-pointer"
            | "regex"
    )
}

/// Undoes what `Option` adds to the schema of its content.
fn drop_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            schema["type"] = only.clone();
        }
        if let Some(Value::Array(values)) = schema.get_mut("enum") {
            values.retain(|value| !value.is_null());
        }
    }
    let Some(Value::Array(branches)) = schema.get_mut("anyOf") else {
        return;
    };
    branches.retain(|branch| branch.get("type").is_none_or(|name| name != "null"));
    if branches.len() == 1
        && let Some(Value::Object(only)) = branches.pop()
    {
        schema.remove("anyOf");
        for (keyword, value) in only {
            schema.entry(keyword).or_insert(value);
        }
    }
}

#[cfg(test)]
mod tests;
