//! From the raw JSON of one argument to a checked Rust value.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::schema::check::{Checker, Violation};
use crate::schema::number::Number;

/// Decodes the argument `name` and enforces its schema.
///
/// A number such as `30.0` counts as an integer, as it does in JSON Schema. `null` is accepted
/// where the type has a value for it, whether or not the published schema says so.
///
/// # Errors
///
/// Every violation of the schema, or one that describes the schema if the type refuses a value
/// that the schema allows.
pub fn decode<T: DeserializeOwned>(
    raw: &RawValue,
    checker: &Checker,
    name: &str,
) -> Result<T, Vec<Violation>> {
    // For most arguments reading the type is the whole check, and no value tree is built.
    if (checker.is_trivial() || raw.get() == "null")
        && let Ok(decoded) = serde_json::from_str(raw.get())
    {
        return Ok(decoded);
    }
    let value = checked(raw, checker, name)?;
    let with_integers = contains_whole_float(&value).then(|| with_integers(value.clone()));
    // What was checked is what is decoded: the raw text may repeat a member, and a type may read
    // the first where the value tree holds the last.
    serde_json::from_value(value)
        .or_else(|error| with_integers.map_or(Err(error), serde_json::from_value))
        .map_err(|_| vec![refused(checker, name)])
}

fn checked(raw: &RawValue, checker: &Checker, name: &str) -> Result<Value, Vec<Violation>> {
    // Text that was sliced but cannot be a value is nested too deeply or holds half a character.
    let value = serde_json::from_str(raw.get()).map_err(|_| vec![refused(checker, name)])?;
    let violations = checker.check(&value, name);
    if violations.is_empty() { Ok(value) } else { Err(violations) }
}

/// The schema has nothing against the value but the type has. The words of serde's error are not
/// used: they repeat the value.
fn refused(checker: &Checker, name: &str) -> Violation {
    Violation { path: name.to_owned(), expected: format!("a valid value: {}", checker.expected()) }
}

fn contains_whole_float(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64() && Number::of(number).is_integer(),
        Value::Array(items) => items.iter().any(contains_whole_float),
        Value::Object(members) => members.values().any(contains_whole_float),
        _ => false,
    }
}

/// The same value with every `30.0` written as `30`.
fn with_integers(mut value: Value) -> Value {
    match &mut value {
        Value::Number(number) => return Number::of(number).to_json(),
        Value::Array(items) => {
            for item in items {
                *item = with_integers(item.take());
            }
        }
        Value::Object(members) => {
            for member in members.values_mut() {
                *member = with_integers(member.take());
            }
        }
        _ => {}
    }
    value
}

#[cfg(test)]
mod tests;
