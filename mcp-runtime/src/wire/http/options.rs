//! The limits and checks of the transport.

use std::time::Duration;

use tokio::sync::watch;

use crate::wire::http::guard::Guard;

/// The limits and checks of the transport.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    /// Which `Host` and `Origin` headers are served; those of this machine only by default.
    pub guard: Guard,
    /// The longest body that is read, in bytes: 4 MiB by default. Longer ones are answered 413.
    pub max_body: usize,
    /// How many legacy sessions may be open: 10,000 by default. One more is answered 503.
    pub max_sessions: usize,
    /// How long a legacy session may go unused: 30 minutes by default.
    pub session_idle: Duration,
    /// How often a silent stream says that it is alive: every 15 seconds by default.
    pub keep_alive: Duration,
    /// Turns true when the server stops, which ends the sessions' streams. Nothing else would, and
    /// a graceful shutdown waits for them.
    pub stopping: Option<watch::Receiver<bool>>,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            guard: Guard::default(),
            max_body: 4 * 1024 * 1024,
            max_sessions: 10_000,
            session_idle: Duration::from_secs(30 * 60),
            keep_alive: Duration::from_secs(15),
            stopping: None,
        }
    }
}
