//! Tests of the checker.

use serde_json::{Value, json};

use crate::schema::Checker;

/// The violations of `value`, as lines of text.
fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let checker = Checker::compile(schema).expect("the schema is valid");
    checker.check(value, "arg").iter().map(ToString::to_string).collect()
}

#[track_caller]
fn fits(schema: &Value, value: Value) {
    assert_eq!(violations(schema, &value), Vec::<String>::new(), "{value}");
}

#[track_caller]
fn fails(schema: &Value, value: Value, expected: &[&str]) {
    assert_eq!(violations(schema, &value), expected, "{value}");
}

#[test]
fn types() {
    for (name, value, words) in [
        ("string", json!("a"), "a string"),
        ("boolean", json!(true), "a boolean"),
        ("integer", json!(1), "an integer"),
        ("number", json!(1.5), "a number"),
        ("array", json!([]), "an array"),
        ("object", json!({}), "an object"),
        ("null", json!(null), "null"),
    ] {
        let schema = json!({ "type": name });
        fits(&schema, value.clone());
        let other = if name == "string" { json!(0) } else { json!("secret") };
        fails(&schema, other, &[&format!("arg: expected {words}")]);
    }
    fits(&json!({ "type": "integer" }), json!(30.0));
    fits(&json!({ "type": "number" }), json!(30));
    fails(&json!({ "type": "integer" }), json!(30.5), &["arg: expected an integer"]);
    let either = json!({ "type": ["string", "null"] });
    fits(&either, json!(null));
    fails(&either, json!(1), &["arg: expected a string or null"]);
}

#[test]
fn numbers() {
    let closed = json!({ "type": "integer", "minimum": 1, "maximum": 10 });
    fits(&closed, json!(1));
    fits(&closed, json!(10.0));
    fails(&closed, json!(0), &["arg: expected an integer from 1 to 10"]);
    fails(&closed, json!(11), &["arg: expected an integer from 1 to 10"]);
    let open = json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1 });
    fits(&open, json!(0.5));
    for value in [json!(0), json!(0.0), json!(1)] {
        fails(&open, value, &["arg: expected a number greater than 0 and less than 1"]);
    }
    let step = json!({ "type": "integer", "multipleOf": 5 });
    fits(&step, json!(-10));
    fails(&step, json!(12), &["arg: expected an integer, a multiple of 5"]);
}

#[test]
fn a_format_of_a_rust_type_bounds_the_integer() {
    let schema = json!({ "type": "integer", "format": "uint8", "minimum": 0 });
    fails(&schema, json!("a"), &["arg: expected an integer of at least 0"]);
    fails(&schema, json!(256), &["arg: expected an integer from 0 to 255"]);
    let schema = json!({ "type": "integer", "format": "int32" });
    fits(&schema, json!(i32::MIN));
    fails(&schema, json!("a"), &["arg: expected an integer"]);
    fails(&schema, json!(i64::MAX), &["arg: expected an integer from -2147483648 to 2147483647"]);
}

#[test]
fn strings() {
    let schema = json!({ "type": "string", "minLength": 2, "maxLength": 3, "pattern": "^[a-zé]*$" });
    fits(&schema, json!("éé"));
    fits(&schema, json!("ééé"));
    fails(
        &schema,
        json!("É"),
        &["arg: expected 2 to 3 characters", "arg: expected a string that matches `^[a-zé]*$`"],
    );
    fails(&json!({ "maxLength": 80 }), json!("x".repeat(81)), &["arg: expected at most 80 characters"]);
    // A format is an annotation.
    fits(&json!({ "type": "string", "format": "date" }), json!("no date"));
}

#[test]
fn arrays() {
    let schema = json!({
        "type": "array", "items": { "type": "integer" }, "minItems": 1, "maxItems": 2,
        "uniqueItems": true
    });
    fits(&schema, json!([1, 2]));
    fails(&schema, json!([]), &["arg: expected 1 to 2 items"]);
    fails(
        &schema,
        json!([1, "a", 1.0]),
        &[
            "arg: expected 1 to 2 items",
            "arg: expected items that differ from each other",
            "arg[1]: expected an integer",
        ],
    );
    let tuple = json!({ "prefixItems": [{ "type": "string" }], "items": { "type": "null" } });
    fits(&tuple, json!(["a", null]));
    fails(&tuple, json!([1, 2]), &["arg[0]: expected a string", "arg[1]: expected null"]);
    fails(
        &json!({ "prefixItems": [true], "items": false }),
        json!([1, 2]),
        &["arg[1]: expected nothing here"],
    );
}

#[test]
fn objects() {
    let schema = json!({
        "type": "object",
        "properties": {
            "items": { "type": "array", "items": {
                "type": "object",
                "properties": { "price": { "type": "number", "minimum": 0 } },
                "required": ["price"]
            } },
            "title": { "type": "string" }
        },
        "required": ["title", "items"]
    });
    fits(&schema, json!({ "title": "a", "items": [{ "price": 1 }], "more": 1 }));
    fails(
        &schema,
        json!({ "items": [{ "price": 1 }, {}, { "price": -1 }] }),
        &[
            "arg.title: expected a string (required)",
            "arg.items[1].price: expected a number of at least 0 (required)",
            "arg.items[2].price: expected a number of at least 0",
        ],
    );
    let closed = json!({ "properties": { "a": true }, "additionalProperties": false });
    fits(&closed, json!({ "a": 1 }));
    fails(&closed, json!({ "b c": 1 }), &["arg[\"b c\"]: expected no member of this name"]);
    let map = json!({
        "patternProperties": { "^x-": { "type": "string" } },
        "additionalProperties": { "type": "integer" },
        "propertyNames": { "maxLength": 3 },
        "maxProperties": 2
    });
    fits(&map, json!({ "x-a": "a", "b": 1 }));
    fails(
        &map,
        json!({ "b": "c", "long": 1, "x-a": 1 }),
        &[
            "arg: expected at most 2 members",
            "arg.b: expected an integer",
            "arg.long: expected at most 3 characters",
            "arg.x-a: expected a string",
        ],
    );
    fails(&json!({ "required": ["a"] }), json!({}), &["arg.a: expected a value (required)"]);
}

#[test]
fn choices() {
    let schema = json!({ "type": "string", "enum": ["red", "green"] });
    fits(&schema, json!("red"));
    fails(&schema, json!("blue"), &["arg: expected one of \"red\", \"green\""]);
    fails(&schema, json!(1), &["arg: expected one of \"red\", \"green\""]);
    fits(&json!({ "const": 1 }), json!(1.0));
    fails(&json!({ "const": 1 }), json!(2), &["arg: expected 1"]);
    fails(&json!({ "not": { "const": 0 } }), json!(0), &["arg: expected a value other than 0"]);
    fits(&json!({ "not": { "const": 0 } }), json!(1));
}

#[test]
fn unions() {
    let schema = json!({ "anyOf": [
        { "type": "string", "maxLength": 1 }, { "type": "integer" }, { "type": "null" }
    ] });
    fits(&schema, json!(1));
    fails(&schema, json!("ab"), &["arg: expected at most 1 character"]);
    fails(&schema, json!([]), &["arg: expected a string of at most 1 character, an integer or null"]);
    let exclusive = json!({ "oneOf": [{ "type": "integer" }, { "minimum": 5 }] });
    fits(&exclusive, json!(1));
    fails(&exclusive, json!(6), &["arg: expected exactly one of: an integer or any value"]);
    let all = json!({ "allOf": [{ "minimum": 1 }, { "maximum": 2 }] });
    fits(&all, json!(2));
    fails(&all, json!(3), &["arg: expected a number of at most 2"]);
}

#[test]
fn the_branch_that_was_meant_explains_the_failure() {
    let tagged = json!({ "oneOf": [
        { "type": "object", "properties": {
            "kind": { "const": "circle" }, "radius": { "type": "number" }
        }, "required": ["kind", "radius"] },
        { "type": "object", "properties": {
            "kind": { "const": "square" }, "side": { "type": "number" }
        }, "required": ["kind", "side"] }
    ] });
    fits(&tagged, json!({ "kind": "square", "side": 1 }));
    fails(&tagged, json!({ "kind": "circle" }), &["arg.radius: expected a number (required)"]);
    fails(&tagged, json!({ "kind": "line" }), &["arg: expected an object"]);
    let named = json!({ "oneOf": [
        { "type": "object", "properties": { "A": { "type": "string" } }, "required": ["A"] },
        { "type": "object", "properties": { "B": { "type": "integer" } }, "required": ["B"] }
    ] });
    fails(&named, json!({ "B": "x" }), &["arg.B: expected an integer"]);
}

#[test]
fn recursion() {
    let schema = json!({
        "$ref": "#/$defs/Tree",
        "$defs": { "Tree": {
            "type": "object",
            "properties": { "children": { "type": "array", "items": { "$ref": "#/$defs/Tree" } } },
            "required": ["children"]
        } }
    });
    fits(&schema, json!({ "children": [{ "children": [] }] }));
    fails(
        &schema,
        json!({ "children": [{ "children": [1] }] }),
        &["arg.children[0].children[0]: expected an object"],
    );
}

#[test]
fn a_schema_without_end_ends() {
    fails(&json!({ "$ref": "#" }), json!(1), &["arg: expected a simpler value, with less nesting"]);
    fails(
        &json!({ "not": { "$ref": "#" } }),
        json!(1),
        &["arg: expected a simpler value, with less nesting"],
    );
    let mut value = json!(1);
    for _ in 0..1_000 {
        value = Value::Array(vec![value]);
    }
    assert_eq!(violations(&json!({ "items": { "$ref": "#" } }), &value).len(), 1);
    // Each level doubles the work, so only the limit on steps ends it.
    let doubling = json!({ "anyOf": [
        { "items": { "$ref": "#" }, "maxItems": 1 },
        { "items": { "$ref": "#" }, "minItems": 1 }
    ], "type": "array" });
    let mut value = json!(1);
    for _ in 0..60 {
        value = Value::Array(vec![value]);
    }
    let checker = Checker::compile(&doubling).expect("the schema is valid");
    let found = checker.check_within(10_000, &value, "arg");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].to_string(), "arg: expected a simpler value, with less nesting");
}

#[test]
fn violations_are_all_reported_up_to_a_limit() {
    let schema = json!({ "items": { "type": "string" } });
    assert_eq!(violations(&schema, &json!([1, "a", 2])).len(), 2);
    assert_eq!(violations(&schema, &json!(vec![1; 1000])).len(), 64);
}

#[test]
fn a_missing_value_is_described() {
    let checker = Checker::compile(&json!({ "type": "string" })).expect("the schema is valid");
    assert_eq!(checker.missing("title").to_string(), "title: expected a string (required)");
}
