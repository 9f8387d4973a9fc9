//! Checking a value against a compiled schema, with every violation found at once.

use std::fmt;

use serde_json::{Map, Value};

use crate::schema::compile::{InvalidSchema, compile};
use crate::schema::describe;
use crate::schema::enforced;
use crate::schema::equal::{all_differ, equal};
use crate::schema::node::{Id, Node};
use crate::schema::number::Number;
use crate::schema::path::Path;

/// Violations past this many are not reported: nobody reads them.
const MOST_VIOLATIONS: usize = 64;
/// Schemas applied inside one another. Schemas that refer to themselves end here.
const DEEPEST: usize = 400;
/// Schemas applied in one check. Nested unions could otherwise take exponential time.
const MOST_STEPS: usize = 4_000_000;

const SIMPLER: &str = "a simpler value, with less nesting";

/// One place where a value does not fit its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where, such as `items[2].price`.
    pub path: String,
    /// What the schema expects there. It never repeats the value that came.
    pub expected: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}", self.path, self.expected)
    }
}

/// A schema, ready to check values.
#[derive(Debug)]
pub struct Checker {
    nodes: Vec<Node>,
    trivial: bool,
}

impl Checker {
    /// Compiles a schema of the 2020-12 dialect.
    ///
    /// `format` and keywords that schemars does not produce are annotations here. Formats that
    /// name a Rust integer type bound the integer.
    ///
    /// # Errors
    ///
    /// The schema has a malformed keyword, an unsupported regular expression, or a reference to
    /// something outside of it.
    pub fn compile(schema: &Value) -> Result<Self, InvalidSchema> {
        Ok(Self { nodes: compile(schema)?, trivial: enforced::by_serde(schema) })
    }

    /// Whether deserialising into the type that the schema was made from enforces all of it.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.trivial
    }

    /// Every violation of `value`, whose place is `at`.
    #[must_use]
    pub fn check(&self, value: &Value, at: &str) -> Vec<Violation> {
        self.check_within(MOST_STEPS, value, at)
    }

    /// As [`Checker::check`], with a limit on how many schemas are applied.
    pub(super) fn check_within(&self, steps: usize, value: &Value, at: &str) -> Vec<Violation> {
        let mut walk = Walk { nodes: &self.nodes, found: Vec::new(), failures: 0, quiet: false, steps };
        walk.visit(0, value, Path::Root(at), 0);
        if walk.steps == 0 {
            walk.found.push(Violation { path: at.to_owned(), expected: SIMPLER.to_owned() });
        }
        walk.found
    }

    /// The violation of a value that is required at `at` and did not come.
    #[must_use]
    pub fn missing(&self, at: &str) -> Violation {
        Violation { path: at.to_owned(), expected: required(&self.nodes, 0) }
    }

    /// What the schema expects, in words.
    #[must_use]
    pub fn expected(&self) -> String {
        describe::node(&self.nodes, 0)
    }
}

fn required(nodes: &[Node], id: Id) -> String {
    format!("{} (required)", describe::node(nodes, id))
}

struct Walk<'a> {
    nodes: &'a [Node],
    found: Vec<Violation>,
    failures: usize,
    /// Only whether the value fits is asked for, so the first failure ends it.
    quiet: bool,
    /// How many more schemas may be applied.
    steps: usize,
}

impl<'a> Walk<'a> {
    fn visit(&mut self, id: Id, value: &Value, at: Path<'_>, depth: usize) {
        if self.is_over() {
            return;
        }
        // Too deep is as final as out of steps: inside a negation a mere failure would be a success.
        self.steps = if depth > DEEPEST { 0 } else { self.steps - 1 };
        if self.steps == 0 {
            return;
        }
        let nodes = self.nodes;
        let node = &nodes[id];
        if node.never {
            return self.fail(at, || "nothing here".to_owned());
        }
        if !node.types.admit(value) {
            return self.fail(at, || describe::node(nodes, id));
        }
        if let Some(values) = &node.values
            && !values.iter().any(|allowed| equal(allowed, value))
        {
            return self.fail(at, || describe::values(values));
        }
        match value {
            Value::Number(number) => self.number(node, Number::of(number), at),
            Value::String(string) => self.string(node, string, at),
            Value::Array(items) => self.array(node, items, at, depth),
            Value::Object(members) => self.object(node, members, at, depth),
            Value::Null | Value::Bool(_) => {}
        }
        self.combined(node, value, at, depth);
    }

    fn number(&mut self, node: &Node, number: Number, at: Path<'_>) {
        if !node.range.contains(number) || node.multiple_of.is_some_and(|step| !number.is_multiple_of(step)) {
            self.fail(at, || describe::number(node.types, node.range, node.multiple_of));
        } else if !node.machine_range.contains(number) {
            let range = node.range.or(node.machine_range);
            self.fail(at, || describe::number(node.types, range, node.multiple_of));
        }
    }

    fn string(&mut self, node: &Node, string: &str, at: Path<'_>) {
        if node.length.is_bounded() && !node.length.contains(string.chars().count()) {
            self.fail(at, || describe::count(node.length, "character"));
        }
        if let Some(pattern) = &node.pattern
            && !pattern.is_match(string)
        {
            self.fail(at, || describe::pattern(pattern.as_str()));
        }
    }

    fn array(&mut self, node: &Node, items: &[Value], at: Path<'_>, depth: usize) {
        if !node.item_count.contains(items.len()) {
            self.fail(at, || describe::count(node.item_count, "item"));
        }
        if node.unique_items && !all_differ(items) {
            self.fail(at, || "items that differ from each other".to_owned());
        }
        for (index, item) in items.iter().enumerate() {
            let Some(id) = node.prefix_items.get(index).copied().or(node.items) else {
                break;
            };
            self.visit(id, item, Path::Item(&at, index), depth + 1);
            if self.is_over() {
                return;
            }
        }
    }

    fn object(&mut self, node: &Node, members: &Map<String, Value>, at: Path<'_>, depth: usize) {
        if !node.member_count.contains(members.len()) {
            self.fail(at, || describe::count(node.member_count, "member"));
        }
        let nodes = self.nodes;
        for name in node.required.iter().filter(|name| !members.contains_key(*name)) {
            self.fail(Path::Member(&at, name), || match node.properties.get(name) {
                Some(id) => required(nodes, *id),
                None => "a value (required)".to_owned(),
            });
        }
        for (name, member) in members {
            if self.is_over() {
                return;
            }
            let at = Path::Member(&at, name);
            if let Some(id) = node.property_names {
                self.visit(id, &Value::from(name.as_str()), at, depth + 1);
            }
            let mut known = false;
            if let Some(id) = node.properties.get(name) {
                known = true;
                self.visit(*id, member, at, depth + 1);
            }
            for (pattern, id) in &node.pattern_properties {
                if pattern.is_match(name) {
                    known = true;
                    self.visit(*id, member, at, depth + 1);
                }
            }
            match node.additional_properties {
                Some(id) if !known && nodes[id].never => {
                    self.fail(at, || "no member of this name".to_owned());
                }
                Some(id) if !known => self.visit(id, member, at, depth + 1),
                _ => {}
            }
        }
    }

    fn combined(&mut self, node: &'a Node, value: &Value, at: Path<'_>, depth: usize) {
        let depth = depth + 1;
        for id in node.reference.iter().chain(&node.all_of) {
            self.visit(*id, value, at, depth);
        }
        let nodes = self.nodes;
        if let Some(id) = node.not
            && self.fits(id, value, depth)
        {
            self.fail(at, || format!("a value other than {}", describe::node(nodes, id)));
        }
        if !node.any_of.is_empty() && !node.any_of.iter().any(|id| self.fits(*id, value, depth)) {
            self.no_branch(&node.any_of, value, at, depth);
        }
        if !node.one_of.is_empty() {
            let mut fitting = node.one_of.iter().filter(|id| self.fits(**id, value, depth));
            let (first, second) = (fitting.next(), fitting.next());
            if first.is_none() {
                self.no_branch(&node.one_of, value, at, depth);
            } else if second.is_some() {
                self.fail(at, || format!("exactly one of: {}", describe::union(nodes, &node.one_of)));
            }
        }
    }

    /// Reports why no branch fits: in detail if only one branch can have been meant.
    fn no_branch(&mut self, branches: &'a [Id], value: &Value, at: Path<'_>, depth: usize) {
        let nodes = self.nodes;
        if self.quiet {
            return self.fail(at, String::new);
        }
        let mut meant = branches.iter().filter(|id| is_meant(nodes, **id, value));
        match (meant.next(), meant.next()) {
            (Some(only), None) => self.visit(*only, value, at, depth),
            _ => self.fail(at, || describe::union(nodes, branches)),
        }
    }

    fn fits(&mut self, id: Id, value: &Value, depth: usize) -> bool {
        let outer = (self.quiet, self.failures);
        (self.quiet, self.failures) = (true, 0);
        self.visit(id, value, Path::Root(""), depth);
        // Out of steps, nothing is known to fit.
        let fits = self.failures == 0 && self.steps > 0;
        (self.quiet, self.failures) = outer;
        fits
    }

    fn fail(&mut self, at: Path<'_>, expected: impl FnOnce() -> String) {
        self.failures += 1;
        // Once the walk has been cut short, what it misses says nothing about the value.
        if !self.quiet && self.steps > 0 && self.found.len() < MOST_VIOLATIONS {
            self.found.push(Violation { path: at.to_string(), expected: expected() });
        }
    }

    fn is_over(&self) -> bool {
        self.steps == 0 || self.failures >= if self.quiet { 1 } else { MOST_VIOLATIONS }
    }
}

/// Whether the branch has the right type, and the members or constants that tell it from others.
fn is_meant(nodes: &[Node], id: Id, value: &Value) -> bool {
    let mut node = &nodes[id];
    // References may form a ring, so only a few are followed.
    for _ in 0..4 {
        match node.reference {
            Some(target) => node = &nodes[target],
            None => break,
        }
    }
    if node.never || !node.types.admit(value) {
        return false;
    }
    if let Some(values) = &node.values {
        return values.iter().any(|allowed| equal(allowed, value));
    }
    let Value::Object(members) = value else {
        return true;
    };
    let mut told_by_constant = false;
    for (name, property) in &node.properties {
        if let (Some(values), Some(member)) = (&nodes[*property].values, members.get(name)) {
            told_by_constant = true;
            if !values.iter().any(|allowed| equal(allowed, member)) {
                return false;
            }
        }
    }
    told_by_constant || node.required.iter().all(|name| members.contains_key(name))
}

#[cfg(test)]
mod tests;
