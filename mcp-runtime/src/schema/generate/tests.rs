//! Tests of the rendered schemas.

use std::collections::{BTreeMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::schema::{Constraints, Number, Property, object, of, output_of, schema_of};

fn property<T: JsonSchema>(name: &'static str, required: bool) -> Property {
    Property {
        name,
        description: None,
        required,
        default: None,
        constraints: Constraints::NONE,
        schema: schema_of::<T>,
    }
}

/// The schema of one optional property.
fn optional<T: JsonSchema>() -> Value {
    object(&[property::<T>("a", false)])["properties"]["a"].clone()
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Colour {
    Red,
    Green,
}

/// How fast.
#[derive(Serialize, Deserialize, JsonSchema)]
enum Speed {
    /// Takes days.
    Slow,
    /// Takes hours.
    Fast,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    label: String,
    children: Vec<Tree>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Shape {
    Circle { radius: f64 },
    Square { side: u32 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Order")]
struct Order {
    id: u32,
    note: Option<String>,
    extra: Value,
    #[serde(skip_serializing, rename = "secret")]
    _secret: i64,
}

#[test]
fn no_property_allows_no_member() {
    assert_eq!(object(&[]), json!({ "type": "object", "additionalProperties": false }));
}

#[test]
fn an_object_of_properties() {
    let mut count = property::<u32>("count", true);
    count.description = Some("How many.");
    count.constraints = Constraints { maximum: Some(Number::Int(10)), ..Constraints::NONE };
    let mut title = property::<String>("title", true);
    title.constraints = Constraints { max_length: Some(80), ..Constraints::NONE };
    let mut depth = property::<u8>("depth", false);
    depth.default = Some(json!(3));
    assert_eq!(
        object(&[title, count, depth, property::<Option<f64>>("ratio", false)]),
        json!({
            "type": "object",
            "properties": {
                "title": { "type": "string", "maxLength": 80 },
                "count": {
                    "type": "integer", "minimum": 0, "maximum": 10, "description": "How many."
                },
                "depth": { "type": "integer", "minimum": 0, "maximum": 255, "default": 3 },
                "ratio": { "type": "number" }
            },
            "required": ["title", "count"]
        })
    );
    assert_eq!(object(&[property::<i32>("a", false)]).get("required"), None);
}

#[test]
fn an_optional_property_does_not_mention_null() {
    assert_eq!(optional::<Option<String>>(), json!({ "type": "string" }));
    assert_eq!(optional::<Option<Colour>>(), json!({ "type": "string", "enum": ["Red", "Green"] }));
    assert_eq!(optional::<Option<Shape>>(), optional::<Shape>());
    assert_eq!(optional::<Option<Speed>>(), optional::<Speed>());
    assert_eq!(optional::<Option<Value>>(), json!({}));
    assert_eq!(
        object(&[property::<Option<String>>("a", true)])["properties"]["a"],
        json!({ "type": ["string", "null"] })
    );
}

#[test]
fn limits_reach_the_content_of_an_option() {
    let mut tags = property::<Option<Vec<String>>>("tags", false);
    tags.constraints = Constraints { max_length: Some(3), ..Constraints::NONE };
    assert_eq!(
        object(&[tags])["properties"]["tags"],
        json!({ "type": "array", "items": { "type": "string" }, "maxItems": 3 })
    );
}

#[test]
fn formats_of_rust_types_go_and_standard_ones_stay() {
    assert_eq!(
        of::<(i64, f32, std::net::Ipv4Addr, std::net::IpAddr)>(),
        json!({
            "type": "array",
            "prefixItems": [
                { "type": "integer" },
                { "type": "number" },
                { "type": "string", "format": "ipv4" },
                { "type": "string" }
            ],
            "minItems": 4,
            "maxItems": 4
        })
    );
    assert_eq!(
        of::<BTreeMap<String, HashSet<u64>>>(),
        json!({
            "type": "object",
            "additionalProperties": {
                "type": "array", "uniqueItems": true, "items": { "type": "integer", "minimum": 0 }
            }
        })
    );
}

#[test]
fn enums_stay_as_they_are_given() {
    assert_eq!(of::<Colour>(), json!({ "type": "string", "enum": ["Red", "Green"] }));
    assert_eq!(
        of::<Speed>(),
        json!({
            "description": "How fast.",
            "oneOf": [
                { "type": "string", "const": "Slow", "description": "Takes days." },
                { "type": "string", "const": "Fast", "description": "Takes hours." }
            ]
        })
    );
    assert_eq!(of::<Shape>()["oneOf"][1]["properties"]["kind"]["const"], json!("Square"));
}

#[test]
fn a_recursive_type_refers_to_the_root_definitions() {
    let tree = json!({
        "type": "object",
        "properties": {
            "label": { "type": "string" },
            "children": { "type": "array", "items": { "$ref": "#/$defs/Tree" } }
        },
        "required": ["label", "children"]
    });
    let mut whole = tree.clone();
    whole["$defs"] = json!({ "Tree": tree });
    assert_eq!(of::<Tree>(), whole);
    let both = object(&[property::<Tree>("a", true), property::<Vec<Tree>>("b", true)]);
    assert_eq!(both["$defs"], json!({ "Tree": tree }));
    assert_eq!(both["properties"]["a"], tree);
    assert_eq!(both["properties"]["b"], json!({ "type": "array", "items": tree }));
}

#[test]
fn input_and_output_differ_where_serde_does() {
    let id = json!({ "type": "integer", "minimum": 0 });
    let note = json!({ "type": ["string", "null"] });
    assert_eq!(
        of::<Order>(),
        json!({
            "type": "object",
            "properties": {
                "id": id, "note": note, "extra": {}, "secret": { "type": "integer", "writeOnly": true }
            },
            "required": ["id", "extra", "secret"]
        })
    );
    assert_eq!(
        output_of::<Order>(),
        json!({
            "type": "object",
            "properties": { "id": id, "note": note, "extra": {} },
            "required": ["id", "note", "extra"]
        })
    );
    assert_eq!(of::<Value>(), json!({}));
}
