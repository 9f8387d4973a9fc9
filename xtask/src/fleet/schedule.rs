//! What happens to the fleet while orders are under way: kills, and the rotation of the keys.

use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::time::{Instant, timeout_at};

use crate::Failure;
use crate::fleet::instances::{COUNT, Fleet};
use crate::fleet::pace::Pace;
use Incident::{Kill, Roll, Settle};

const OLD: &str = "the-old-secret-of-the-fleet-0123456789";
const NEW: &str = "the-new-secret-of-the-fleet-9876543210";

/// How many orders are begun between two incidents.
const STRIDE: usize = 50;

/// How many orders keep the fleet busy from the first incident until after the last.
pub(super) const ORDERS: usize = STRIDE * (INCIDENTS.len() + 1);

/// How long all of it may take; it takes a few seconds.
const LIMIT: Duration = Duration::from_secs(60);

/// What happened.
pub(super) struct Course {
    pub(super) kills: usize,
    pub(super) rotations: usize,
}

#[derive(Clone, Copy)]
enum Incident {
    /// An instance is killed and started again, each time another one.
    Kill,
    /// An instance is stopped and started again with the keys of the next step.
    Roll(usize),
    /// Before the old key goes, the flows that it may have sealed must have ended. An operator waits
    /// as long as state lives; here it is known when they have.
    Settle,
}

const INCIDENTS: [Incident; 19] = [
    // [old]
    Kill,
    Kill,
    // to [old, new]
    Roll(0),
    Kill,
    Roll(1),
    Roll(2),
    Kill,
    // to [new, old]
    Roll(0),
    Roll(1),
    Kill,
    Roll(2),
    Kill,
    // to [new]
    Settle,
    Roll(0),
    Kill,
    Roll(1),
    Roll(2),
    Kill,
    Kill,
];

/// The keys after so many steps, as an operator would set them: the first one seals, all open.
pub(super) fn keys(step: usize) -> String {
    match step {
        0 => OLD.to_owned(),
        1 => format!("{OLD},{NEW}"),
        2 => format!("{NEW},{OLD}"),
        _ => NEW.to_owned(),
    }
}

/// All orders, of which those before the first incident may be begun.
pub(super) fn pace() -> Pace {
    Pace::new(ORDERS, STRIDE)
}

/// Has every incident happen among orders: when one starts, as many may be begun as it takes for the
/// next one, and no more.
pub(super) fn run(runtime: &Runtime, fleet: &mut Fleet<'_>, pace: &Pace) -> Result<Course, Failure> {
    let deadline = Instant::now() + LIMIT;
    let mut steps = [0; COUNT];
    let mut kills = 0;
    for (index, incident) in INCIDENTS.into_iter().enumerate() {
        wait(runtime, deadline, pace.begun((index + 1) * STRIDE))?;
        pace.allow((index + 2) * STRIDE);
        match incident {
            Kill => {
                let victim = kills % COUNT;
                fleet.kill(victim, &keys(steps[victim]))?;
                kills += 1;
            }
            Roll(instance) => {
                steps[instance] += 1;
                fleet.restart(instance, &keys(steps[instance]))?;
            }
            Settle => wait(runtime, deadline, pace.settle())?,
        }
        pace.incident_is_over();
    }
    pace.hurry();
    Ok(Course { kills, rotations: steps.into_iter().min().unwrap_or_default() })
}

fn wait(runtime: &Runtime, deadline: Instant, orders: impl Future<Output = ()>) -> Result<(), Failure> {
    let waited = runtime.block_on(async { timeout_at(deadline, orders).await });
    if waited.is_err() || Instant::now() > deadline {
        return Err(format!("orders and incidents were not done within {LIMIT:?}").into());
    }
    Ok(())
}
