//! URI templates: the part of RFC 6570 that can be matched against a URI without guessing.
//!
//! RFC 6570 defines only how a template expands. Matching is the way back, and a template that
//! has more than one way back is refused when it is parsed. The grammar is in `scan`, written as
//! `const fn` so that macros can have it evaluated where a template is declared; `parse` and
//! `matching` build on it, and `safety` is the default check of what matched.

mod matching;
mod parse;
#[cfg(test)]
mod properties;
mod safety;
mod scan;
#[cfg(test)]
mod tests;

pub use matching::Match;
pub use parse::{TemplateError, UriTemplate};
pub use scan::{has_variable, variable_count, well_formed};
