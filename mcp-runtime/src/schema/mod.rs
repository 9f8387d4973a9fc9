//! JSON Schema: rendering it from Rust types, and checking values against it.
//!
//! What belongs here knows schemas and values and nothing of the protocol: `generate` turns
//! types into schemas in the house style, `constraint` adds the limits that an author declared,
//! `check` enforces a schema on a value, and `decode` turns raw JSON into a checked Rust value.
//! A violation names a place and what the schema expects there. It never repeats what came.

mod check;
mod compile;
mod constraint;
mod decode;
mod describe;
mod enforced;
mod equal;
mod generate;
mod node;
mod number;
mod path;
#[cfg(test)]
mod properties;

pub use check::{Checker, Violation};
pub use compile::InvalidSchema;
pub use constraint::Constraints;
pub use decode::decode;
pub use generate::{Property, object, of, output_of, schema_of};
pub use number::Number;
