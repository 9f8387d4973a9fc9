//! The limits that an author declares for one argument or form field, as schema keywords.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use crate::schema::number::Number;

/// Declared limits of one argument or form field.
#[derive(Clone, Copy, Debug, Default)]
pub struct Constraints {
    /// The least number allowed.
    pub minimum: Option<Number>,
    /// The greatest number allowed.
    pub maximum: Option<Number>,
    /// The number that every allowed number exceeds.
    pub exclusive_minimum: Option<Number>,
    /// The number that every allowed number stays below.
    pub exclusive_maximum: Option<Number>,
    /// The least count of characters, items or members.
    pub min_length: Option<usize>,
    /// The greatest count of characters, items or members.
    pub max_length: Option<usize>,
    /// A regular expression that strings match.
    pub pattern: Option<&'static str>,
}

impl Constraints {
    /// No limits.
    pub const NONE: Self = Self {
        minimum: None,
        maximum: None,
        exclusive_minimum: None,
        exclusive_maximum: None,
        min_length: None,
        max_length: None,
        pattern: None,
    };

    /// Writes these limits into `schema`. Limits that the type already has are only tightened.
    pub fn apply(&self, schema: &mut Value) {
        if *schema == Value::Bool(true) {
            *schema = json!({});
        }
        let Some(schema) = schema.as_object_mut() else {
            return;
        };
        let (min_length, max_length) = match schema.get("type").and_then(Value::as_str) {
            Some("array") => ("minItems", "maxItems"),
            Some("object") => ("minProperties", "maxProperties"),
            _ => ("minLength", "maxLength"),
        };
        raise(schema, "minimum", self.minimum);
        raise(schema, "exclusiveMinimum", self.exclusive_minimum);
        raise(schema, min_length, self.min_length.map(count));
        lower(schema, "maximum", self.maximum);
        lower(schema, "exclusiveMaximum", self.exclusive_maximum);
        lower(schema, max_length, self.max_length.map(count));
        if let Some(pattern) = self.pattern {
            add_pattern(schema, pattern);
        }
    }
}

fn count(length: usize) -> Number {
    Number::Int(length as i128)
}

fn raise(schema: &mut Map<String, Value>, keyword: &str, limit: Option<Number>) {
    tighten(schema, keyword, limit, Ordering::Greater);
}

fn lower(schema: &mut Map<String, Value>, keyword: &str, limit: Option<Number>) {
    tighten(schema, keyword, limit, Ordering::Less);
}

fn tighten(schema: &mut Map<String, Value>, keyword: &str, limit: Option<Number>, tighter: Ordering) {
    let Some(limit) = limit else { return };
    let present = schema.get(keyword).and_then(Value::as_number).map(Number::of);
    if present.is_none_or(|present| limit.compare(present) == tighter) {
        schema.insert(keyword.to_owned(), limit.to_json());
    }
}

/// A type may have a pattern of its own, and then both hold.
fn add_pattern(schema: &mut Map<String, Value>, pattern: &str) {
    if schema.contains_key("pattern") {
        let all_of = schema.entry("allOf").or_insert_with(|| json!([]));
        if let Some(all_of) = all_of.as_array_mut() {
            all_of.push(json!({ "pattern": pattern }));
        }
    } else {
        schema.insert("pattern".to_owned(), pattern.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(constraints: Constraints, mut schema: Value) -> Value {
        constraints.apply(&mut schema);
        schema
    }

    #[test]
    fn no_limits_change_nothing() {
        assert_eq!(applied(Constraints::NONE, json!({ "type": "string" })), json!({ "type": "string" }));
    }

    #[test]
    fn lengths_follow_the_type() {
        let limits = Constraints { min_length: Some(1), max_length: Some(3), ..Constraints::NONE };
        for (kind, min, max) in [
            ("string", "minLength", "maxLength"),
            ("array", "minItems", "maxItems"),
            ("object", "minProperties", "maxProperties"),
        ] {
            assert_eq!(applied(limits, json!({ "type": kind })), json!({ "type": kind, min: 1, max: 3 }));
        }
    }

    #[test]
    fn a_type_keeps_its_tighter_bound() {
        let limits = Constraints {
            minimum: Some(Number::Int(-5)),
            maximum: Some(Number::Int(10)),
            ..Constraints::NONE
        };
        assert_eq!(
            applied(limits, json!({ "type": "integer", "minimum": 0, "maximum": 255 })),
            json!({ "type": "integer", "minimum": 0, "maximum": 10 })
        );
    }

    #[test]
    fn floats_exclusive_bounds_and_patterns() {
        let limits = Constraints {
            exclusive_minimum: Some(Number::Float(0.5)),
            exclusive_maximum: Some(Number::Int(2)),
            ..Constraints::NONE
        };
        assert_eq!(
            applied(limits, json!({ "type": "number" })),
            json!({ "type": "number", "exclusiveMinimum": 0.5, "exclusiveMaximum": 2 })
        );
        let limits = Constraints { pattern: Some("^b"), ..Constraints::NONE };
        assert_eq!(applied(limits, json!(true)), json!({ "pattern": "^b" }));
        assert_eq!(
            applied(limits, json!({ "pattern": "a$" })),
            json!({ "pattern": "a$", "allOf": [{ "pattern": "^b" }] })
        );
    }
}
