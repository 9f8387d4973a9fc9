//! How far a server is in its life.

/// The phases of a server, each after the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// It serves.
    Serving,
    /// It takes no new clients and ends subscriptions; calls go on.
    Draining,
    /// The last request was answered.
    Stopped,
}
