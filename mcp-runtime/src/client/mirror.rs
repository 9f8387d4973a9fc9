//! `x-mcp-header`: arguments of a tool that headers repeat (basic/transports/streamable-http).

use serde_json::{Map, Value};

/// The annotation of a property whose value a header repeats.
const ANNOTATION: &str = "x-mcp-header";

/// An argument that a header repeats.
#[derive(Debug, PartialEq)]
pub(crate) struct Mirror {
    /// Names of properties, from the outermost in.
    path: Vec<String>,
    /// The header's name after `Mcp-Param-`.
    name: String,
}

/// Reads the annotations of an input schema.
///
/// # Errors
/// Why one of them is invalid, and the tool with it.
pub(crate) fn mirrors(schema: &Value) -> Result<Vec<Mirror>, String> {
    let mut mirrors = Vec::new();
    collect(schema, Some(&[]), &mut mirrors)?;
    Ok(mirrors)
}

impl Mirror {
    /// The header's name after `Mcp-Param-`, and its value for these arguments if they have one.
    pub(crate) fn header(&self, arguments: &Value) -> Option<(String, String)> {
        let value = self.path.iter().try_fold(arguments, |value, name| value.get(name))?;
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Bool(flag) => flag.to_string(),
            Value::Number(number) => match number.as_f64() {
                // A whole number stays one in the header, however the argument is written.
                Some(float) if number.is_f64() && float.fract() == 0.0 => format!("{float:.0}"),
                _ => number.to_string(),
            },
            _ => return None,
        };
        Some((self.name.clone(), value))
    }
}

/// Collects the annotations in a schema. `path` leads to it, unless something other than
/// `properties` lies on the way: no annotation may stand there.
fn collect(schema: &Value, path: Option<&[String]>, mirrors: &mut Vec<Mirror>) -> Result<(), String> {
    let Value::Object(members) = schema else {
        return Ok(());
    };
    for (keyword, value) in members {
        match (keyword.as_str(), value) {
            (ANNOTATION, name) => mirrors.push(mirror(members, name, path, mirrors)?),
            ("properties", Value::Object(properties)) => {
                for (name, property) in properties {
                    let path = path.map(|path| [path, std::slice::from_ref(name)].concat());
                    collect(property, path.as_deref(), mirrors)?;
                }
            }
            ("$defs" | "definitions" | "patternProperties" | "dependentSchemas", Value::Object(schemas)) => {
                for schema in schemas.values() {
                    collect(schema, None, mirrors)?;
                }
            }
            // These hold values, in which the annotation is a member like any other.
            ("const" | "enum" | "default" | "examples", _) => {}
            (_, Value::Array(schemas)) => {
                for schema in schemas {
                    collect(schema, None, mirrors)?;
                }
            }
            (_, value) => collect(value, None, mirrors)?,
        }
    }
    Ok(())
}

fn mirror(
    schema: &Map<String, Value>,
    name: &Value,
    path: Option<&[String]>,
    others: &[Mirror],
) -> Result<Mirror, String> {
    let Some(path) = path.filter(|path| !path.is_empty()) else {
        return Err(format!("{ANNOTATION} stands where only values of `properties` may have it"));
    };
    let Some(name) = name.as_str().filter(|name| !name.is_empty() && name.bytes().all(is_tchar)) else {
        return Err(format!("{name} cannot be part of a header's name"));
    };
    if others.iter().any(|other| other.name.eq_ignore_ascii_case(name)) {
        return Err(format!("the header `{name}` is used twice"));
    }
    let has_type = |kind: &Value| matches!(kind.as_str(), Some("string" | "integer" | "boolean"));
    let is_scalar = match schema.get("type") {
        // `null` stands for an absent argument, which has no header.
        Some(Value::Array(kinds)) => {
            let mut kinds = kinds.iter().filter(|kind| *kind != "null");
            kinds.next().is_some_and(has_type) && kinds.next().is_none()
        }
        Some(kind) => has_type(kind),
        None => false,
    };
    if !is_scalar {
        return Err(format!("`{}` is no string, integer or boolean", path.join(".")));
    }
    Ok(Mirror { path: path.to_vec(), name: name.to_owned() })
}

/// Whether a byte may stand in a token of RFC 9110.
fn is_tchar(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(properties: &Value) -> Result<Vec<Mirror>, String> {
        mirrors(&json!({"type": "object", "properties": properties}))
    }

    fn headers(properties: &Value, arguments: &Value) -> Vec<(String, String)> {
        of(properties).unwrap().iter().filter_map(|mirror| mirror.header(arguments)).collect()
    }

    #[test]
    fn annotated_arguments_are_repeated_and_others_are_not() {
        let properties = json!({
            "region": {"type": "string", "x-mcp-header": "Region"},
            "page": {"type": ["integer", "null"], "x-mcp-header": "Page"},
            "filter": {"type": "object", "properties": {"deep": {"type": "boolean", "x-mcp-header": "Deep"}}},
            "x-mcp-header": {"type": "string", "default": {"x-mcp-header": 5}},
        });
        let arguments =
            json!({"region": "us", "page": 42.0, "filter": {"deep": false}, "x-mcp-header": "no"});
        let mut found = headers(&properties, &arguments);
        found.sort();
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(found, [pair("Deep", "false"), pair("Page", "42"), pair("Region", "us")]);
        assert_eq!(headers(&properties, &json!({"region": "", "page": null})), [pair("Region", "")]);
    }

    #[test]
    fn what_the_specification_forbids_is_refused() {
        let annotated = |kind: &str, name: &str| json!({"type": kind, "x-mcp-header": name});
        for properties in [
            json!({"a": annotated("number", "A")}),
            json!({"a": annotated("string", "")}),
            json!({"a": annotated("string", "A B")}),
            json!({"a": {"type": "string", "x-mcp-header": 5}}),
            json!({"a": {"x-mcp-header": "A"}}),
            json!({"a": annotated("string", "A"), "b": annotated("string", "a")}),
            json!({"a": {"type": "array", "items": annotated("string", "A")}}),
            json!({"a": {"anyOf": [annotated("string", "A")]}}),
            json!({"a": {"type": "object", "$defs": {"b": annotated("string", "A")}}}),
        ] {
            assert!(of(&properties).is_err(), "{properties}");
        }
        assert!(mirrors(&json!({"type": "string", "x-mcp-header": "Root"})).is_err());
    }
}
