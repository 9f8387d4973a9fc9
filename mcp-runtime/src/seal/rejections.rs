//! What was not opened and not sealed: counted by reason, and logged no more often than a disk can bear.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::seal::error::{REASONS, Rejected, SealError};

/// How often state was not opened or not sealed, by reason; for metrics.
///
/// It is taken from a [`RequestStateSecurity`](crate::seal::RequestStateSecurity) before a server
/// gets that, and counts as long as the server lives. The log tells of each reason at once when it
/// comes up and then at most once in ten seconds, with how often it came up in between, so that a
/// hostile client cannot fill a disk.
#[derive(Debug, Clone)]
pub struct Rejections {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    start: Instant,
    counters: [Counter; REASONS.len()],
}

#[derive(Debug, Default)]
struct Counter {
    count: AtomicU64,
    /// The count when the log last told of it.
    told: AtomicU64,
    /// From when on the log may tell again, in milliseconds since the start.
    quiet_until: AtomicU64,
}

impl Rejections {
    pub(super) fn new() -> Self {
        let counters = std::array::from_fn(|_| Counter::default());
        Self { shared: Arc::new(Shared { start: Instant::now(), counters }) }
    }

    /// How often this reason came up.
    #[must_use]
    pub fn count(&self, reason: &str) -> u64 {
        self.iter().find(|(other, _)| *other == reason).map_or(0, |(_, count)| count)
    }

    /// Every reason, also those that never came up, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        let counts = self.shared.counters.iter().map(|counter| counter.count.load(Ordering::Relaxed));
        REASONS.into_iter().zip(counts)
    }

    pub(super) fn rejected(&self, method: &str, rejected: &Rejected) {
        if let Some(times) = self.note(rejected.reason()) {
            tracing::warn!(method, times, reason = %rejected, "requestState rejected");
        }
    }

    /// `detail` says more than the reason does, still nothing of the payload.
    pub(super) fn not_sealed(&self, method: &str, error: &SealError, detail: &dyn Display) {
        if let Some(times) = self.note(error.reason()) {
            tracing::warn!(method, times, reason = %detail, "requestState not sealed");
        }
    }

    /// Counts. Returns how often it came up since the log told of it, if it is to tell now.
    fn note(&self, reason: &str) -> Option<u64> {
        self.note_at(self.shared.start.elapsed(), reason)
    }

    fn note_at(&self, since_start: Duration, reason: &str) -> Option<u64> {
        let now = u64::try_from(since_start.as_millis()).unwrap_or(u64::MAX);
        let counter = &self.shared.counters[REASONS.iter().position(|known| *known == reason)?];
        let count = counter.count.fetch_add(1, Ordering::Relaxed) + 1;
        let quiet_until = counter.quiet_until.load(Ordering::Relaxed);
        let next = now.saturating_add(QUIET);
        let order = Ordering::Relaxed;
        if now < quiet_until || counter.quiet_until.compare_exchange(quiet_until, next, order, order).is_err()
        {
            return None;
        }
        Some(count.saturating_sub(counter.told.swap(count, Ordering::Relaxed)))
    }
}

/// For how many milliseconds the log says nothing of a reason after it told of it.
const QUIET: u64 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_told_at_once_and_then_once_in_a_while() {
        let rejections = Rejections::new();
        let at = |milliseconds, reason| rejections.note_at(Duration::from_millis(milliseconds), reason);
        assert_eq!(at(0, "expired"), Some(1));
        for moment in 1..1000 {
            assert_eq!(at(moment, "expired"), None);
        }
        assert_eq!(at(1000, "seal"), Some(1), "another reason has its own time");
        assert_eq!(at(QUIET - 1, "expired"), None);
        assert_eq!(at(QUIET, "expired"), Some(1001));
        assert_eq!(at(QUIET + 1, "expired"), None);
        assert_eq!((rejections.count("expired"), rejections.count("seal")), (1003, 1));
        assert_eq!(rejections.iter().map(|(_, count)| count).sum::<u64>(), 1004);
        assert_eq!(rejections.count("no reason"), 0);
    }

    #[test]
    fn one_of_many_at_once_is_told() {
        let rejections = Rejections::new();
        let told: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| (0..100).filter_map(|_| rejections.note("seal")).count()))
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap() as u64).sum()
        });
        assert_eq!((told, rejections.count("seal")), (1, 800));
    }
}
