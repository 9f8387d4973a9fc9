//! Equality of JSON values as JSON Schema defines it: numbers by value, objects without order.

use std::collections::HashSet;
use std::fmt::Write;

use serde_json::Value;

use crate::schema::number::Number;

/// Whether two values are the same to JSON Schema.
pub(super) fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Number::of(a).compare(Number::of(b)).is_eq(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| equal(a, b)))
        }
        _ => a == b,
    }
}

/// Whether no item equals another. One pass: a long array must not cost its square.
pub(super) fn all_differ(items: &[Value]) -> bool {
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().all(|item| {
        let mut text = String::new();
        write_canonical(item, &mut text);
        seen.insert(text)
    })
}

/// Writes the same text for equal values and different text for different ones.
fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Number(number) => {
            // Writing to a string cannot fail.
            let _ = write!(out, "{}", Number::of(number));
        }
        Value::Array(items) => {
            out.push('[');
            for item in items {
                write_canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            out.push('{');
            for (name, member) in members {
                let _ = write!(out, "{}:", Value::from(name.as_str()));
                write_canonical(member, out);
                out.push(',');
            }
            out.push('}');
        }
        scalar => {
            let _ = write!(out, "{scalar}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_equal_by_value() {
        assert!(equal(&json!({ "a": [1, 2.0] }), &json!({ "a": [1.0, 2] })));
        assert!(!equal(&json!(1), &json!("1")));
        assert!(!equal(&json!({ "a": 1 }), &json!({ "b": 1 })));
    }

    #[test]
    fn finds_repeated_items() {
        let items = |value: Value| value.as_array().cloned().unwrap_or_default();
        assert!(all_differ(&items(json!([1, "1", [1], { "a": 1 }, null, true]))));
        assert!(!all_differ(&items(json!([1, 2, 1.0]))));
        assert!(!all_differ(&items(json!([{ "a": 1, "b": 2 }, { "b": 2.0, "a": 1 }]))));
        assert!(all_differ(&items(json!([["a", "b"], ["a\",\"b"]]))));
    }
}
