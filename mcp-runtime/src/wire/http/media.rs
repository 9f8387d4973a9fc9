//! `Content-Type` and `Accept`: what the client sends and what it can read.

use ::http::header::{ACCEPT, CONTENT_TYPE};
use ::http::{HeaderMap, StatusCode};

use crate::wire::http::headers::Era;
use crate::wire::http::refusal::Refusal;

const JSON: &str = "application/json";
const EVENT_STREAM: &str = "text/event-stream";
const USUAL_ACCEPT: &str = "application/json, text/event-stream";

/// Whether a POST brings JSON and can read what its era may answer.
pub(super) fn check(headers: &HeaderMap, era: Era) -> Result<(), Refusal> {
    if !brings_json(headers) {
        return Err(Refusal::text(
            StatusCode::BAD_REQUEST,
            "Invalid Content-Type header: it must be application/json",
        ));
    }
    if !accepts(headers, JSON) || (era == Era::Modern && !accepts_events(headers)) {
        return Err(Refusal::text(
            StatusCode::NOT_ACCEPTABLE,
            "Not Acceptable: accept application/json and text/event-stream",
        ));
    }
    Ok(())
}

/// Whether the client can read a stream of events.
pub(super) fn accepts_events(headers: &HeaderMap) -> bool {
    accepts(headers, EVENT_STREAM)
}

fn brings_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(CONTENT_TYPE) else {
        return false;
    };
    let Ok(value) = value.to_str() else {
        return false;
    };
    essence(value).eq_ignore_ascii_case(JSON)
}

/// Whether `Accept` allows a media type; absent, it allows all.
fn accepts(headers: &HeaderMap, wanted: &str) -> bool {
    // What every client of the protocol sends.
    if headers.get(ACCEPT).is_some_and(|value| value == USUAL_ACCEPT) {
        return true;
    }
    let mut values = headers.get_all(ACCEPT).iter().peekable();
    if values.peek().is_none() {
        return true;
    }
    values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(|range| {
        let offered = essence(range);
        let fits = match offered.split_once('/') {
            Some(("*", "*")) => true,
            Some((kind, "*")) => wanted.split_once('/').is_some_and(|(wanted, _)| wanted == kind),
            _ => offered.eq_ignore_ascii_case(wanted),
        };
        fits && !is_excluded(range)
    })
}

/// The media type without its parameters.
fn essence(value: &str) -> &str {
    value.split(';').next().unwrap_or_default().trim()
}

/// Whether a weight of zero says that the range is not wanted.
fn is_excluded(range: &str) -> bool {
    range
        .split(';')
        .skip(1)
        .filter_map(|parameter| parameter.split_once('='))
        .any(|(name, value)| name.trim() == "q" && value.trim().parse::<f32>().is_ok_and(|q| q == 0.0))
}
