//! The graphs of a server's items, to be looked at.

use std::fmt::Write as _;

use serde::Serialize;

use crate::handler::{Item, Kind};
use crate::resolve::walk::Walk;

/// Which item takes which resolvers, and these which others.
#[derive(Debug, Serialize)]
pub struct Graph {
    /// The items, by kind and name.
    pub items: Vec<GraphItem>,
}

/// The graph of one item.
#[derive(Debug, Serialize)]
pub struct GraphItem {
    /// "tool", "prompt" or "resource".
    pub kind: &'static str,
    /// Its name, or its URI.
    pub name: &'static str,
    /// The resolvers it takes.
    pub takes: Vec<&'static str>,
    /// Every resolver it reaches, each after all that it takes.
    pub resolvers: Vec<GraphResolver>,
}

/// A resolver of a graph.
#[derive(Debug, Serialize)]
pub struct GraphResolver {
    /// Its name.
    pub name: &'static str,
    /// Whether it may ask.
    pub asks: bool,
    /// The resolvers it takes.
    pub takes: Vec<&'static str>,
    /// The arguments it takes by name.
    pub arguments: Vec<&'static str>,
}

impl Graph {
    pub(super) fn of(items: &[&'static Item]) -> Self {
        let mut items: Vec<GraphItem> = items.iter().map(|item| GraphItem::of(item)).collect();
        items.sort_by_key(|item| (item.kind, item.name));
        Self { items }
    }

    /// The graphs as a Mermaid flowchart: arrows lead from what is taken to what takes it, and
    /// resolvers that may ask have round corners.
    #[must_use]
    pub fn mermaid(&self) -> String {
        let mut chart = String::from("flowchart LR\n");
        for item in &self.items {
            let id = |name: &str| format!("{}_{}_{name}", item.kind, sanitized(item.name));
            let own = id("");
            // Writing to a String cannot fail.
            let _ = writeln!(chart, "  {own}[[\"{} {}\"]]", item.kind, item.name);
            for resolver in &item.resolvers {
                let (open, close) = if resolver.asks { ("(", ")") } else { ("[", "]") };
                let _ = writeln!(chart, "  {}{open}\"{}\"{close}", id(resolver.name), resolver.name);
                for taken in &resolver.takes {
                    let _ = writeln!(chart, "  {} --> {}", id(taken), id(resolver.name));
                }
            }
            for taken in &item.takes {
                let _ = writeln!(chart, "  {} --> {own}", id(taken));
            }
        }
        chart
    }

    /// The graphs as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

impl GraphItem {
    fn of(item: &Item) -> Self {
        let (kind, name) = item.kind.describe();
        let (walk, takes) = match item.kind {
            Kind::Tool(def) => (def.walk, def.takes),
            Kind::Prompt(def) => (def.walk, def.takes),
            Kind::Resource(def) => (def.walk, def.takes),
        };
        Self { kind, name, takes: names(walk, takes), resolvers: resolvers(walk) }
    }
}

fn resolvers(walk: &Walk) -> Vec<GraphResolver> {
    walk.nodes()
        .map(|node| GraphResolver {
            name: node.name,
            asks: node.asks,
            takes: names(walk, node.takes),
            arguments: node.needs.iter().filter(|need| need.is_argument).map(|need| need.name).collect(),
        })
        .collect()
}

fn names(walk: &Walk, ids: &[&str]) -> Vec<&'static str> {
    ids.iter().filter_map(|id| walk.nodes().find(|node| node.id == *id)).map(|node| node.name).collect()
}

fn sanitized(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect()
}
