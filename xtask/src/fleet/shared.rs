//! Shared keys: every order comes through, while instances are killed and the keys are rotated.

use std::collections::HashSet;
use std::sync::Arc;

use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::fleet::customer::{Customer, Story, Trouble};
use crate::fleet::instances::{Fleet, Stage};
use crate::fleet::order::Order;
use crate::fleet::pace::Pace;
use crate::fleet::schedule::{self, ORDERS};
use crate::fleet::trail::Trail;
use crate::fleet::{CUSTOMERS, LIMIT, none_of};
use crate::{Failure, Tally};

/// An order, and how it went.
struct Done {
    order: Order,
    story: Story,
    end: Result<String, Trouble>,
}

pub(super) fn run(runtime: &Runtime, stage: &Stage, tally: &mut Tally) -> Result<(), Failure> {
    let pace = Arc::new(schedule::pace());
    let mut fleet = Fleet::start(stage, Some(&schedule::keys(0)))?;
    let customers = runtime.block_on(send_customers(fleet.url(), &pace))?;
    let course = schedule::run(runtime, &mut fleet, &pace)?;
    let done = runtime.block_on(async { timeout(LIMIT, customers.join_all()).await });
    let done = done.map_err(|_| "the last orders did not come to an end")?;
    let done: Vec<Done> = done.into_iter().flatten().collect();
    let trail = Trail::read(&fleet.stop()?);

    let rounds: usize = done.iter().map(|done| done.story.legs).sum();
    let sent_again: usize = done.iter().map(|done| done.story.sent_again).sum();
    let died: usize = done.iter().map(|done| done.story.died).sum();
    let asked_twice: Vec<String> = done.iter().filter_map(Done::asked_twice).collect();
    let lost: Vec<String> = done.iter().filter_map(Done::lost).collect();
    let spread = done.iter().filter(|done| trail.instances(&done.order.title) > 1).count();
    println!(
        "fleet: {} orders, {rounds} rounds, {} kills, {} rotations, {} asked twice, {} lost",
        done.len(),
        course.kills,
        course.rotations,
        asked_twice.len(),
        lost.len()
    );
    println!(
        "fleet: {spread} orders on more than one instance, {sent_again} legs sent again, \
         {died} of which died under way"
    );

    tally.record("every order is placed", same("orders", done.len(), ORDERS));
    let legs = done.iter().map(|done| done.order.legs()).sum();
    tally.record("every order takes its legs and no more", same("rounds", rounds, legs));
    tally.record("no order is lost", none_of(lost));
    tally.record("every text is right", none_of(done.iter().filter_map(Done::wrong)));
    tally.record("nothing is asked twice", none_of(asked_twice));
    let is_spread = spread * 2 >= done.len();
    let on_one = || format!("{} of {} had one instance", done.len() - spread, done.len());
    tally.record("most orders had several instances", is_spread.then_some(()).ok_or_else(on_one));
    let too_few = || format!("{} kills, but only {died} legs died under way", course.kills);
    tally.record("every kill took legs with it", (died >= course.kills).then_some(()).ok_or_else(too_few));
    Ok(())
}

/// Connects all customers and has them order until no order is left.
async fn send_customers(url: &str, pace: &Arc<Pace>) -> Result<JoinSet<Vec<Done>>, Failure> {
    let mut customers = JoinSet::new();
    for _ in 0..CUSTOMERS {
        let customer = Customer::connect(url).await?;
        let pace = Arc::clone(pace);
        customers.spawn(async move {
            let mut done = Vec::new();
            while let Some(number) = pace.begin().await {
                let order = Order::new(number);
                let (story, end) = customer.place(number, &order, Some(&pace)).await;
                pace.end(number);
                done.push(Done { order, story, end });
            }
            done
        });
    }
    Ok(customers)
}

impl Done {
    fn asked_twice(&self) -> Option<String> {
        let mut seen = HashSet::new();
        let again = self.story.asked.iter().find(|question| !seen.insert(*question))?;
        Some(format!("{}: {again}", self.order.title))
    }

    fn lost(&self) -> Option<String> {
        match &self.end {
            Ok(_) => None,
            Err(Trouble::Refused) => Some(format!("{}: its state was refused", self.order.title)),
            Err(Trouble::Lost(reason)) => Some(format!("{}: {reason}", self.order.title)),
        }
    }

    fn wrong(&self) -> Option<String> {
        let text = self.end.as_ref().ok().filter(|text| **text != self.order.text)?;
        Some(format!("{}: {text:?} instead of {:?}", self.order.title, self.order.text))
    }
}

fn same(what: &str, seen: usize, expected: usize) -> Result<(), String> {
    (seen == expected).then_some(()).ok_or_else(|| format!("{seen} {what} instead of {expected}"))
}
