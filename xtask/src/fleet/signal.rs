//! Signals to a process that was started here.

use std::process::{Child, Command};
use std::time::Duration;

use crate::Failure;
use crate::fleet::until::until;

/// Longer than the ten seconds that a server of ours gives the calls under way.
const LIMIT: Duration = Duration::from_secs(20);

/// Sends a signal and waits until the process has ended; it must report success.
pub(super) fn end(process: &mut Child, name: &str) -> Result<(), Failure> {
    send(process, name)?;
    let id = process.id();
    until(&format!("process {id} did not end after SIG{name}"), LIMIT, || match process.try_wait()? {
        None => Ok(false),
        Some(status) if status.success() => Ok(true),
        Some(status) => Err(format!("process {id} ended after SIG{name} with {status}").into()),
    })
}

pub(super) fn send(process: &Child, name: &str) -> Result<(), Failure> {
    // The child was not waited for, so the id is still its own.
    let id = process.id().to_string();
    let sent = Command::new("sh").args(["-c", "kill -s \"$1\" \"$2\"", "sh", name, &id]).status()?;
    if sent.success() { Ok(()) } else { Err(format!("process {id} did not take SIG{name}").into()) }
}
