//! Waiting for something outside of this process, which can only be looked at again and again.

use std::thread;
use std::time::{Duration, Instant};

use crate::Failure;

/// Looks until `is_so`; `complaint` says what was waited for in vain.
pub(super) fn until(
    complaint: &str,
    limit: Duration,
    mut is_so: impl FnMut() -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let deadline = Instant::now() + limit;
    while !is_so()? {
        if Instant::now() > deadline {
            return Err(format!("{complaint} within {limit:?}").into());
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}
