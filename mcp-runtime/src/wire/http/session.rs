//! One legacy session: its running requests, its stream, and when it was last used.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio::time::Instant;

use crate::protocol::jsonrpc::{ErrorObject, INTERNAL_ERROR, INVALID_REQUEST, RequestId};

/// The most requests of one session that are answered at a time.
const MOST_REQUESTS: usize = 1024;

/// A session.
pub(super) struct Session<T> {
    /// What its client agreed on.
    pub(super) agreed: T,
    state: Mutex<State>,
    ended: watch::Sender<bool>,
}

struct State {
    /// What drops a request when it is dropped; none once the request was cancelled.
    running: HashMap<RequestId, Option<oneshot::Sender<()>>>,
    listening: bool,
    used: Instant,
}

impl<T: Send + Sync + 'static> Session<T> {
    pub(super) fn new(agreed: T) -> Self {
        let state = State { running: HashMap::new(), listening: false, used: Instant::now() };
        Self { agreed, state: Mutex::new(state), ended: watch::Sender::new(false) }
    }

    /// Runs `work` in a task as the request `id`, until it is done, cancelled or the session ends.
    ///
    /// # Errors
    /// Another request of that id is running, too many are, or the session has ended.
    pub(super) fn run(
        self: &Arc<Self>,
        id: RequestId,
        work: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ErrorObject> {
        let cancelled = self.remember(id.clone())?;
        let running = Running { session: self.clone(), id };
        tokio::spawn(async move {
            let _running = running;
            tokio::select! {
                biased;
                _ = cancelled => {}
                () = work => {}
            }
        });
        Ok(())
    }

    fn remember(&self, id: RequestId) -> Result<oneshot::Receiver<()>, ErrorObject> {
        let mut state = self.lock();
        if *self.ended.borrow() {
            return Err(ErrorObject::new(INVALID_REQUEST, "Session not found"));
        }
        if state.running.len() >= MOST_REQUESTS {
            return Err(ErrorObject::new(INTERNAL_ERROR, "Too many requests at a time"));
        }
        match state.running.entry(id) {
            Entry::Occupied(_) => Err(ErrorObject::new(INVALID_REQUEST, "A request with this id is running")),
            Entry::Vacant(entry) => {
                let (cancel, cancelled) = oneshot::channel();
                entry.insert(Some(cancel));
                Ok(cancelled)
            }
        }
    }

    /// Opens the session's one stream; `None` while there is one.
    pub(super) fn listen(self: &Arc<Self>) -> Option<Listening<T>> {
        let was_listening = std::mem::replace(&mut self.lock().listening, true);
        (!was_listening).then(|| Listening(self.clone()))
    }

    /// Ends the session, what runs in it, and its stream.
    pub(super) fn end(&self) {
        let running = {
            let mut state = self.lock();
            self.ended.send_replace(true);
            std::mem::take(&mut state.running)
        };
        drop(running);
    }
}

impl<T> Session<T> {
    /// Cancels a request; one that is not running is ignored.
    pub(super) fn cancel(&self, id: &RequestId) {
        // The lock is released before the task is woken.
        let cancel = self.lock().running.get_mut(id).and_then(Option::take);
        drop(cancel);
    }

    /// Notes that the client is there.
    pub(super) fn touch(&self) {
        self.lock().used = Instant::now();
    }

    /// For how long the session has been unused; not at all while a request or its stream is open.
    pub(super) fn idle(&self) -> Duration {
        let state = self.lock();
        if state.listening || !state.running.is_empty() {
            return Duration::ZERO;
        }
        state.used.elapsed()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The session's open stream. When it is dropped, another may be opened.
pub(super) struct Listening<T>(Arc<Session<T>>);

impl<T> Listening<T> {
    /// Completes when the session ends.
    pub(super) async fn ended(&self) {
        let _ = self.0.ended.subscribe().wait_for(|ended| *ended).await;
    }
}

impl<T> Drop for Listening<T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.listening = false;
        state.used = Instant::now();
    }
}

/// A running request, forgotten when it is dropped.
struct Running<T> {
    session: Arc<Session<T>>,
    id: RequestId,
}

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        let mut state = self.session.lock();
        state.running.remove(&self.id);
        state.used = Instant::now();
    }
}
