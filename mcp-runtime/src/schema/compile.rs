//! From a JSON Schema to the nodes that are checked.

use std::collections::BTreeMap;
use std::fmt;

use regex_lite::Regex;
use serde_json::{Map, Value};

use crate::schema::node::{Count, Id, Node, Range, Types};
use crate::schema::number::Number;

/// A schema that nests or refers further than this is refused rather than walked.
const DEEPEST: usize = 100;

/// A schema that cannot be enforced: where it is wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidSchema {
    at: String,
    problem: String,
}

impl fmt::Display for InvalidSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid JSON Schema at `{}`: {}", self.at, self.problem)
    }
}

impl std::error::Error for InvalidSchema {}

/// Compiles `schema`; the first node is its root.
pub(super) fn compile(schema: &Value) -> Result<Vec<Node>, InvalidSchema> {
    let mut compiler = Compiler { root: schema, nodes: vec![Node::default()], references: BTreeMap::new() };
    compiler.references.insert("", 0);
    compiler.nodes[0] = *compiler.node(schema, "#", 0)?;
    Ok(compiler.nodes)
}

struct Compiler<'a> {
    root: &'a Value,
    nodes: Vec<Node>,
    /// Nodes by the JSON pointer that refers to them, so that recursion ends.
    references: BTreeMap<&'a str, Id>,
}

impl<'a> Compiler<'a> {
    fn add(&mut self, schema: &'a Value, at: &str, depth: usize) -> Result<Id, InvalidSchema> {
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        self.nodes[id] = *self.node(schema, at, depth)?;
        Ok(id)
    }

    fn node(&mut self, schema: &'a Value, at: &str, depth: usize) -> Result<Box<Node>, InvalidSchema> {
        if depth > DEEPEST {
            return Err(invalid(at, "it is nested too deeply"));
        }
        match schema {
            Value::Bool(anything) => Ok(Box::new(Node { never: !anything, ..Node::default() })),
            Value::Object(keywords) => self.keywords(Keywords { map: keywords, at }, depth + 1),
            _ => Err(invalid(at, "a schema is an object or a boolean")),
        }
    }

    fn keywords(&mut self, from: Keywords<'a, '_>, depth: usize) -> Result<Box<Node>, InvalidSchema> {
        let mut node = from.assertions()?;
        if let Some(reference) = from.map.get("$ref") {
            node.reference = Some(self.reference(reference, from.at, depth)?);
        }
        node.items = self.one(from, "items", depth)?;
        node.additional_properties = self.one(from, "additionalProperties", depth)?;
        node.property_names = self.one(from, "propertyNames", depth)?;
        node.not = self.one(from, "not", depth)?;
        node.prefix_items = self.list(from, "prefixItems", depth)?;
        node.all_of = self.list(from, "allOf", depth)?;
        node.any_of = self.list(from, "anyOf", depth)?;
        node.one_of = self.list(from, "oneOf", depth)?;
        for (name, id) in self.members(from, "properties", depth)? {
            node.properties.insert(name.to_owned(), id);
        }
        for (pattern, id) in self.members(from, "patternProperties", depth)? {
            let pattern = from.regex("patternProperties", Some(pattern))?;
            node.pattern_properties.push((pattern, id));
        }
        Ok(node)
    }

    fn one(
        &mut self,
        from: Keywords<'a, '_>,
        keyword: &str,
        depth: usize,
    ) -> Result<Option<Id>, InvalidSchema> {
        let Some(schema) = from.map.get(keyword) else {
            return Ok(None);
        };
        self.add(schema, &format!("{}/{keyword}", from.at), depth).map(Some)
    }

    fn list(
        &mut self,
        from: Keywords<'a, '_>,
        keyword: &str,
        depth: usize,
    ) -> Result<Vec<Id>, InvalidSchema> {
        let Some(schemas) = from.map.get(keyword) else {
            return Ok(Vec::new());
        };
        let schemas = schemas
            .as_array()
            .filter(|schemas| !schemas.is_empty())
            .ok_or_else(|| from.wrong(keyword, "a list of schemas"))?;
        let at = format!("{}/{keyword}", from.at);
        schemas
            .iter()
            .enumerate()
            .map(|(index, schema)| self.add(schema, &format!("{at}/{index}"), depth))
            .collect()
    }

    fn members(
        &mut self,
        from: Keywords<'a, '_>,
        keyword: &str,
        depth: usize,
    ) -> Result<Vec<(&'a str, Id)>, InvalidSchema> {
        let Some(schemas) = from.map.get(keyword) else {
            return Ok(Vec::new());
        };
        let schemas = schemas.as_object().ok_or_else(|| from.wrong(keyword, "an object"))?;
        let at = format!("{}/{keyword}", from.at);
        schemas
            .iter()
            .map(|(name, schema)| Ok((name.as_str(), self.add(schema, &format!("{at}/{name}"), depth)?)))
            .collect()
    }

    /// Only references into the same document are followed: nothing is ever fetched.
    fn reference(&mut self, reference: &'a Value, at: &str, depth: usize) -> Result<Id, InvalidSchema> {
        let pointer = reference
            .as_str()
            .and_then(|reference| reference.strip_prefix('#'))
            .ok_or_else(|| invalid(at, "`$ref` must point into the same schema"))?;
        if let Some(id) = self.references.get(pointer) {
            return Ok(*id);
        }
        let target = self
            .root
            .pointer(pointer)
            .or_else(|| self.root.pointer(&decode_percent(pointer)))
            .ok_or_else(|| invalid(at, "`$ref` points at nothing"))?;
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        self.references.insert(pointer, id);
        self.nodes[id] = *self.node(target, &format!("#{pointer}"), depth)?;
        Ok(id)
    }
}

/// The keywords of one schema, and where it is.
#[derive(Clone, Copy)]
struct Keywords<'a, 'p> {
    map: &'a Map<String, Value>,
    at: &'p str,
}

impl Keywords<'_, '_> {
    /// What the keywords say that hold no other schema. It is boxed, and built apart from the
    /// recursion, to keep the stack small.
    fn assertions(&self) -> Result<Box<Node>, InvalidSchema> {
        let mut node = Node {
            types: self.types()?,
            values: self.values()?,
            range: Range {
                minimum: self.number("minimum")?,
                maximum: self.number("maximum")?,
                exclusive_minimum: self.number("exclusiveMinimum")?,
                exclusive_maximum: self.number("exclusiveMaximum")?,
            },
            multiple_of: self.number("multipleOf")?,
            length: self.count("minLength", "maxLength")?,
            item_count: self.count("minItems", "maxItems")?,
            member_count: self.count("minProperties", "maxProperties")?,
            unique_items: self.map.get("uniqueItems") == Some(&Value::Bool(true)),
            required: self.strings("required")?,
            ..Node::default()
        };
        if node.multiple_of.is_some_and(|step| step.compare(Number::Int(0)).is_le()) {
            return Err(invalid(self.at, "`multipleOf` must be greater than 0"));
        }
        if let Some(pattern) = self.map.get("pattern") {
            node.pattern = Some(self.regex("pattern", pattern.as_str())?);
        }
        if let Some(format) = self.map.get("format").and_then(Value::as_str) {
            match Range::of_format(format) {
                Some(range) => node.machine_range = range,
                None => node.format = Some(format.to_owned()),
            }
        }
        Ok(Box::new(node))
    }

    fn wrong(&self, keyword: &str, expected: &str) -> InvalidSchema {
        invalid(self.at, format!("`{keyword}` must be {expected}"))
    }

    fn types(&self) -> Result<Types, InvalidSchema> {
        let named = |name: &Value| {
            name.as_str()
                .and_then(Types::named)
                .ok_or_else(|| self.wrong("type", "the name of a JSON type or a list of them"))
        };
        match self.map.get("type") {
            None => Ok(Types::ANY),
            Some(Value::Array(names)) => {
                names.iter().try_fold(Types::NONE, |types, name| Ok(types.with(named(name)?)))
            }
            Some(name) => named(name),
        }
    }

    fn values(&self) -> Result<Option<Vec<Value>>, InvalidSchema> {
        match (self.map.get("const"), self.map.get("enum")) {
            (Some(value), _) => Ok(Some(vec![value.clone()])),
            (None, Some(Value::Array(values))) => Ok(Some(values.clone())),
            (None, Some(_)) => Err(self.wrong("enum", "a list")),
            (None, None) => Ok(None),
        }
    }

    fn number(&self, keyword: &str) -> Result<Option<Number>, InvalidSchema> {
        match self.map.get(keyword) {
            None => Ok(None),
            Some(Value::Number(number)) => Ok(Some(Number::of(number))),
            Some(_) => Err(self.wrong(keyword, "a number")),
        }
    }

    fn count(&self, minimum: &str, maximum: &str) -> Result<Count, InvalidSchema> {
        let bound = |keyword: &str| match self.number(keyword)? {
            None => Ok(None),
            Some(Number::Int(count)) if count >= 0 => Ok(Some(u64::try_from(count).unwrap_or(u64::MAX))),
            Some(_) => Err(self.wrong(keyword, "a count")),
        };
        Ok(Count { minimum: bound(minimum)?, maximum: bound(maximum)? })
    }

    fn strings(&self, keyword: &str) -> Result<Vec<String>, InvalidSchema> {
        let Some(strings) = self.map.get(keyword) else {
            return Ok(Vec::new());
        };
        strings
            .as_array()
            .and_then(|strings| strings.iter().map(|string| string.as_str().map(str::to_owned)).collect())
            .ok_or_else(|| self.wrong(keyword, "a list of strings"))
    }

    fn regex(&self, keyword: &str, pattern: Option<&str>) -> Result<Regex, InvalidSchema> {
        let pattern = pattern.ok_or_else(|| self.wrong(keyword, "a string"))?;
        Regex::new(pattern).map_err(|error| {
            let problem =
                format!("`{pattern}` in `{keyword}` is not a supported regular expression: {error}");
            invalid(self.at, problem)
        })
    }
}

fn invalid(at: &str, problem: impl Into<String>) -> InvalidSchema {
    InvalidSchema { at: at.to_owned(), problem: problem.into() }
}

/// A reference is a URI fragment, so odd names in it are percent-encoded.
fn decode_percent(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn error(schema: Value) -> String {
        compile(&schema).expect_err("the schema is invalid").to_string()
    }

    #[test]
    fn says_where_a_schema_is_wrong() {
        assert_eq!(
            error(json!({ "properties": { "a": { "items": { "type": "text" } } } })),
            "invalid JSON Schema at `#/properties/a/items`: `type` must be the name of a JSON type \
             or a list of them"
        );
        assert_eq!(
            error(json!({ "minLength": -1 })),
            "invalid JSON Schema at `#`: `minLength` must be a count"
        );
        let pattern = error(json!({ "pattern": "(" }));
        assert!(
            pattern.starts_with(
                "invalid JSON Schema at `#`: `(` in `pattern` is not a supported regular \
                 expression: "
            ),
            "{pattern}"
        );
        for schema in [
            json!(1),
            json!({ "minimum": "1" }),
            json!({ "multipleOf": 0 }),
            json!({ "required": [1] }),
            json!({ "enum": "a" }),
            json!({ "anyOf": [] }),
            json!({ "properties": [] }),
            json!({ "patternProperties": { "[": true } }),
        ] {
            error(schema);
        }
    }

    #[test]
    fn refers_only_inside_the_document() {
        assert!(error(json!({ "$ref": "https://example.com/a" })).contains("same schema"));
        assert!(error(json!({ "$ref": "#/$defs/A" })).contains("points at nothing"));
        assert!(error(json!({ "$ref": "#anchor" })).contains("points at nothing"));
        let odd = json!({ "$ref": "#/$defs/a%20b~1c", "$defs": { "a b/c": { "type": "null" } } });
        assert!(compile(&odd).is_ok());
    }

    #[test]
    fn a_long_chain_of_references_is_refused() {
        let defs: Map<String, Value> = (0..100_000)
            .map(|n| (format!("d{n}"), json!({ "$ref": format!("#/$defs/d{}", n + 1) })))
            .collect();
        let schema = json!({ "$ref": "#/$defs/d0", "$defs": defs });
        assert!(error(schema).contains("nested too deeply"));
    }
}
