//! Results as the text of a response, written straight into its buffer.

use serde::Serialize;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use crate::dispatch::answer::Answer;
use crate::error::Result;
use crate::protocol::initialize::Implementation;
use crate::protocol::jsonrpc::{ErrorObject, INTERNAL_ERROR, RequestId};
use crate::protocol::meta::SERVER_INFO;
use crate::wire::Reply;

/// How large a response is before it is written, at a guess that spares most of them a second buffer.
const USUAL_SIZE: usize = 512;

/// The `_meta` of every modern result (META-05).
pub(super) fn stamp(info: &Implementation) -> Result<Box<RawValue>> {
    Ok(to_raw_value(&json!({ SERVER_INFO: info }))?)
}

/// A modern result: with its type, its hints to caches, and the server's stamp.
pub(super) fn modern(id: &RequestId, answer: &Answer<'_>, stamp: &RawValue) -> Reply {
    respond(id, |text| {
        text.extend_from_slice(b"{\"resultType\":\"");
        text.extend_from_slice(answer.result_type().as_bytes());
        text.push(b'"');
        append_members(text, answer)?;
        if answer.is_cacheable() {
            // What is offered does not change while the server runs, but may differ after a restart.
            text.extend_from_slice(b",\"ttlMs\":0,\"cacheScope\":\"private\"");
        }
        text.extend_from_slice(b",\"_meta\":");
        text.extend_from_slice(stamp.get().as_bytes());
        text.push(b'}');
        Ok(())
    })
}

/// A result as it is.
pub(super) fn plain(id: &RequestId, result: &impl Serialize) -> Reply {
    respond(id, |text| serde_json::to_writer(text, result))
}

fn respond(id: &RequestId, result: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>) -> Reply {
    let mut text = Vec::with_capacity(USUAL_SIZE);
    text.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    let written = serde_json::to_writer(&mut text, id).and_then(|()| {
        text.extend_from_slice(b",\"result\":");
        result(&mut text)
    });
    match written {
        Ok(()) => {
            text.push(b'}');
            Reply { text, error: None }
        }
        Err(_) => Reply::error(Some(id), &ErrorObject::new(INTERNAL_ERROR, "Internal error")),
    }
}

/// Writes the members of an object behind those that stand already.
fn append_members(text: &mut Vec<u8>, object: &impl Serialize) -> serde_json::Result<()> {
    let start = text.len();
    serde_json::to_writer(&mut *text, object)?;
    if text.len() == start + 2 {
        text.truncate(start);
    } else {
        text[start] = b',';
        text.pop();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_both_kinds_stand_in_one_object() {
        let stamp = stamp(&Implementation::new("Bookshop", "1.0.0")).unwrap();
        let read = |answer| {
            serde_json::from_slice::<serde_json::Value>(
                &modern(&RequestId::Text("a".into()), &answer, &stamp).text,
            )
        };
        let list = to_raw_value(&json!({"tools": []})).unwrap();
        let value = read(Answer::List(&list)).unwrap();
        assert_eq!(value["id"], "a");
        assert_eq!(
            value["result"],
            json!({
                "resultType": "complete", "tools": [], "ttlMs": 0, "cacheScope": "private",
                "_meta": {SERVER_INFO: {"name": "Bookshop", "version": "1.0.0"}},
            })
        );
        assert_eq!(read(Answer::Empty).unwrap()["result"]["resultType"], "complete");
    }
}
