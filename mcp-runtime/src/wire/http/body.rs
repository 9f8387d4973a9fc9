//! Reads a request's body, up to the limit.

use ::http::StatusCode;
use axum::body::{Body, HttpBody as _};
use bytes::Bytes;
use http_body_util::BodyExt as _;

use crate::wire::http::refusal::Refusal;

/// Gathers a body; one that came in one piece is not copied.
pub(super) async fn collect(mut body: Body, limit: usize) -> Result<Bytes, Refusal> {
    let declared = body.size_hint().lower();
    if usize::try_from(declared).map_or(true, |declared| declared > limit) {
        return Err(too_large());
    }
    let mut first = Bytes::new();
    let mut gathered = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Refusal::text(StatusCode::BAD_REQUEST, "The body ended early"))?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        if first.len().max(gathered.len()) + data.len() > limit {
            return Err(too_large());
        }
        if first.is_empty() {
            first = data;
        } else {
            if gathered.is_empty() {
                gathered.extend_from_slice(&first);
            }
            gathered.extend_from_slice(&data);
        }
    }
    Ok(if gathered.is_empty() { first } else { gathered.into() })
}

fn too_large() -> Refusal {
    Refusal::text(StatusCode::PAYLOAD_TOO_LARGE, "Request body too large")
}
