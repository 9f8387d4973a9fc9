//! Default keys: no instance takes another one's state, and a client that begins anew comes through.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::fleet::customer::{Customer, Trouble};
use crate::fleet::instances::{Fleet, Stage};
use crate::fleet::order::Order;
use crate::fleet::trail::Trail;
use crate::fleet::{CUSTOMERS, LIMIT, none_of};
use crate::{Failure, Tally};

/// How many orders have to come through.
const ORDERS: usize = 100;

/// An order that came to its end.
struct Done {
    order: Order,
    /// How often it was begun anew because its state was refused.
    begun_anew: usize,
    end: Result<String, String>,
}

pub(super) fn run(runtime: &Runtime, stage: &Stage, tally: &mut Tally) -> Result<(), Failure> {
    let fleet = Fleet::start(stage, None)?;
    let done = runtime.block_on(async { timeout(LIMIT, all_orders(fleet.url())).await });
    let done = done.map_err(|_| format!("{ORDERS} orders were not done within {LIMIT:?}"))??;
    let trail = Trail::read(&fleet.stop()?);

    let begun_anew: usize = done.iter().map(|done| done.begun_anew).sum();
    println!("fleet: {} orders with default keys, {begun_anew} times begun anew", done.len());
    let ends = none_of(done.iter().filter_map(Done::complaint));
    tally.record("default keys: orders that are begun anew come through", ends);
    let refusals: Result<Vec<usize>, String> =
        done.iter().map(|done| trail.refusals(&done.order.title)).collect();
    let outcome = refusals.and_then(|refusals| match refusals.iter().sum() {
        0 => Err("no leg came to another instance".to_owned()),
        seen if seen == begun_anew => Ok(()),
        seen => Err(format!("{seen} refusals in the log, {begun_anew} at the clients")),
    });
    tally.record("default keys: state is refused by other instances, and by them alone", outcome);
    Ok(())
}

/// Places orders until the first hundred are done.
async fn all_orders(url: &str) -> Result<Vec<Done>, Failure> {
    let (_customers, mut outcomes) = send_customers(url).await?;
    let mut done = Vec::new();
    while done.len() < ORDERS {
        done.push(outcomes.recv().await.ok_or("the customers left")?);
    }
    Ok(done)
}

/// Connects customers that order for as long as they live. The orders beyond the first hundred keep
/// the balancer busy: with a single customer, its turns would never come out at the same instance.
async fn send_customers(url: &str) -> Result<(JoinSet<()>, UnboundedReceiver<Done>), Failure> {
    let (sender, outcomes) = unbounded_channel();
    let next = Arc::new(AtomicUsize::new(0));
    let mut customers = JoinSet::new();
    for _ in 0..CUSTOMERS {
        let customer = Customer::connect(url).await?;
        let (sender, next) = (sender.clone(), Arc::clone(&next));
        customers.spawn(async move {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let done = Done::of(&customer, number).await;
                if number < ORDERS && sender.send(done).is_err() {
                    break;
                }
            }
        });
    }
    Ok((customers, outcomes))
}

impl Done {
    /// Places an order, from its first leg again whenever its state is refused.
    async fn of(customer: &Customer, number: usize) -> Self {
        let order = Order::new(number);
        let mut begun_anew = 0;
        let end = loop {
            match customer.place(number, &order, None).await.1 {
                Ok(text) => break Ok(text),
                Err(Trouble::Refused) => begun_anew += 1,
                Err(Trouble::Lost(reason)) => break Err(reason),
            }
        };
        Self { order, begun_anew, end }
    }

    fn complaint(&self) -> Option<String> {
        match &self.end {
            Ok(text) if *text == self.order.text => None,
            Ok(text) => Some(format!("{}: {text:?} instead of {:?}", self.order.title, self.order.text)),
            Err(reason) => Some(format!("{}: {reason}", self.order.title)),
        }
    }
}
