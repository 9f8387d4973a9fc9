//! Tests of decoding.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::schema::{Checker, Constraints, Number, Property, decode, schema_of};

fn property<T: JsonSchema>() -> Property {
    Property {
        name: "arg",
        description: None,
        required: true,
        default: None,
        constraints: Constraints::NONE,
        schema: schema_of::<T>,
    }
}

fn checker(property: &Property) -> Checker {
    property.checker().expect("the schema is valid")
}

fn decoded<T: DeserializeOwned>(property: &Property, text: &str) -> Result<T, Vec<String>> {
    let raw: &RawValue = serde_json::from_str(text).expect("the text is JSON");
    decode(raw, &checker(property), "arg")
        .map_err(|violations| violations.iter().map(ToString::to_string).collect())
}

#[track_caller]
fn reads<T: DeserializeOwned + JsonSchema + Debug + PartialEq>(text: &str, expected: T) {
    assert_eq!(decoded::<T>(&property::<T>(), text), Ok(expected), "{text}");
}

#[track_caller]
fn refuses<T: DeserializeOwned + JsonSchema + Debug + PartialEq>(text: &str, expected: &str) {
    assert_eq!(
        decoded::<T>(&property::<T>(), text),
        Err(vec![format!("arg: expected {expected}")]),
        "{text}"
    );
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Item {
    price: u32,
    #[serde(default)]
    note: Option<String>,
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
enum Colour {
    Red,
    Green,
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Tree {
    children: Vec<Tree>,
}

#[test]
fn types_that_serde_enforces_are_trivial() {
    fn is_trivial<T: JsonSchema>() -> bool {
        checker(&property::<T>()).is_trivial()
    }
    assert!(is_trivial::<String>());
    assert!(is_trivial::<bool>());
    assert!(is_trivial::<u8>() && is_trivial::<i16>() && is_trivial::<u32>());
    assert!(is_trivial::<i64>() && is_trivial::<usize>() && is_trivial::<u128>());
    assert!(is_trivial::<f32>() && is_trivial::<f64>());
    assert!(is_trivial::<Vec<Vec<i32>>>());
    assert!(is_trivial::<Value>());
    assert!(is_trivial::<BTreeMap<String, u64>>());
    assert!(!is_trivial::<char>());
    assert!(!is_trivial::<HashSet<i32>>());
    assert!(!is_trivial::<std::num::NonZeroU32>() && !is_trivial::<std::num::NonZeroI32>());
    assert!(!is_trivial::<(i32, i32)>());
    assert!(!is_trivial::<Item>());
    assert!(!is_trivial::<Colour>());
    assert!(!is_trivial::<Tree>());

    let mut limited = property::<Option<i32>>();
    limited.required = false;
    assert!(checker(&limited).is_trivial());
    limited.constraints = Constraints { minimum: Some(Number::Int(0)), ..Constraints::NONE };
    assert!(!checker(&limited).is_trivial());
}

#[test]
fn reads_values() {
    reads("\"a\\n\"", "a\n".to_owned());
    reads("-5", -5_i8);
    reads("340282366920938463463374607431768211455", u128::MAX);
    reads("2", 2.0_f64);
    reads("[[1], []]", vec![vec![1_i32], vec![]]);
    reads(r#"{ "price": 3 }"#, Item { price: 3, note: None });
    reads(r#"{ "price": 3, "note": null }"#, Item { price: 3, note: None });
    reads("\"Green\"", Colour::Green);
    reads(r#"{ "children": [{ "children": [] }] }"#, Tree { children: vec![Tree { children: Vec::new() }] });
}

#[test]
fn a_whole_float_is_an_integer() {
    reads("30.0", 30_i32);
    reads("3e2", 300_u64);
    reads("[1.0, 2]", vec![1_u8, 2]);
    reads(r#"{ "price": 30.0 }"#, Item { price: 30, note: None });
    reads("1e18", 1_000_000_000_000_000_000_i64);
    // A type that takes floats still gets one.
    reads("2.0", serde_json::json!(2.0));
    refuses::<i32>("30.5", "an integer");
    refuses::<u8>("256.0", "an integer from 0 to 255");
    refuses::<i32>("1e300", "an integer");
}

#[test]
fn refuses_without_repeating_the_value() {
    refuses::<String>("12345", "a string");
    refuses::<u32>("-12345", "an integer of at least 0");
    refuses::<u32>("4294967296", "an integer from 0 to 4294967295");
    refuses::<bool>("\"secret\"", "a boolean");
    refuses::<Colour>("\"Secret\"", "one of \"Red\", \"Green\"");
    refuses::<Colour>(r#"{ "Red": null }"#, "one of \"Red\", \"Green\"");
    refuses::<std::net::Ipv4Addr>("\"secret\"", "a valid value: a string in the format `ipv4`");
    refuses::<f64>("1e400", "a valid value: a number");
    assert_eq!(
        decoded::<Item>(&property::<Item>(), r#"[3, "secret"]"#),
        Err(vec!["arg: expected an object".to_owned()]),
        "a derived type alone would read an array"
    );
    assert_eq!(
        decoded::<Vec<Item>>(&property::<Vec<Item>>(), r#"[{}, { "note": 1, "price": "secret" }]"#),
        Err(vec![
            "arg[0].price: expected an integer of at least 0 (required)".to_owned(),
            "arg[1].note: expected a string or null".to_owned(),
            "arg[1].price: expected an integer of at least 0".to_owned(),
        ])
    );
}

#[test]
fn declared_limits_are_enforced() {
    let mut count = property::<i32>();
    count.constraints =
        Constraints { minimum: Some(Number::Int(1)), maximum: Some(Number::Int(10)), ..Constraints::NONE };
    assert_eq!(decoded(&count, "10"), Ok(10));
    assert_eq!(decoded::<i32>(&count, "11"), Err(vec!["arg: expected an integer from 1 to 10".to_owned()]));
    let mut title = property::<String>();
    title.constraints = Constraints { max_length: Some(2), pattern: Some("^é"), ..Constraints::NONE };
    assert_eq!(decoded(&title, "\"éé\""), Ok("éé".to_owned()));
    assert_eq!(
        decoded::<String>(&title, "\"abc\""),
        Err(vec![
            "arg: expected at most 2 characters".to_owned(),
            "arg: expected a string that matches `^é`".to_owned(),
        ])
    );
    title.constraints.pattern = Some("(");
    assert!(title.checker().is_err());
}

#[test]
fn null_is_none() {
    let mut property = property::<Option<String>>();
    property.required = false;
    property.constraints = Constraints { min_length: Some(1), ..Constraints::NONE };
    assert_eq!(decoded::<Option<String>>(&property, "null"), Ok(None));
    assert_eq!(decoded(&property, "\"a\""), Ok(Some("a".to_owned())));
    assert_eq!(
        decoded::<Option<String>>(&property, "\"\""),
        Err(vec!["arg: expected at least 1 character".to_owned()])
    );
    refuses::<String>("null", "a string");
}

#[test]
fn what_was_checked_is_what_is_decoded() {
    let text = r#"{ "price": 1, "price": 2 }"#;
    reads(text, Item { price: 2, note: None });
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    refuses::<Value>(&deep, "a valid value: any value");
    let deep = format!("{}{}", r#"{"children":["#.repeat(100_000), "]}".repeat(100_000));
    refuses::<Tree>(&deep, "a valid value: an object");
}
