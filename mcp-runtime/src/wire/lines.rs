//! Serves one connection of messages in both directions: stdio and memory, both eras at once.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::protocol::call::Call;
use crate::protocol::cancellation::{CANCELLED, Cancelled};
use crate::protocol::jsonrpc::{
    ErrorObject, INTERNAL_ERROR, INVALID_REQUEST, Incoming, Notification, RequestId, parse,
};
use crate::protocol::method::{INITIALIZE, LISTEN};
use crate::wire::inflight::Inflight;
use crate::wire::memory::LinesEnd;
use crate::wire::{Exchange, Reply, Service};

/// The most requests of one connection that are answered at a time.
const MOST_REQUESTS: usize = 1024;

/// How long requests may go on after the client closed its end.
const GRACE: Duration = Duration::from_secs(1);

/// Serves a connection until the client closes its end.
///
/// Every message is judged by itself: a request with modern `_meta` is served statelessly, and
/// `initialize` opens the connection's one session for the others.
pub async fn serve<S: Service>(service: Arc<S>, end: LinesEnd) {
    let LinesEnd { mut incoming, outgoing } = end;
    let mut connection = Connection {
        service,
        outgoing,
        session: None,
        inflight: Arc::default(),
        tasks: JoinSet::new(),
        subscriptions: JoinSet::new(),
    };
    while let Some(text) = incoming.recv().await {
        if let Some(reply) = connection.take(text)
            && connection.outgoing.send(reply.text).await.is_err()
        {
            break;
        }
    }
    connection.subscriptions.abort_all();
    // Whoever wrote all requests at once and closed still gets the answers.
    let _ = timeout(GRACE, async { while connection.tasks.join_next().await.is_some() {} }).await;
}

struct Connection<S: Service> {
    service: Arc<S>,
    outgoing: mpsc::Sender<Vec<u8>>,
    session: Option<Arc<S::Session>>,
    inflight: Arc<Inflight>,
    tasks: JoinSet<()>,
    subscriptions: JoinSet<()>,
}

impl<S: Service> Connection<S> {
    /// Takes one message; what can be answered at once is.
    fn take(&mut self, text: Vec<u8>) -> Option<Reply> {
        while self.tasks.try_join_next().is_some() {}
        let (id, listens) = match parse(&text) {
            Err(malformed) => return Some(Reply::error(malformed.id.as_ref(), &malformed.error)),
            Ok(Incoming::Response(response)) => {
                if let Some(session) = &self.session {
                    self.service.deliver(session, response);
                }
                return None;
            }
            Ok(Incoming::Notification(notification)) => {
                self.notified(&notification);
                return None;
            }
            Ok(Incoming::Request(request)) => {
                let call = match Call::read(request) {
                    Ok(call) => call,
                    Err((id, error)) => return Some(Reply::error(Some(&id), &error)),
                };
                if !call.is_modern() {
                    if call.method == INITIALIZE {
                        let (reply, session) = self.service.open(&call);
                        if let Some(session) = session {
                            self.session = Some(Arc::new(session));
                        }
                        return Some(reply);
                    }
                    if self.session.is_none() {
                        let error = ErrorObject::new(
                            INVALID_REQUEST,
                            "no session: send `initialize`, or a request with the `_meta` of 2026-07-28",
                        );
                        return Some(Reply::error(Some(&call.id), &error));
                    }
                }
                if self.inflight.len() >= MOST_REQUESTS {
                    let error = ErrorObject::new(INTERNAL_ERROR, "Too many requests at a time");
                    return Some(Reply::error(Some(&call.id), &error));
                }
                (call.id, call.method == LISTEN)
            }
        };
        self.start(text, id, listens);
        None
    }

    fn notified(&self, notification: &Notification<'_>) {
        if notification.method == CANCELLED
            && let Some(id) = Cancelled::read(notification.params)
        {
            self.inflight.cancel(&id);
        }
    }

    /// Answers a request in a task of its own, which owns the request's text.
    fn start(&mut self, text: Vec<u8>, id: RequestId, listens: bool) {
        let answering = answer(self.service.clone(), self.session.clone(), self.outgoing.clone(), text);
        let (inflight, outgoing, key) = (self.inflight.clone(), self.outgoing.clone(), id.clone());
        let task = async move {
            if let Some(reply) = answering.await {
                inflight.remove(&key);
                let _ = outgoing.send(reply.text).await;
            }
        };
        let tasks = if listens { &mut self.subscriptions } else { &mut self.tasks };
        // The task waits until it is remembered, so that it cannot be forgotten before.
        let (start, started) = tokio::sync::oneshot::channel::<()>();
        let handle = tasks.spawn(async move {
            if started.await.is_ok() {
                task.await;
            }
        });
        self.inflight.insert(id, handle);
        let _ = start.send(());
    }
}

async fn answer<S: Service>(
    service: Arc<S>,
    session: Option<Arc<S::Session>>,
    outbox: mpsc::Sender<Vec<u8>>,
    text: Vec<u8>,
) -> Option<Reply> {
    // Read before, when the message was taken.
    let Ok(Incoming::Request(request)) = parse(&text) else { return None };
    let call = Call::read(request).ok()?;
    let exchange = Exchange { headers: None, outbox: Some(outbox) };
    Some(if call.is_modern() {
        match call.meta.required() {
            Ok(_) => service.answer(call, exchange).await,
            Err(error) => Reply::error(Some(&call.id), &error),
        }
    } else {
        service.answer_in(&*session?, call, exchange).await
    })
}
