//! The walk over a graph of resolvers that the compiler makes: order, cycles, missing names, keys.
//!
//! Every resolver's macro adds an inherent `const fn` that enters its own node, walks the nodes it
//! takes by calling theirs, and leaves. Inherent const functions may call each other in a circle
//! where constants could not, which is what lets the walk see a cycle and put it into words.

use crate::resolve::node::Node;
use crate::resolve::text::{Text, equal};

/// The most resolvers in one graph.
pub const MOST_NODES: usize = 64;

/// The function whose parameters are being filled.
#[derive(Clone, Copy)]
pub struct Owner {
    /// "tool", "prompt" or "resource".
    pub kind: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its arguments.
    pub arguments: &'static [Argument],
}

/// An unmarked parameter of an owner.
#[derive(Clone, Copy)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// Whether it is an argument; injected parameters are not.
    pub is_argument: bool,
}

/// How far a walk has come, and what it found.
#[derive(Clone, Copy)]
pub struct Walk {
    owner: Option<Owner>,
    path: [Option<&'static Node>; MOST_NODES],
    depth: usize,
    done: [Option<&'static Node>; MOST_NODES],
    count: usize,
    fault: Fault,
}

#[derive(Clone, Copy)]
enum Fault {
    None,
    Cycle { back_to: usize },
    Unfilled { resolver: &'static str, parameter: &'static str },
    SharedKey { first: &'static str, second: &'static str, key: &'static str },
    TooLarge,
}

impl Walk {
    /// The walk of an owner's graph; starts with no node.
    #[must_use]
    pub const fn of(owner: Owner) -> Self {
        Self {
            owner: Some(owner),
            path: [None; MOST_NODES],
            depth: 0,
            done: [None; MOST_NODES],
            count: 0,
            fault: Fault::None,
        }
    }

    /// The walk that looks for the cycles `node` stands on.
    #[must_use]
    pub const fn from(node: &'static Node) -> Self {
        let mut walk = Self {
            owner: None,
            path: [None; MOST_NODES],
            depth: 1,
            done: [None; MOST_NODES],
            count: 0,
            fault: Fault::None,
        };
        walk.path[0] = Some(node);
        walk
    }

    /// Enters a node. `false` when there is nothing to see below it: it was seen, or a fault was found.
    pub const fn enter(&mut self, node: &'static Node) -> bool {
        if !matches!(self.fault, Fault::None) {
            return false;
        }
        let mut index = 0;
        while index < self.depth {
            if same(self.path[index], node) {
                self.fault = Fault::Cycle { back_to: index };
                return false;
            }
            index += 1;
        }
        let mut index = 0;
        while index < self.count {
            if same(self.done[index], node) {
                return false;
            }
            index += 1;
        }
        if self.depth == MOST_NODES || self.count == MOST_NODES {
            self.fault = Fault::TooLarge;
            return false;
        }
        if let Some(parameter) = self.unfilled(node) {
            self.fault = Fault::Unfilled { resolver: node.name, parameter };
            return false;
        }
        self.path[self.depth] = Some(node);
        self.depth += 1;
        true
    }

    /// Leaves the node entered last, which is then in order after all that it takes.
    pub const fn leave(&mut self) {
        if !matches!(self.fault, Fault::None) {
            return;
        }
        self.depth -= 1;
        let Some(node) = self.path[self.depth] else { return };
        if node.asks && self.owner.is_some() {
            let mut index = 0;
            while index < self.count {
                if let Some(other) = self.done[index]
                    && other.asks
                    && equal(other.key, node.key)
                {
                    self.fault = Fault::SharedKey { first: other.name, second: node.name, key: node.key };
                    return;
                }
                index += 1;
            }
        }
        self.done[self.count] = Some(node);
        self.count += 1;
    }

    /// Whether nothing is wrong so far.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        matches!(self.fault, Fault::None)
    }

    /// Whether any resolver of the graph may ask.
    #[must_use]
    pub const fn asks(&self) -> bool {
        self.asking().is_some()
    }

    /// What is wrong when a body that asks `by_hand` takes resolvers that ask, too.
    #[must_use]
    pub const fn two_channels(&self, by_hand: bool) -> Option<Text> {
        match (by_hand, self.owner, self.asking()) {
            (true, Some(owner), Some(resolver)) => Some(
                Text::new()
                    .with(owner.kind)
                    .with(" `")
                    .with(owner.name)
                    .with("` asks by hand, and resolver `")
                    .with(resolver)
                    .with(
                        "`, which it takes, asks too: one call has one channel for questions, so let either ",
                    )
                    .with("the resolvers or the body ask"),
            ),
            _ => None,
        }
    }

    /// What is wrong when a static resource takes a resolver that asks, once: an asking resolver that
    /// the walk had found `before` was said there.
    #[must_use]
    pub const fn asks_for_static(&self, before: &Self) -> Option<Text> {
        match (self.owner, self.asking(), before.asks()) {
            (Some(owner), Some(resolver), false) => Some(
                Text::new()
                    .with("resource `")
                    .with(owner.name)
                    .with("` has no variables in its URI and cannot ask, but resolver `")
                    .with(resolver)
                    .with("` does: only a resource template can ask"),
            ),
            _ => None,
        }
    }

    /// The graph's nodes, each after all that it takes.
    pub fn nodes(&self) -> impl Iterator<Item = &'static Node> {
        self.done.iter().take(self.count).filter_map(|node| *node)
    }

    /// What is wrong with an owner's graph, once: what the walk had found `before` was said there.
    /// Cycles are said by the resolvers that stand on them.
    #[must_use]
    pub const fn complaint(&self, before: &Self) -> Option<Text> {
        if !before.is_sound() {
            return None;
        }
        let Some(owner) = self.owner else { return None };
        match self.fault {
            Fault::None | Fault::Cycle { .. } => None,
            Fault::Unfilled { resolver, parameter } => Some(
                Text::new()
                    .with("parameter `")
                    .with(parameter)
                    .with("` of resolver `")
                    .with(resolver)
                    .with("` cannot be filled: it is not a Context, a State or #[resolve(..)], and ")
                    .with(owner.kind)
                    .with(" `")
                    .with(owner.name)
                    .with("` has no argument of that name"),
            ),
            Fault::SharedKey { first, second, key } => Some(
                Text::new()
                    .with("resolvers `")
                    .with(first)
                    .with("` and `")
                    .with(second)
                    .with("` ask under one key, `")
                    .with(key)
                    .with("`; give one of them another with #[mcp::resolver(key = \"..\")]"),
            ),
            Fault::TooLarge => Some(
                Text::new()
                    .with("the graph of ")
                    .with(owner.kind)
                    .with(" `")
                    .with(owner.name)
                    .with("` has more than 64 resolvers; combine some of them"),
            ),
        }
    }

    /// The cycle that leads back to where [`Walk::from`] began, in words.
    #[must_use]
    pub const fn cycle(&self) -> Option<Text> {
        let (Fault::Cycle { back_to: 0 }, Some(start)) = (self.fault, self.path[0]) else {
            return None;
        };
        let mut text = Text::new().with("resolver `").with(start.name).with("` has a cyclic dependency: ");
        let mut index = 0;
        while index < self.depth {
            if let Some(node) = self.path[index] {
                text = text.with(node.name).with(" -> ");
            }
            index += 1;
        }
        Some(text.with(start.name))
    }

    const fn asking(&self) -> Option<&'static str> {
        let mut index = 0;
        while index < self.count {
            if let Some(node) = self.done[index]
                && node.asks
            {
                return Some(node.name);
            }
            index += 1;
        }
        None
    }

    const fn unfilled(&self, node: &'static Node) -> Option<&'static str> {
        let Some(owner) = self.owner else { return None };
        let mut index = 0;
        while index < node.needs.len() {
            let need = &node.needs[index];
            if need.is_argument && !has_argument(&owner, need.name) {
                return Some(need.name);
            }
            index += 1;
        }
        None
    }
}

const fn has_argument(owner: &Owner, name: &str) -> bool {
    let mut index = 0;
    while index < owner.arguments.len() {
        let argument = &owner.arguments[index];
        if argument.is_argument && equal(argument.name, name) {
            return true;
        }
        index += 1;
    }
    false
}

const fn same(stored: Option<&'static Node>, node: &'static Node) -> bool {
    match stored {
        Some(stored) => equal(stored.id, node.id),
        None => false,
    }
}
