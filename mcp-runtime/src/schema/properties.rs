//! Properties that hold for any JSON and any generated schema.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::schema::{Checker, Constraints, Property, decode, schema_of};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-3_i64..300).prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-3_i16..300).prop_map(|whole| Value::from(f64::from(whole))),
        "[a-cé\"\\\\\n]{0,4}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-c]{0,2}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Schemas that use every keyword, in combinations that nobody would write.
fn any_schema() -> impl Strategy<Value = Value> {
    let types =
        prop::sample::select(vec!["string", "integer", "number", "boolean", "array", "object", "null"]);
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        types.prop_map(|name| json!({ "type": name })),
        (any_json(), any_json()).prop_map(|(a, b)| json!({ "enum": [a, b] })),
        any_json().prop_map(|value| json!({ "const": value })),
        (-3_i64..9, 1_i64..4).prop_map(|(n, m)| json!({ "minimum": n, "multipleOf": m })),
        (0_u64..3, 0_u64..3).prop_map(|(a, b)| json!({
            "minLength": a, "maxItems": b, "maxProperties": b, "uniqueItems": true
        })),
        Just(json!({ "pattern": "^a+$", "format": "uint8" })),
        Just(json!({ "$ref": "#" })),
        Just(json!({ "required": ["a"], "propertyNames": { "maxLength": 1 } })),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        let many = prop::collection::vec(inner.clone(), 1..3);
        prop_oneof![
            (inner.clone(), many.clone()).prop_map(|(items, prefix)| json!({
                "prefixItems": prefix, "items": items
            })),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, rest)| json!({
                "properties": { "a": a }, "patternProperties": { "b": b },
                "additionalProperties": rest
            })),
            many.clone().prop_map(|branches| json!({ "anyOf": branches })),
            many.clone().prop_map(|branches| json!({ "oneOf": branches })),
            many.prop_map(|branches| json!({ "allOf": branches })),
            inner.prop_map(|schema| json!({ "not": schema })),
        ]
    })
}

/// Decoding a trivial type accepts exactly what serde accepts, and whole floats for integers.
fn agrees_with_serde<T>(value: &Value) -> Result<(), TestCaseError>
where
    T: DeserializeOwned + JsonSchema + Debug + PartialEq,
{
    let property = Property {
        name: "arg",
        description: None,
        required: true,
        default: None,
        constraints: Constraints::NONE,
        schema: schema_of::<T>,
    };
    let checker = property.checker().expect("the schema is valid");
    prop_assert!(checker.is_trivial());
    let text = value.to_string();
    let raw: &RawValue = serde_json::from_str(&text).expect("the text is JSON");
    let decoded = decode::<T>(raw, &checker, "arg");
    match serde_json::from_str::<T>(&text) {
        Ok(expected) => {
            prop_assert_eq!(decoded.as_ref(), Ok(&expected));
            prop_assert_eq!(checker.check(value, "arg"), []);
        }
        Err(_) => match decoded {
            Ok(_) => prop_assert!(text.contains(".0") || text.contains('e'), "{}", text),
            Err(violations) => prop_assert!(!violations.is_empty()),
        },
    }
    Ok(())
}

proptest! {
    #[test]
    fn checking_never_panics(schema in any_schema(), value in any_json()) {
        let checker = Checker::compile(&schema).expect("the schema is valid");
        let _ = checker.expected();
        // Schemas that refer to themselves in every branch use up any number of steps.
        let violations = checker.check_within(10_000, &value, "arg");
        // The second run finds the same: checking has no state.
        prop_assert_eq!(violations, checker.check_within(10_000, &value, "arg"));
    }

    #[test]
    fn compiling_never_panics(schema in any_json()) {
        let _ = Checker::compile(&schema);
    }

    #[test]
    fn a_negation_accepts_what_the_schema_refuses(schema in any_schema(), value in any_json()) {
        // A reference to the root would mean another schema inside the negation.
        if schema.to_string().contains("$ref") {
            return Ok(());
        }
        let checker = Checker::compile(&schema).expect("the schema is valid");
        let negated = Checker::compile(&json!({ "not": schema })).expect("the schema is valid");
        prop_assert_eq!(
            checker.check(&value, "arg").is_empty(),
            !negated.check(&value, "arg").is_empty()
        );
    }

    #[test]
    fn decoding_agrees_with_serde(value in any_json()) {
        agrees_with_serde::<String>(&value)?;
        agrees_with_serde::<bool>(&value)?;
        agrees_with_serde::<i8>(&value)?;
        agrees_with_serde::<u8>(&value)?;
        agrees_with_serde::<i32>(&value)?;
        agrees_with_serde::<u32>(&value)?;
        agrees_with_serde::<i64>(&value)?;
        agrees_with_serde::<u64>(&value)?;
        agrees_with_serde::<f64>(&value)?;
        agrees_with_serde::<Value>(&value)?;
        agrees_with_serde::<Vec<i32>>(&value)?;
        agrees_with_serde::<BTreeMap<String, u8>>(&value)?;
    }
}
