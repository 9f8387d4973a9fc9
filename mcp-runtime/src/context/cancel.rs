//! A flag that says a call is over, and a way to wait for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Set once, when the call is cancelled.
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    cancelled: AtomicBool,
    wake: Notify,
}

impl Cancellation {
    /// Says that the call is over.
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Ordering::Release);
        self.shared.wake.notify_waiters();
    }

    /// Whether the call is over.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.shared.cancelled.load(Ordering::Acquire)
    }

    /// Completes when the call is over.
    pub async fn cancelled(&self) {
        let woken = self.shared.wake.notified();
        tokio::pin!(woken);
        // Registered before the flag is read, so that a cancel in between is not missed.
        woken.as_mut().enable();
        if !self.is_cancelled() {
            woken.await;
        }
    }
}

/// Cancels when it is dropped, unless the call ended by itself.
#[derive(Debug)]
pub struct CancelOnDrop {
    cancellation: Option<Cancellation>,
}

impl CancelOnDrop {
    pub(super) fn new(cancellation: Cancellation) -> Self {
        Self { cancellation: Some(cancellation) }
    }

    /// The call ended by itself.
    pub fn disarm(mut self) {
        self.cancellation = None;
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if let Some(cancellation) = self.cancellation.take() {
            cancellation.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn dropping_the_guard_wakes_who_waits() {
        let cancellation = Cancellation::default();
        let guard = CancelOnDrop::new(cancellation.clone());
        let waiting = tokio::spawn({
            let cancellation = cancellation.clone();
            async move { cancellation.cancelled().await }
        });
        drop(guard);
        waiting.await.unwrap();
        assert!(cancellation.is_cancelled());
    }

    #[test]
    fn a_disarmed_guard_cancels_nothing() {
        let cancellation = Cancellation::default();
        CancelOnDrop::new(cancellation.clone()).disarm();
        assert!(!cancellation.is_cancelled());
    }
}
