//! A graph laid out at start: nodes in order, and for each where its parameters come from.

use std::collections::HashMap;
use std::sync::Arc;

use crate::context::{BoxFuture, Context, StateNeed};
use crate::error::Result;
use crate::resolve::input::Frame;
use crate::resolve::node::{Node, Remember, Settled};
use crate::resolve::walk::Walk;

/// Takes the place of a resolver, by the resolver's id.
pub type Overrides = HashMap<&'static str, Override>;

/// A function that takes a resolver's place in tests.
pub type Override = Arc<dyn Fn(&Context) -> Result<Settled> + Send + Sync>;

/// A graph ready to run.
pub struct Plan {
    pub(super) steps: Vec<Step>,
    takes: Vec<usize>,
}

/// One node in its place.
pub struct Step {
    pub(super) node: &'static Node,
    pub(super) takes: Vec<usize>,
    pub(super) arguments: Vec<usize>,
    pub(super) remember: Option<Remember>,
    replaced: Option<Override>,
}

impl Plan {
    /// Lays out the graph that `walk` found for an owner that takes the resolvers `takes` and has
    /// the unmarked parameters `parameters`, by name.
    #[must_use]
    pub fn new(walk: &Walk, takes: &[&str], parameters: &[&str], overrides: &Overrides) -> Self {
        let ids: Vec<&str> = walk.nodes().map(|node| node.id).collect();
        let place = |id: &&str| ids.iter().position(|other| other == id).unwrap_or(usize::MAX);
        let argument = |name: &str| parameters.iter().position(|other| *other == name).unwrap_or(usize::MAX);
        let steps = walk
            .nodes()
            .map(|node| {
                let replaced = overrides.get(node.id).cloned();
                // What a replaced resolver takes is not run on its behalf.
                let kept = if replaced.is_some() { &[] } else { node.takes };
                Step {
                    node,
                    takes: kept.iter().map(place).collect(),
                    arguments: node.needs.iter().map(|need| argument(need.name)).collect(),
                    remember: node.remember.map(|remember| remember()),
                    replaced,
                }
            })
            .collect();
        let mut plan = Self { steps, takes: takes.iter().map(place).collect() };
        plan.drop_unreached();
        plan
    }

    /// The places of the resolvers that the body takes.
    #[must_use]
    pub fn takes(&self) -> &[usize] {
        &self.takes
    }

    /// How many resolvers the graph has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the body takes no resolver.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The states that the resolvers take, each with the resolver's name.
    pub fn states(&self) -> impl Iterator<Item = (&'static str, StateNeed)> {
        self.steps
            .iter()
            .filter(|step| step.replaced.is_none())
            .flat_map(|step| (step.node.states)().into_iter().map(|need| (step.node.name, need)))
    }

    /// Removes the steps that only replaced resolvers took.
    fn drop_unreached(&mut self) {
        let mut reached = vec![false; self.steps.len()];
        for &place in &self.takes {
            reached[place] = true;
        }
        for index in (0..self.steps.len()).rev() {
            if reached[index] {
                for &place in &self.steps[index].takes {
                    reached[place] = true;
                }
            }
        }
        let new_place: Vec<usize> = reached
            .iter()
            .scan(0, |next, &kept| {
                let place = *next;
                *next += usize::from(kept);
                Some(place)
            })
            .collect();
        let mut index = 0;
        self.steps.retain(|_| {
            index += 1;
            reached[index - 1]
        });
        for places in self.steps.iter_mut().map(|step| &mut step.takes).chain([&mut self.takes]) {
            for place in places {
                *place = new_place[*place];
            }
        }
    }
}

impl Step {
    pub(super) fn start<'a>(&'a self, frame: Frame<'a>) -> BoxFuture<'a, Result<Settled>> {
        match &self.replaced {
            Some(replaced) => Box::pin(async move { replaced(frame.ctx()) }),
            None => (self.node.run)(frame),
        }
    }
}
