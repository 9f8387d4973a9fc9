//! One connection of messages in both directions: a child process, or a server in this process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinHandle};
use tokio::time::timeout;

use crate::client::failure::Failure;
use crate::client::questions::{Questions, Reply};
use crate::client::transport::inbox::receive;
#[cfg(feature = "client")]
use crate::client::transport::spawn::Process;
use crate::client::transport::{Event, Outgoing, cancelled};
use crate::wire::memory::LinesEnd;

/// How long the server has to take what was still to be written when the connection is closed.
const FLUSH: Duration = Duration::from_millis(500);

/// A connection. Dropping it closes our end.
pub(crate) struct Lines {
    shared: Arc<Shared>,
    reader: AbortHandle,
    writer: JoinHandle<()>,
    #[cfg(feature = "client")]
    child: Option<Process>,
}

struct Shared {
    /// What waits to be written. It grows by one message for each call at most, so it has no limit.
    outgoing: Mutex<Option<mpsc::UnboundedSender<Vec<u8>>>>,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    requests: HashMap<i64, mpsc::UnboundedSender<Event>>,
    /// Whether the server has closed its end.
    ended: bool,
}

impl Lines {
    pub(super) fn new(end: LinesEnd, questions: Arc<Questions>) -> Self {
        let (outgoing, mut queue) = mpsc::unbounded_channel::<Vec<u8>>();
        let LinesEnd { mut incoming, outgoing: wire } = end;
        let writer = tokio::spawn(async move {
            while let Some(text) = queue.recv().await {
                if wire.send(text).await.is_err() {
                    break;
                }
            }
        });
        let shared = Arc::new(Shared { outgoing: Mutex::new(Some(outgoing)), waiting: Mutex::default() });
        let reply: Reply = {
            let shared = Arc::clone(&shared);
            Arc::new(move |text| {
                let _ = shared.send(text);
                Box::pin(std::future::ready(()))
            })
        };
        let inbox = Arc::clone(&shared);
        let reader = tokio::spawn(async move {
            while let Some(text) = incoming.recv().await {
                for (id, event) in receive(&text, &questions, &reply) {
                    inbox.deliver(id, event);
                }
            }
            let mut waiting = locked(&inbox.waiting);
            waiting.ended = true;
            waiting.requests.clear();
        });
        Self {
            shared,
            reader: reader.abort_handle(),
            writer,
            #[cfg(feature = "client")]
            child: None,
        }
    }

    /// The same connection, to a child process that `close` waits for.
    #[cfg(feature = "client")]
    pub(super) fn with_child(mut self, child: Process) -> Self {
        self.child = Some(child);
        self
    }

    pub(super) fn request(&self, request: Outgoing) -> Result<Exchange, Failure> {
        let (sender, events) = mpsc::unbounded_channel();
        {
            let mut waiting = locked(&self.shared.waiting);
            if waiting.ended {
                return Err(Failure::closed());
            }
            waiting.requests.insert(request.id, sender);
        }
        // From here on the request leaves the map when the exchange is dropped.
        let mut exchange =
            Exchange { shared: Arc::clone(&self.shared), id: request.id, events, cancel: false };
        self.shared.send(request.text)?;
        exchange.cancel = request.cancellable;
        Ok(exchange)
    }

    pub(super) fn send(&self, text: Vec<u8>) -> Result<(), Failure> {
        self.shared.send(text)
    }

    pub(super) async fn close(&mut self) {
        self.shared.close();
        // What was queued, such as a cancellation, still goes out, if the server takes it.
        if timeout(FLUSH, &mut self.writer).await.is_err() {
            self.writer.abort();
        }
        #[cfg(feature = "client")]
        if let Some(child) = self.child.take() {
            child.close().await;
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.shared.close();
        self.reader.abort();
    }
}

impl Shared {
    fn send(&self, text: Vec<u8>) -> Result<(), Failure> {
        let outgoing = locked(&self.outgoing);
        let sent = outgoing.as_ref().is_some_and(|outgoing| outgoing.send(text).is_ok());
        if sent { Ok(()) } else { Err(Failure::closed()) }
    }

    fn close(&self) {
        locked(&self.outgoing).take();
    }

    fn deliver(&self, id: Option<i64>, event: Event) {
        let Some(id) = id else { return };
        let mut waiting = locked(&self.waiting);
        match event {
            Event::Progress(_) => {
                if let Some(request) = waiting.requests.get(&id) {
                    let _ = request.send(event);
                }
            }
            // With its sender gone from the map, nothing can follow the response.
            Event::Response(_) => {
                if let Some(request) = waiting.requests.remove(&id) {
                    let _ = request.send(event);
                }
            }
        }
    }
}

/// A request that was sent.
pub(crate) struct Exchange {
    shared: Arc<Shared>,
    id: i64,
    events: mpsc::UnboundedReceiver<Event>,
    cancel: bool,
}

impl Exchange {
    pub(super) async fn next(&mut self) -> Result<Event, Failure> {
        self.events.recv().await.ok_or_else(Failure::closed)
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let unanswered = locked(&self.shared.waiting).requests.remove(&self.id).is_some();
        if unanswered && self.cancel {
            let _ = self.shared.send(cancelled(self.id));
        }
    }
}

/// A panic while something was locked left it whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
