//! A value from a peer against a schema.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mcp_runtime::schema::Checker;

static CHECKER: LazyLock<Checker> = LazyLock::new(|| {
    let schema = serde_json::json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "minLength": 1, "pattern": "^[a-z]+$" },
            "next": { "$ref": "#/$defs/node" },
            "many": { "type": "array", "items": { "type": "integer", "maximum": 9 }, "uniqueItems": true },
        },
        "required": ["name"],
        "$defs": { "node": { "anyOf": [{ "type": "null" }, { "type": "array", "items": { "$ref": "#/$defs/node" } }] } },
    });
    Checker::compile(&schema).expect("a schema")
});

fuzz_target!(|text: &[u8]| {
    if let Ok(value) = serde_json::from_slice(text) {
        let _ = CHECKER.check(&value, "value");
    }
});
