//! Two connected ends in one process: for tests, and for a server inside its client's program.

use std::future::Future;

use tokio::sync::mpsc;

use crate::error::Result;

/// How many messages may wait on the way to each end.
const CAPACITY: usize = 64;

/// One end of a connection of messages, each a whole JSON text.
#[derive(Debug)]
pub struct LinesEnd {
    /// What the other end sent.
    pub incoming: mpsc::Receiver<Vec<u8>>,
    /// What goes to the other end.
    pub outgoing: mpsc::Sender<Vec<u8>>,
}

/// A server that can be reached in this process.
pub trait InProcess {
    /// Starts the server and gives the client's end of a connection to it.
    fn connect(self) -> impl Future<Output = Result<LinesEnd>> + Send;
}

/// Two ends that talk to each other.
#[must_use]
pub fn pair() -> (LinesEnd, LinesEnd) {
    let (to_right, from_left) = mpsc::channel(CAPACITY);
    let (to_left, from_right) = mpsc::channel(CAPACITY);
    (
        LinesEnd { incoming: from_right, outgoing: to_right },
        LinesEnd { incoming: from_left, outgoing: to_left },
    )
}
