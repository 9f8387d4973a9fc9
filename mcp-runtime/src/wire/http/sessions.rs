//! The open legacy sessions by id, with a cap and an idle limit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use ::http::HeaderValue;
use chacha20poly1305::aead::Generate as _;
use tokio::time::sleep;

use crate::wire::http::session::Session;

/// 32 hexadecimal digits.
type Id = [u8; 32];

/// All open sessions. The lock is held for look-ups and never across an await.
pub(super) struct Sessions<T> {
    open: Mutex<Open<T>>,
    most: usize,
    idle: Duration,
}

struct Open<T> {
    by_id: HashMap<Id, Arc<Session<T>>>,
    /// Whether the task runs that ends idle sessions; there is none while none is open.
    watched: bool,
}

impl<T: Send + Sync + 'static> Sessions<T> {
    /// None yet; at most `most`, each for `idle` after it was last used.
    pub(super) fn new(most: usize, idle: Duration) -> Self {
        Self { open: Mutex::new(Open { by_id: HashMap::new(), watched: false }), most, idle }
    }

    /// Opens a session and returns its id; `None` when there are too many, or no random bytes.
    pub(super) fn insert(self: &Arc<Self>, agreed: T) -> Option<HeaderValue> {
        let id = new_id()?;
        let value = HeaderValue::from_bytes(&id).ok()?;
        let mut open = self.lock();
        if open.by_id.len() >= self.most {
            return None;
        }
        open.by_id.insert(id, Arc::new(Session::new(agreed)));
        if !open.watched {
            open.watched = true;
            tokio::spawn(watch(Arc::downgrade(self)));
        }
        Some(value)
    }

    /// The session of that id, which counts as used now.
    pub(super) fn find(&self, id: &[u8]) -> Option<Arc<Session<T>>> {
        let open = self.lock();
        let session = open.by_id.get(id)?;
        session.touch();
        Some(session.clone())
    }

    /// Takes the session of that id out.
    pub(super) fn remove(&self, id: &[u8]) -> Option<Arc<Session<T>>> {
        self.lock().by_id.remove(id)
    }

    /// Ends the idle sessions. Returns when the next may be; `None` when none is open.
    fn sweep(&self) -> Option<Duration> {
        let mut ended = Vec::new();
        let mut next = self.idle;
        let mut open = self.lock();
        open.by_id.retain(|_, session| {
            let idle = session.idle();
            match self.idle.checked_sub(idle) {
                Some(left) if !left.is_zero() => {
                    next = next.min(left);
                    true
                }
                _ => {
                    ended.push(session.clone());
                    false
                }
            }
        });
        open.watched = !open.by_id.is_empty();
        let next = open.watched.then_some(next);
        drop(open);
        for session in ended {
            session.end();
        }
        next
    }

    fn lock(&self) -> MutexGuard<'_, Open<T>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends idle sessions as long as any is open.
async fn watch<T: Send + Sync + 'static>(sessions: Weak<Sessions<T>>) {
    while let Some(next) = sessions.upgrade().and_then(|sessions| sessions.sweep()) {
        sleep(next).await;
    }
}

fn new_id() -> Option<Id> {
    let random = <[u8; 16]>::try_generate().ok()?;
    let mut id = [0; 32];
    for (pair, byte) in id.chunks_exact_mut(2).zip(random) {
        pair[0] = digit(byte >> 4);
        pair[1] = digit(byte & 15);
    }
    Some(id)
}

fn digit(value: u8) -> u8 {
    b"0123456789abcdef"[usize::from(value)]
}
