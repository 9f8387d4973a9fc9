//! The requests of one client that are being answered, by id, so that they can be cancelled.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::task::AbortHandle;

use crate::protocol::jsonrpc::RequestId;

/// Running requests by id.
#[derive(Debug, Default)]
pub(super) struct Inflight {
    tasks: Mutex<HashMap<RequestId, AbortHandle>>,
}

impl Inflight {
    /// Remembers a running request.
    pub(super) fn insert(&self, id: RequestId, task: AbortHandle) {
        self.lock().insert(id, task);
    }

    /// Forgets a request that was answered.
    pub(super) fn remove(&self, id: &RequestId) {
        self.lock().remove(id);
    }

    /// Stops a request; one that is not running is ignored.
    pub(super) fn cancel(&self, id: &RequestId) {
        if let Some(task) = self.lock().remove(id) {
            task.abort();
        }
    }

    /// How many requests are running.
    pub(super) fn len(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RequestId, AbortHandle>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
