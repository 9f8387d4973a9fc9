//! What a request sends, in order, and its form as server-sent events.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Sleep, sleep};

use crate::wire::Reply;

/// How many messages of one request wait for a slow client before their sender waits too.
pub(super) const OUTBOX: usize = 16;

/// The work behind a response; ends without a reply if there is nothing to answer.
pub(super) type Answering = Pin<Box<dyn Future<Output = Option<Reply>> + Send>>;

/// Where messages ahead of the answer come from.
pub(super) enum Inbox {
    /// There are none.
    None,
    /// The work has the other end.
    Open(mpsc::Receiver<Vec<u8>>),
    /// The work opens one if the request turns out to want it.
    Awaited(oneshot::Receiver<mpsc::Receiver<Vec<u8>>>),
}

impl Inbox {
    fn open(&mut self) -> Option<&mut mpsc::Receiver<Vec<u8>>> {
        if let Self::Awaited(awaited) = self
            && let Ok(inbox) = awaited.try_recv()
        {
            *self = Self::Open(inbox);
        }
        match self {
            Self::Open(inbox) => Some(inbox),
            Self::None | Self::Awaited(_) => None,
        }
    }
}

/// The messages of one request, then its answer. It owns the work: dropping it stops the work.
pub(super) struct Sequence {
    answering: Option<Answering>,
    answer: Option<Reply>,
    inbox: Inbox,
    keep_alive: Option<Duration>,
    timer: Option<Pin<Box<Sleep>>>,
}

/// What comes next in a [`Sequence`].
pub(super) enum Step {
    /// A message ahead of the answer.
    Message(Vec<u8>),
    /// Nothing came for a while.
    Silence,
    /// The answer, if there is one; nothing follows.
    End(Option<Reply>),
}

impl Sequence {
    /// The steps of `answering`; silence is none of them without `keep_alive`.
    pub(super) fn new(answering: Answering, inbox: Inbox, keep_alive: Option<Duration>) -> Self {
        Self { answering: Some(answering), answer: None, inbox, keep_alive, timer: None }
    }

    pub(super) async fn next(&mut self) -> Step {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Step> {
        // The work goes first: it fills the inbox, and registers with whatever it waits for.
        if let Some(answering) = &mut self.answering
            && let Poll::Ready(answer) = answering.as_mut().poll(cx)
        {
            self.answering = None;
            self.answer = answer;
        }
        if let Some(message) = self.poll_inbox(cx) {
            self.timer = None;
            return Poll::Ready(Step::Message(message));
        }
        if self.answering.is_none() {
            return Poll::Ready(Step::End(self.answer.take()));
        }
        // Made only now, so that requests which are answered at once need no timer.
        let Some(keep_alive) = self.keep_alive else {
            return Poll::Pending;
        };
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(keep_alive)));
        ready!(timer.as_mut().poll(cx));
        self.timer = None;
        Poll::Ready(Step::Silence)
    }

    fn poll_inbox(&mut self, cx: &mut Context<'_>) -> Option<Vec<u8>> {
        let inbox = self.inbox.open()?;
        if self.answering.is_none() {
            // After the answer nobody waits for what another task might still send.
            return inbox.try_recv().ok();
        }
        match inbox.poll_recv(cx) {
            Poll::Ready(message) => message,
            Poll::Pending => None,
        }
    }
}

/// A response body of events.
pub(super) struct Events {
    first: Option<Step>,
    rest: Option<Sequence>,
}

impl Events {
    /// All of a sequence.
    pub(super) fn of(sequence: Sequence) -> Self {
        Self { first: None, rest: Some(sequence) }
    }

    /// A step that was taken already, and the rest of its sequence.
    pub(super) fn after(first: Step, rest: Sequence) -> Self {
        Self { first: Some(first), rest: Some(rest) }
    }
}

impl Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = self.get_mut();
        let step = match (this.first.take(), &mut this.rest) {
            (Some(step), _) => step,
            (None, Some(rest)) => ready!(rest.poll_next(cx)),
            (None, None) => return Poll::Ready(None),
        };
        let frame = match step {
            Step::Message(text) => Some(event(&text)),
            Step::Silence => Some(Bytes::from_static(b": keep-alive\n\n")),
            Step::End(reply) => {
                this.rest = None;
                reply.map(|reply| event(&reply.text))
            }
        };
        Poll::Ready(frame.map(|data| Ok(Frame::data(data))))
    }
}

/// One event that carries one JSON text.
fn event(text: &[u8]) -> Bytes {
    const HEAD: &[u8] = b"event: message\ndata: ";
    const TAIL: &[u8] = b"\n\n";
    let mut event = Vec::with_capacity(HEAD.len() + text.len() + TAIL.len());
    event.extend_from_slice(HEAD);
    event.extend_from_slice(text);
    for byte in &mut event[HEAD.len()..] {
        // A line break would end the data. In JSON it can only stand between tokens.
        if matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
    event.extend_from_slice(TAIL);
    event.into()
}
