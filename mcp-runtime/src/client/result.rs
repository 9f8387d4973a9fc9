//! Reads results: whether they answer or ask is said by `resultType`.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::client::failure::Failure;
use crate::client::rounds::Once;
use crate::protocol::mrtr::InputRequiredResult;
use crate::protocol::version::ProtocolVersion;

/// Reads a result that must answer.
pub(crate) fn complete<T: DeserializeOwned>(result: &RawValue) -> Result<T, Failure> {
    match &*result_type(result)? {
        "complete" => read(result),
        other => Err(Failure::invalid(format!("resultType is `{other}`, which this method cannot have"))),
    }
}

/// Reads a result that may ask instead.
pub(crate) fn once<T: DeserializeOwned>(
    result: &RawValue,
    version: ProtocolVersion,
) -> Result<Once<T>, Failure> {
    match &*result_type(result)? {
        "complete" => read(result).map(Once::Complete),
        "input_required" if version.is_modern() => {
            let question: InputRequiredResult = read(result)?;
            if question.input_requests.is_empty() && question.request_state.is_none() {
                return Err(Failure::invalid(
                    "it requires input, but has neither inputRequests nor requestState",
                ));
            }
            Ok(Once::InputRequired(question))
        }
        other => Err(Failure::invalid(format!("resultType `{other}` is unknown in {version}"))),
    }
}

/// What kind of result this is; servers of the legacy era do not say.
fn result_type(result: &RawValue) -> Result<Cow<'_, str>, Failure> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Head<'a> {
        #[serde(borrow, default)]
        result_type: Option<Cow<'a, str>>,
    }
    let head: Head<'_> = read_str(result)?;
    Ok(head.result_type.unwrap_or(Cow::Borrowed("complete")))
}

fn read<T: DeserializeOwned>(result: &RawValue) -> Result<T, Failure> {
    read_str(result)
}

fn read_str<'a, T: Deserialize<'a>>(result: &'a RawValue) -> Result<T, Failure> {
    // A derived struct would take an array of its members as well.
    if !result.get().starts_with('{') {
        return Err(Failure::invalid("the result is no object"));
    }
    serde_json::from_str(result.get()).map_err(|error| Failure::invalid(error.to_string()))
}
