//! Logging to stderr, where the program has set up none.

use std::io;

use tracing::level_filters::LevelFilter;

/// Writes the log to stderr from now on, unless the program has its own subscriber.
///
/// The level is INFO, or what `RUST_LOG` names.
pub(super) fn to_stderr() {
    let level = std::env::var("RUST_LOG").ok().and_then(|level| level.parse().ok());
    let subscriber = tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_max_level(level.unwrap_or(LevelFilter::INFO))
        .finish();
    // An error means that the program has one.
    let _ = tracing::subscriber::set_global_default(subscriber);
}
