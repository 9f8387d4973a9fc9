//! What a schema expects, in words made of schema facts only.

use serde_json::Value;

use crate::schema::node::{Count, Id, Node, Range, Types};
use crate::schema::number::Number;

/// Unions inside unions are described this far down.
const DEEPEST: usize = 4;

/// What the node expects, such as `an integer from 1 to 10`.
pub(super) fn node(nodes: &[Node], id: Id) -> String {
    described(nodes, id, 0)
}

/// A number within bounds, such as `an integer of at least 1`.
pub(super) fn number(types: Types, range: Range, multiple_of: Option<Number>) -> String {
    let noun = if types.has(Types::NUMBER) { "a number" } else { "an integer" };
    let mut text = match (range.minimum, range.maximum) {
        (Some(min), Some(max)) if min.compare(max).is_eq() => min.to_string(),
        (Some(min), Some(max)) => format!("{noun} from {min} to {max}"),
        (Some(min), None) => format!("{noun} of at least {min}"),
        (None, Some(max)) => format!("{noun} of at most {max}"),
        (None, None) => noun.to_owned(),
    };
    let exclusive = [("greater than", range.exclusive_minimum), ("less than", range.exclusive_maximum)];
    let mut joint = " ";
    for (words, bound) in exclusive {
        if let Some(bound) = bound {
            text.push_str(&format!("{joint}{words} {bound}"));
            joint = " and ";
        }
    }
    if let Some(step) = multiple_of {
        text.push_str(&format!(", a multiple of {step}"));
    }
    text
}

/// A bounded count, such as `at most 80 characters`.
pub(super) fn count(count: Count, singular: &str) -> String {
    let plural = |n: u64| {
        if n == 1 { format!("1 {singular}") } else { format!("{n} {singular}s") }
    };
    match (count.minimum, count.maximum) {
        (Some(min), Some(max)) if min == max => format!("exactly {}", plural(min)),
        (Some(min), Some(max)) => format!("{min} to {}", plural(max)),
        (Some(min), None) => format!("at least {}", plural(min)),
        (None, Some(max)) => format!("at most {}", plural(max)),
        (None, None) => format!("any number of {singular}s"),
    }
}

/// A closed choice, such as `one of "red", "green"`.
pub(super) fn values(values: &[Value]) -> String {
    let listed: Vec<String> = values.iter().map(Value::to_string).collect();
    match listed.as_slice() {
        [only] => only.clone(),
        _ => format!("one of {}", listed.join(", ")),
    }
}

/// One of several schemas, such as `a string or null`.
pub(super) fn union(nodes: &[Node], branches: &[Id]) -> String {
    described_union(nodes, branches, 0)
}

/// A string that matches, such as ``a string that matches `^a` ``.
pub(super) fn pattern(pattern: &str) -> String {
    format!("a string that matches `{pattern}`")
}

fn described(nodes: &[Node], id: Id, depth: usize) -> String {
    let node = &nodes[id];
    if node.never {
        return "nothing".to_owned();
    }
    if depth >= DEEPEST {
        return "a value that fits the schema".to_owned();
    }
    if let Some(allowed) = &node.values {
        return values(allowed);
    }
    if node.types != Types::ANY {
        let mut names: Vec<String> = Types::NAMES
            .iter()
            // An integer is a number, so only one of the two is named.
            .filter(|(_, types, _)| {
                node.types.has(*types) && !(*types == Types::INTEGER && node.types.has(Types::NUMBER))
            })
            .map(|(name, _, words)| of_type(node, name, words))
            .collect();
        return alternatives(&mut names);
    }
    if let Some(target) = node.reference {
        return described(nodes, target, depth + 1);
    }
    for branches in [&node.one_of, &node.any_of, &node.all_of] {
        if !branches.is_empty() {
            return described_union(nodes, branches, depth + 1);
        }
    }
    "any value".to_owned()
}

fn described_union(nodes: &[Node], branches: &[Id], depth: usize) -> String {
    let closed: Option<Vec<Value>> = branches
        .iter()
        .map(|branch| nodes[*branch].values.clone())
        .collect::<Option<Vec<_>>>()
        .map(|values| values.concat());
    if let Some(closed) = closed {
        return values(&closed);
    }
    let mut texts: Vec<String> = Vec::new();
    for branch in branches {
        let text = described(nodes, *branch, depth + 1);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    alternatives(&mut texts)
}

fn of_type(node: &Node, name: &str, words: &str) -> String {
    match name {
        "string" => {
            let mut text = words.to_owned();
            if node.length.is_bounded() {
                text.push_str(&format!(" of {}", count(node.length, "character")));
            }
            if let Some(format) = &node.format {
                text.push_str(&format!(" in the format `{format}`"));
            }
            if let Some(pattern) = &node.pattern {
                text.push_str(&format!(" that matches `{}`", pattern.as_str()));
            }
            text
        }
        "integer" | "number" => number(node.types, node.range, node.multiple_of),
        "array" if node.item_count.is_bounded() => {
            format!("{words} of {}", count(node.item_count, "item"))
        }
        "object" if node.member_count.is_bounded() => {
            format!("{words} of {}", count(node.member_count, "member"))
        }
        _ => words.to_owned(),
    }
}

fn alternatives(texts: &mut Vec<String>) -> String {
    match texts.pop() {
        Some(last) if texts.is_empty() => last,
        Some(last) => format!("{} or {last}", texts.join(", ")),
        None => "nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::schema::compile::compile;
    use serde_json::{Value, json};

    fn text(schema: Value) -> String {
        super::node(&compile(&schema).expect("the schema is valid"), 0)
    }

    #[test]
    fn describes_in_plain_words() {
        for (schema, expected) in [
            (json!({ "type": "string" }), "a string"),
            (json!({ "type": "string", "maxLength": 80 }), "a string of at most 80 characters"),
            (json!({ "type": "string", "minLength": 1, "maxLength": 1 }), "a string of exactly 1 character"),
            (json!({ "type": "string", "format": "date" }), "a string in the format `date`"),
            (json!({ "type": "string", "pattern": "^a" }), "a string that matches `^a`"),
            (json!({ "type": "integer", "format": "int32" }), "an integer"),
            (json!({ "type": "integer", "minimum": 1, "maximum": 10 }), "an integer from 1 to 10"),
            (json!({ "type": "integer", "minimum": 0 }), "an integer of at least 0"),
            (
                json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5 }),
                "a number greater than 0 and less than 0.5",
            ),
            (json!({ "type": "integer", "multipleOf": 5 }), "an integer, a multiple of 5"),
            (json!({ "type": ["string", "null"] }), "a string or null"),
            (json!({ "type": ["integer", "number"] }), "a number"),
            (json!({ "type": "array", "maxItems": 3 }), "an array of at most 3 items"),
            (json!({ "enum": ["red", "green"] }), "one of \"red\", \"green\""),
            (json!({ "const": "red" }), "\"red\""),
            (json!({ "oneOf": [{ "const": "a" }, { "const": "b" }] }), "one of \"a\", \"b\""),
            (
                json!({ "anyOf": [
                    { "type": "string" }, { "type": "integer" }, { "$ref": "#/$defs/N" }
                ], "$defs": { "N": { "type": "null" } } }),
                "a string, an integer or null",
            ),
            (json!({ "anyOf": [{ "$ref": "#" }] }), "a value that fits the schema"),
            (json!({}), "any value"),
            (json!(false), "nothing"),
        ] {
            assert_eq!(text(schema.clone()), expected, "{schema}");
        }
    }
}
