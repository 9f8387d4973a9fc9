//! Which schemas deserialisation enforces by itself, so that no value tree is needed.

use serde_json::{Map, Value};

use crate::schema::node::Range;
use crate::schema::number::Number;

/// Whether serde enforces all of `schema` when it reads the type that the schema was made from.
///
/// The answer is conservative. It needs the formats of schemars: `{"minimum": 0}` is what `u32`
/// enforces and what `i32` does not. Objects with known members are left out because derived
/// types also read arrays, and closed choices because derived enums also read objects.
pub(super) fn by_serde(schema: &Value) -> bool {
    let keywords = match schema {
        Value::Bool(anything) => return *anything,
        Value::Object(keywords) => keywords,
        _ => return false,
    };
    let kind = keywords.get("type").and_then(Value::as_str);
    let allowed: &[&str] = match kind {
        None if keywords.contains_key("type") => return false,
        None => &[],
        Some("string") => &["type", "format"],
        Some("number") => &["type", "format"],
        Some("integer") => &["type", "format", "minimum", "maximum"],
        Some("array") => &["type", "items"],
        Some("object") => &["type", "additionalProperties"],
        Some(_) => &["type"],
    };
    if !keywords.keys().all(|name| allowed.contains(&name.as_str()) || is_annotation(name)) {
        return false;
    }
    match kind {
        Some("integer") => has_bounds_of_format(keywords),
        Some("array") => keywords.get("items").is_none_or(by_serde),
        Some("object") => keywords.get("additionalProperties").is_some_and(by_serde),
        _ => true,
    }
}

fn has_bounds_of_format(keywords: &Map<String, Value>) -> bool {
    let bound = |name| keywords.get(name).and_then(Value::as_number).map(Number::of);
    let (minimum, maximum) = (bound("minimum"), bound("maximum"));
    let format = keywords.get("format").and_then(Value::as_str);
    let machine = match format {
        // The only bound of this format that a schema states.
        Some("uint128") => Range { minimum: Some(Number::Int(0)), ..Range::default() },
        _ => format.and_then(Range::of_format).unwrap_or_default(),
    };
    let agrees = |stated: Option<Number>, own: Option<Number>| {
        stated.is_none_or(|stated| own.is_some_and(|own| stated.compare(own).is_eq()))
    };
    agrees(minimum, machine.minimum) && agrees(maximum, machine.maximum)
}

fn is_annotation(keyword: &str) -> bool {
    matches!(
        keyword,
        "title" | "description" | "default" | "examples" | "deprecated" | "readOnly" | "writeOnly"
    ) || keyword.starts_with("x-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn plain_types_are_enforced() {
        for schema in [
            json!(true),
            json!({ "description": "Anything." }),
            json!({ "type": "string", "format": "uuid", "default": "a" }),
            json!({ "type": "boolean" }),
            json!({ "type": "number", "format": "double" }),
            json!({ "type": "integer", "format": "int32" }),
            json!({ "type": "integer", "format": "int8", "minimum": -128, "maximum": 127 }),
            json!({ "type": "integer", "format": "uint128", "minimum": 0 }),
            json!({ "type": "array", "items": { "type": "integer", "format": "uint", "minimum": 0 } }),
            json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        ] {
            assert!(by_serde(&schema), "{schema}");
        }
    }

    #[test]
    fn everything_else_is_not() {
        for schema in [
            json!(false),
            json!({ "type": "string", "maxLength": 80 }),
            json!({ "type": "string", "enum": ["a"] }),
            json!({ "type": ["string", "null"] }),
            json!({ "type": "number", "minimum": 0 }),
            json!({ "type": "integer", "minimum": 0 }),
            json!({ "type": "integer", "format": "int32", "minimum": 0 }),
            json!({ "type": "integer", "format": "uint32", "minimum": 1 }),
            json!({ "type": "array", "items": { "type": "string" }, "maxItems": 2 }),
            json!({ "type": "array", "items": { "type": "string", "pattern": "a" } }),
            json!({ "type": "object" }),
            json!({ "type": "object", "additionalProperties": false }),
            json!({ "type": "object", "properties": {}, "additionalProperties": true }),
            json!({ "anyOf": [true] }),
            json!({ "$ref": "#" }),
        ] {
            assert!(!by_serde(&schema), "{schema}");
        }
    }
}
