//! Keeps orders and incidents abreast, so that each incident falls among running orders.

use std::collections::BTreeSet;

use tokio::sync::watch;

/// How far orders and incidents have come.
pub(super) struct Pace {
    state: watch::Sender<State>,
    orders: usize,
}

#[derive(Default)]
struct State {
    /// How many orders were begun.
    begun: usize,
    /// How many orders may be begun by now.
    allowed: usize,
    /// The orders under way.
    open: BTreeSet<usize>,
    /// How many incidents are over.
    incidents: usize,
    /// Orders below this number no longer wait.
    hurried: usize,
}

impl Pace {
    /// For so many orders, of which the first `allowed` may be begun at once.
    pub(super) fn new(orders: usize, allowed: usize) -> Self {
        Self { state: watch::Sender::new(State { allowed, ..State::default() }), orders }
    }

    /// The number of the order to begin next, as soon as it may be; `None` if that was all.
    pub(super) async fn begin(&self) -> Option<usize> {
        let mut changes = self.state.subscribe();
        loop {
            let mut number = None;
            self.state.send_if_modified(|state| {
                if state.begun < state.allowed {
                    number = Some(state.begun);
                    state.open.insert(state.begun);
                    state.begun += 1;
                }
                number.is_some()
            });
            if number.is_some() || self.state.borrow().begun == self.orders {
                return number;
            }
            // The sender lives as long as this does, so only its changes end the wait.
            let _ = changes.wait_for(|state| state.begun < state.allowed || state.begun == self.orders).await;
        }
    }

    pub(super) fn end(&self, number: usize) {
        self.state.send_modify(|state| _ = state.open.remove(&number));
    }

    /// Waits until the next incident is over, or this order has to hurry.
    pub(super) async fn think(&self, number: usize) {
        let mut changes = self.state.subscribe();
        let before = changes.borrow().incidents;
        let _ = changes.wait_for(|state| state.incidents > before || number < state.hurried).await;
    }

    /// Waits until so many orders were begun.
    pub(super) async fn begun(&self, orders: usize) {
        let _ = self.state.subscribe().wait_for(|state| state.begun >= orders).await;
    }

    pub(super) fn allow(&self, orders: usize) {
        self.state.send_modify(|state| state.allowed = orders.min(self.orders));
    }

    pub(super) fn incident_is_over(&self) {
        self.state.send_modify(|state| state.incidents += 1);
    }

    /// Lets no order wait any more.
    pub(super) fn hurry(&self) {
        self.state.send_modify(|state| state.hurried = usize::MAX);
    }

    /// Waits until every order that was begun before this call is done.
    pub(super) async fn settle(&self) {
        let mut oldest_to_stay = 0;
        self.state.send_modify(|state| {
            oldest_to_stay = state.begun;
            state.hurried = state.begun;
        });
        let settled = |state: &State| state.open.first().is_none_or(|oldest| *oldest >= oldest_to_stay);
        let _ = self.state.subscribe().wait_for(settled).await;
    }
}
