//! Tokens that open once: where the ids of the spent ones are kept.

use std::collections::BTreeSet;
use std::fmt;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use crate::context::BoxFuture;
use crate::error::{Error, Result};

/// Remembers which tokens were used.
///
/// With [`RequestStateSecurity::single_use`](crate::seal::RequestStateSecurity::single_use) a
/// token's id is spent when its round is accepted: after everything about the token and the request
/// was verified, and before any of the author's code runs. So the code runs **at most once for each
/// token**, however many requests bring it, at once or one after the other.
///
/// It is not *exactly* once. If the server dies after the id was spent, or the response is lost on
/// the way, the round may have run or not, and the client cannot find out by sending it again: the
/// token is spent, and the flow starts over from its first round. Without single use a lost round
/// is sent again with the same token and runs again.
///
/// A store that several processes share needs an operation that sets a key only if it is absent and
/// tells which it was: `SET id 1 NX PXAT …` of Redis, an `INSERT … ON CONFLICT DO NOTHING`.
pub trait UseOnce: Send + Sync + 'static {
    /// Spends the id of a token; `true` for the first to do so, `false` for everybody after.
    ///
    /// The id may be forgotten after `keep_until`, when its token has expired on every clock.
    ///
    /// # Errors
    /// It cannot be found out. The token does not open then.
    fn spend(&self, id: [u8; 16], keep_until: SystemTime) -> impl Future<Output = Result<bool>> + Send;
}

/// Remembers in the memory of this process, so that it serves one process only.
///
/// It holds a bounded number of ids, and forgets those whose token has expired. When it is full of
/// ids that it must keep, no further token opens until some expire: forgetting one of them would let
/// it be used again.
#[derive(Debug)]
pub struct UsedInMemory {
    most: usize,
    /// By the time until which each is kept, so that the first ones are those to forget.
    ids: Mutex<BTreeSet<(SystemTime, [u8; 16])>>,
}

impl UsedInMemory {
    /// Holds at most this many ids, of about 50 bytes each. One flow under way needs as many as it
    /// has had rounds, for the time to live of a round.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { most, ids: Mutex::default() }
    }

    fn spend_at(&self, now: SystemTime, id: [u8; 16], keep_until: SystemTime) -> Result<bool> {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        while ids.first().is_some_and(|(until, _)| *until < now) {
            ids.pop_first();
        }
        if ids.contains(&(keep_until, id)) {
            return Ok(false);
        }
        if ids.len() >= self.most {
            return Err(Error::new(format!("{} ids are kept already", ids.len())));
        }
        Ok(ids.insert((keep_until, id)))
    }
}

impl Default for UsedInMemory {
    /// Holds at most 100,000 ids.
    fn default() -> Self {
        Self::new(100_000)
    }
}

impl UseOnce for UsedInMemory {
    async fn spend(&self, id: [u8; 16], keep_until: SystemTime) -> Result<bool> {
        self.spend_at(SystemTime::now(), id, keep_until)
    }
}

/// A store of any type. It is the author's code, so a panic of it is an error like any other.
pub(super) struct Store(Box<dyn Erased>);

impl Store {
    pub(super) fn new(store: impl UseOnce) -> Self {
        Self(Box::new(store))
    }

    /// Spends the id of a token that expires at this Unix time in milliseconds.
    pub(super) async fn spend(&self, id: [u8; 16], expires: u64, skew: u64) -> Result<bool> {
        let keep = Duration::from_millis(expires.saturating_add(skew).min(LONGEST));
        let keep_until = SystemTime::UNIX_EPOCH + keep;
        let panicked = |_| Error::new("the store panicked");
        let mut spending =
            catch_unwind(AssertUnwindSafe(|| self.0.spend(id, keep_until))).map_err(panicked)?;
        poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| spending.as_mut().poll(cx))) {
            Ok(poll) => poll,
            Err(panic) => std::task::Poll::Ready(Err(panicked(panic))),
        })
        .await
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UseOnce(..)")
    }
}

/// The year 2970, which every clock can show.
const LONGEST: u64 = 1000 * 365 * 24 * 60 * 60 * 1000;

trait Erased: Send + Sync {
    fn spend(&self, id: [u8; 16], keep_until: SystemTime) -> BoxFuture<'_, Result<bool>>;
}

impl<S: UseOnce> Erased for S {
    fn spend(&self, id: [u8; 16], keep_until: SystemTime) -> BoxFuture<'_, Result<bool>> {
        Box::pin(UseOnce::spend(self, id, keep_until))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn an_id_is_spent_once() {
        let store = UsedInMemory::default();
        assert!(store.spend_at(at(0), [1; 16], at(10)).unwrap());
        assert!(!store.spend_at(at(1), [1; 16], at(10)).unwrap());
        assert!(!store.spend_at(at(10), [1; 16], at(10)).unwrap());
        assert!(store.spend_at(at(1), [2; 16], at(10)).unwrap());
    }

    #[test]
    fn a_full_store_refuses_until_ids_expire_and_never_forgets_early() {
        let store = UsedInMemory::new(2);
        assert!(store.spend_at(at(0), [1; 16], at(10)).unwrap());
        assert!(store.spend_at(at(0), [2; 16], at(20)).unwrap());
        assert!(store.spend_at(at(10), [3; 16], at(30)).is_err());
        assert!(!store.spend_at(at(10), [1; 16], at(10)).unwrap(), "a spent one is still known as spent");
        assert!(store.spend_at(at(11), [3; 16], at(30)).unwrap());
        assert!(store.spend_at(at(11), [4; 16], at(30)).is_err());
        assert_eq!(store.ids.lock().unwrap().len(), 2);
    }

    #[test]
    fn memory_stays_bounded_over_time() {
        let store = UsedInMemory::new(100);
        for second in 0..10_000_u32 {
            let mut id = [0; 16];
            id[..4].copy_from_slice(&second.to_le_bytes());
            assert!(store.spend_at(at(second.into()), id, at(u64::from(second) + 50)).unwrap());
        }
        assert!(store.ids.lock().unwrap().len() <= 52);
    }

    struct Panics(bool);

    impl UseOnce for Panics {
        fn spend(&self, _: [u8; 16], _: SystemTime) -> impl Future<Output = Result<bool>> + Send {
            assert!(self.0, "before the future");
            async { panic!("in the future") }
        }
    }

    #[tokio::test]
    async fn a_store_that_panics_is_an_error() {
        for when in [false, true] {
            assert!(Store::new(Panics(when)).spend([0; 16], 0, 0).await.is_err());
        }
    }

    #[tokio::test]
    async fn an_endless_time_to_live_is_kept_long() {
        let store = Store::new(UsedInMemory::default());
        assert!(store.spend([0; 16], u64::MAX, 1).await.unwrap());
        assert!(!store.spend([0; 16], u64::MAX, 1).await.unwrap());
    }
}
