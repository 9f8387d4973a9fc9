//! Keeps a panic of the author's code inside the call it happened in.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::{Context, Poll};

use crate::context::BoxFuture;
use crate::error::{Error, Result};

/// Polls a future of the author's; a panic is its error.
///
/// The future is not polled again after a panic, so that nothing sees what it left half done.
pub(super) fn poll<T>(future: &mut BoxFuture<'_, Result<T>>, cx: &mut Context<'_>) -> Poll<Result<T>> {
    catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx)))
        .unwrap_or_else(|_| Poll::Ready(Err(Error::panicked())))
}

/// Runs a future of the author's to its end.
///
/// # Errors
/// Its own, and a panic.
pub async fn contained<T>(mut future: BoxFuture<'_, Result<T>>) -> Result<T> {
    std::future::poll_fn(|cx| poll(&mut future, cx)).await
}
