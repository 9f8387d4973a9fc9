//! A compiled schema: a flat list of nodes that refer to each other by number.

use std::collections::BTreeMap;

use regex_lite::Regex;
use serde_json::Value;

use crate::schema::number::Number;

/// The number of a node in the list.
pub(super) type Id = usize;

/// What one schema says.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Nothing fits, as in the schema `false`.
    pub never: bool,
    pub types: Types,
    /// `enum` or `const`.
    pub values: Option<Vec<Value>>,
    /// The bounds that the schema states.
    pub range: Range,
    /// The bounds of the Rust type that a format such as `int32` names.
    pub machine_range: Range,
    pub multiple_of: Option<Number>,
    pub length: Count,
    pub pattern: Option<Regex>,
    /// An annotation: it is described but not checked.
    pub format: Option<String>,
    pub item_count: Count,
    pub prefix_items: Vec<Id>,
    pub items: Option<Id>,
    pub unique_items: bool,
    pub member_count: Count,
    pub properties: BTreeMap<String, Id>,
    pub pattern_properties: Vec<(Regex, Id)>,
    pub additional_properties: Option<Id>,
    pub property_names: Option<Id>,
    pub required: Vec<String>,
    pub all_of: Vec<Id>,
    pub any_of: Vec<Id>,
    pub one_of: Vec<Id>,
    pub not: Option<Id>,
    pub reference: Option<Id>,
}

/// Bounds of a number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Range {
    pub minimum: Option<Number>,
    pub maximum: Option<Number>,
    pub exclusive_minimum: Option<Number>,
    pub exclusive_maximum: Option<Number>,
}

impl Range {
    pub(super) fn contains(&self, number: Number) -> bool {
        self.minimum.is_none_or(|min| number.compare(min).is_ge())
            && self.maximum.is_none_or(|max| number.compare(max).is_le())
            && self.exclusive_minimum.is_none_or(|min| number.compare(min).is_gt())
            && self.exclusive_maximum.is_none_or(|max| number.compare(max).is_lt())
    }

    /// These bounds, with missing ones filled in from `wider`.
    pub(super) fn or(self, wider: Self) -> Self {
        let has_minimum = self.minimum.is_some() || self.exclusive_minimum.is_some();
        let has_maximum = self.maximum.is_some() || self.exclusive_maximum.is_some();
        Self {
            minimum: if has_minimum { self.minimum } else { wider.minimum },
            maximum: if has_maximum { self.maximum } else { wider.maximum },
            ..self
        }
    }

    /// The bounds that a format names, if it is the name of an integer type.
    pub(super) fn of_format(format: &str) -> Option<Self> {
        let (minimum, maximum) = match format {
            "int8" => (i8::MIN.into(), i8::MAX.into()),
            "int16" => (i16::MIN.into(), i16::MAX.into()),
            "int32" => (i32::MIN.into(), i32::MAX.into()),
            "int64" | "int" => (i64::MIN.into(), i64::MAX.into()),
            "uint8" => (0, u8::MAX.into()),
            "uint16" => (0, u16::MAX.into()),
            "uint32" => (0, u32::MAX.into()),
            "uint64" | "uint" => (0, u64::MAX.into()),
            _ => return None,
        };
        Some(Self {
            minimum: Some(Number::Int(minimum)),
            maximum: Some(Number::Int(maximum)),
            ..Self::default()
        })
    }
}

/// Bounds of a count of characters, items or members.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub minimum: Option<u64>,
    pub maximum: Option<u64>,
}

impl Count {
    pub(super) fn contains(&self, count: usize) -> bool {
        let count = count as u64;
        self.minimum.is_none_or(|min| count >= min) && self.maximum.is_none_or(|max| count <= max)
    }

    pub(super) fn is_bounded(&self) -> bool {
        self.minimum.is_some() || self.maximum.is_some()
    }
}

/// A set of JSON types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Types(u8);

impl Types {
    pub(super) const ANY: Self = Self(0b0111_1111);
    pub(super) const NONE: Self = Self(0);

    /// The names of the types, each with its bit and the words that describe it.
    pub(super) const NAMES: [(&'static str, Self, &'static str); 7] = [
        ("string", Self(1), "a string"),
        ("integer", Self::INTEGER, "an integer"),
        ("number", Self::NUMBER, "a number"),
        ("boolean", Self(8), "a boolean"),
        ("array", Self(16), "an array"),
        ("object", Self(32), "an object"),
        ("null", Self(64), "null"),
    ];
    pub(super) const INTEGER: Self = Self(2);
    pub(super) const NUMBER: Self = Self(4);

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, ..)| *known == name).map(|(_, types, _)| *types)
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn admit(self, value: &Value) -> bool {
        let bits = match value {
            Value::String(_) => 1,
            Value::Number(number) if Number::of(number).is_integer() => 2 | 4,
            Value::Number(_) => 4,
            Value::Bool(_) => 8,
            Value::Array(_) => 16,
            Value::Object(_) => 32,
            Value::Null => 64,
        };
        self.has(Self(bits))
    }
}

impl Default for Types {
    fn default() -> Self {
        Self::ANY
    }
}
