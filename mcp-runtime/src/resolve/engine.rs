//! One round of a graph: every resolver at most once, independent ones concurrently.

use std::future::poll_fn;
use std::task::{Context as TaskContext, Poll};

use crate::context::{BoxFuture, Context};
use crate::error::{Error, Result};
use crate::protocol::mrtr::{InputRequest, InputResponses};
use crate::resolve::contain;
use crate::resolve::input::{Args, Frame, Slots};
use crate::resolve::node::{Boxed, Settled};
use crate::resolve::plan::{Plan, Step};
use crate::resolve::question::Question;
use crate::resolve::record::{Asked, Record, digest};

/// How often a question may change after it was answered, in one flow.
const MOST_CHANGES: u32 = 1;

/// What the rounds before have left, and what this one brought.
pub struct Rounds<'r> {
    /// The record; updated with what this round answers and asks.
    pub record: &'r mut Record,
    /// The answers that came with this round.
    pub fresh: &'r InputResponses,
}

/// How a round ended.
pub enum Round {
    /// Every value is in its place.
    Ready,
    /// These questions are open, by key, in the graph's order.
    Pending(Vec<(String, InputRequest)>),
}

/// Runs one round and fills `slots`.
///
/// # Errors
/// The first error in the graph's order, whichever resolver failed first.
pub async fn run_round(
    plan: &Plan,
    ctx: &Context,
    args: &Args,
    slots: &Slots,
    rounds: Rounds<'_>,
) -> Result<Round> {
    if plan.is_empty() {
        return Ok(Round::Ready);
    }
    rounds.record.take(rounds.fresh);
    let mut engine = Engine {
        plan,
        ctx,
        args,
        slots,
        rounds,
        status: vec![Status::Waiting; plan.len()],
        running: Vec::new(),
        pending: Vec::new(),
        failed: None,
    };
    poll_fn(|cx| engine.poll(cx)).await;
    engine.finish()
}

#[derive(Clone, Copy, PartialEq)]
enum Status {
    Waiting,
    Running,
    Done,
    Pending,
}

struct Engine<'a, 'r> {
    plan: &'a Plan,
    ctx: &'a Context,
    args: &'a Args,
    slots: &'a Slots,
    rounds: Rounds<'r>,
    status: Vec<Status>,
    running: Vec<(usize, BoxFuture<'a, Result<Settled>>)>,
    pending: Vec<(usize, InputRequest)>,
    failed: Option<(usize, Error)>,
}

impl Engine<'_, '_> {
    /// Goes on until nothing runs and nothing more can start.
    fn poll(&mut self, cx: &mut TaskContext<'_>) -> Poll<()> {
        loop {
            self.start_ready();
            if self.running.is_empty() {
                return Poll::Ready(());
            }
            let mut progressed = false;
            let mut at = 0;
            while at < self.running.len() {
                match contain::poll(&mut self.running[at].1, cx) {
                    Poll::Pending => at += 1,
                    Poll::Ready(settled) => {
                        let (index, _) = self.running.swap_remove(at);
                        self.settle(index, settled);
                        progressed = true;
                    }
                }
            }
            if !progressed {
                return Poll::Pending;
            }
        }
    }

    fn start_ready(&mut self) {
        let (plan, args, ctx, slots) = (self.plan, self.args, self.ctx, self.slots);
        // Nodes stand after all that they take, so that one pass sees what it makes ready itself.
        for (index, step) in plan.steps.iter().enumerate() {
            let wanted = self.failed.as_ref().is_none_or(|(failed, _)| index < *failed);
            let ready = step.takes.iter().all(|&place| self.status[place] == Status::Done);
            if self.status[index] != Status::Waiting || !wanted || !ready {
                continue;
            }
            if let Some(value) = self.remembered(step) {
                self.done(index, value);
            } else {
                self.status[index] = Status::Running;
                self.running.push((index, step.start(Frame::new(ctx, args, slots, step))));
            }
        }
    }

    fn remembered(&self, step: &Step) -> Option<Boxed> {
        let remember = step.remember.as_ref()?;
        (remember.load)(self.rounds.record.kept.get(step.node.name)?)
    }

    fn settle(&mut self, index: usize, settled: Result<Settled>) {
        match settled {
            Ok(Settled::Known(value)) => self.done(index, value),
            Ok(Settled::Ask(question)) => match self.ask(index, &question) {
                Ok(Some(value)) => self.done(index, value),
                Ok(None) => {
                    self.status[index] = Status::Pending;
                    self.pending.push((index, question.request));
                }
                Err(error) => self.fail(index, error),
            },
            Err(error) => self.fail(index, error),
        }
    }

    fn done(&mut self, index: usize, value: Boxed) {
        self.slots.fill(index, value);
        self.status[index] = Status::Done;
    }

    /// Keeps the first error in the graph's order and stops what stands behind it.
    fn fail(&mut self, index: usize, error: Error) {
        if self.failed.as_ref().is_none_or(|(failed, _)| index < *failed) {
            self.failed = Some((index, error));
            self.running.retain(|(running, _)| *running < index);
        }
    }

    /// Looks for the question's answer; `None` leaves it open.
    fn ask(&mut self, index: usize, question: &Question) -> Result<Option<Boxed>> {
        let node = self.plan.steps[index].node;
        let record = &mut *self.rounds.record;
        let digest = digest(&question.request);
        let mut changed = false;
        if let Some(recorded) = record.answers.get(node.key) {
            changed = recorded.question != digest;
            if !changed {
                match (question.accept)(&recorded.answer) {
                    Ok(value) => return Ok(Some(value)),
                    Err(bad) if self.rounds.fresh.contains_key(node.key) => {
                        return Err(bad.into_error(node.name));
                    }
                    Err(_) => {}
                }
            }
            record.answers.remove(node.key);
        }
        let changes = record.asked.get(node.key).map_or(0, |asked| asked.changes) + u32::from(changed);
        if changes > MOST_CHANGES {
            return Err(Error::new(format!(
                "Resolver '{}' changed its question each time it was answered; a question may depend \
                 only on arguments and earlier answers",
                node.name
            )));
        }
        let wanted = format!("resolver '{}'", node.name);
        question.request.check_capability(&self.ctx.client_capabilities(), &wanted)?;
        record.asked.insert(node.key.to_owned(), Asked { question: digest, changes });
        Ok(None)
    }

    fn finish(mut self) -> Result<Round> {
        if let Some((_, error)) = self.failed {
            return Err(error);
        }
        if self.pending.is_empty() {
            return Ok(Round::Ready);
        }
        self.remember();
        self.pending.sort_unstable_by_key(|(index, _)| *index);
        let steps = &self.plan.steps;
        let open = |(index, request): (usize, InputRequest)| (steps[index].node.key.to_owned(), request);
        Ok(Round::Pending(self.pending.into_iter().map(open).collect()))
    }

    /// Records the values that are kept over rounds, and forgets what no resolver of the graph owns.
    fn remember(&mut self) {
        let steps = &self.plan.steps;
        let record = &mut *self.rounds.record;
        for (index, step) in steps.iter().enumerate() {
            if let (Some(remember), Some(value)) = (&step.remember, self.slots.get(index))
                && let Some(value) = (remember.save)(value)
            {
                record.kept.insert(step.node.name.to_owned(), value);
            }
        }
        let asks = |key: &str| steps.iter().any(|step| step.node.key == key);
        record.answers.retain(|key, _| asks(key));
        record.asked.retain(|key, _| asks(key));
        record.kept.retain(|name, _| steps.iter().any(|step| step.node.name == name));
    }
}
