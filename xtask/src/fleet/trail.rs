//! Which instance served which leg, as the balancer logged it.

use std::collections::{HashMap, HashSet};

/// The answered legs of every order, in their order.
pub(super) struct Trail {
    orders: HashMap<String, Vec<Leg>>,
}

/// A leg that an instance answered.
struct Leg {
    id: u64,
    instance: String,
    is_refused: bool,
}

impl Trail {
    /// Reads the balancer's log. Legs that died are in it too; they are no part of the trail.
    pub(super) fn read(log: &str) -> Self {
        let mut orders: HashMap<String, Vec<Leg>> = HashMap::new();
        for (title, leg) in log.lines().filter_map(leg) {
            orders.entry(title.to_owned()).or_default().push(leg);
        }
        // The balancer logs a leg when it is over, which may be after the next one began.
        orders.values_mut().for_each(|legs| legs.sort_by_key(|leg| leg.id));
        Self { orders }
    }

    /// How many instances took part in an order.
    pub(super) fn instances(&self, title: &str) -> usize {
        self.legs(title).iter().map(|leg| &leg.instance).collect::<HashSet<_>>().len()
    }

    /// Checks that state was refused wherever it had come from another instance, and nowhere else.
    /// Returns how often.
    pub(super) fn refusals(&self, title: &str) -> Result<usize, String> {
        let mut refusals = 0;
        let mut sealed_by: Option<&str> = None;
        for leg in self.legs(title) {
            let is_foreign = sealed_by.is_some_and(|instance| instance != leg.instance);
            if leg.is_refused != is_foreign {
                let verdict = if leg.is_refused { "refused" } else { "accepted" };
                let from = sealed_by.unwrap_or("nowhere");
                return Err(format!("{title}: state from {from} was {verdict} by {}", leg.instance));
            }
            refusals += usize::from(is_foreign);
            sealed_by = (!is_foreign).then_some(&leg.instance);
        }
        Ok(refusals)
    }

    fn legs(&self, title: &str) -> &[Leg] {
        self.orders.get(title).map_or(&[], Vec::as_slice)
    }
}

/// Reads `leg SERVER STATUS ID TITLE`.
fn leg(line: &str) -> Option<(&str, Leg)> {
    let mut words = line.strip_prefix("leg ")?.splitn(4, ' ');
    let instance = words.next()?.to_owned();
    let is_refused = match words.next()? {
        "200" => false,
        "400" => true,
        _ => return None,
    };
    let id = words.next()?.parse().ok()?;
    Some((words.next()?, Leg { id, instance, is_refused }))
}

#[cfg(test)]
mod tests {
    use super::Trail;

    #[test]
    fn legs_are_read_in_the_order_of_their_ids_and_dead_ones_are_left_out() {
        let trail =
            Trail::read("leg b 200 3 Order 1\nleg a 200 1 Order 1\nleg c 503 2 Order 1\nServer c down");
        assert_eq!(trail.instances("Order 1"), 2);
        assert_eq!(trail.instances("Order 2"), 0);
        assert!(trail.refusals("Order 1").is_err());
    }

    #[test]
    fn only_foreign_state_may_be_refused() {
        let log = "leg a 200 1 Order 1\nleg b 400 2 Order 1\nleg c 200 3 Order 1\nleg c 200 4 Order 1";
        assert_eq!(Trail::read(log).refusals("Order 1"), Ok(1));
        let log = "leg a 200 1 Order 1\nleg a 400 2 Order 1";
        assert!(Trail::read(log).refusals("Order 1").is_err());
    }
}
