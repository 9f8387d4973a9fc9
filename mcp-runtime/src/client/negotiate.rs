//! Finds out which revision to speak: asks the server, or opens a session of the legacy era.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::client::call::{Connection, Options, Params};
use crate::client::failure::Failure;
use crate::client::result::complete;
use crate::error::Result;
use crate::protocol::capability::ServerCapabilities;
use crate::protocol::initialize::{DiscoverResult, Implementation, InitializeResult};
use crate::protocol::jsonrpc::{
    ErrorObject, HEADER_MISMATCH, MISSING_CLIENT_CAPABILITY, UNSUPPORTED_VERSION,
};
use crate::protocol::meta::SERVER_INFO;
use crate::protocol::method::{DISCOVER, INITIALIZE};
use crate::protocol::version::ProtocolVersion;

/// How long a server has to answer the probe before it counts as one of the legacy era.
const PROBE_LIMIT: Duration = Duration::from_secs(10);

/// Which revision a client speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Asks the server with `server/discover`, and opens a session with `initialize` if it turns
    /// out to be of the legacy era.
    #[default]
    Auto,
    /// Opens a session with `initialize`, in the newest revision that has sessions.
    Legacy,
    /// This revision and no other. A modern one is not negotiated: nothing is sent when the client
    /// opens, and it knows neither the server's name nor its capabilities.
    Pinned(ProtocolVersion),
}

/// What the two sides have agreed on.
#[derive(Debug)]
pub(crate) struct Agreed {
    pub(crate) version: ProtocolVersion,
    pub(crate) server_info: Option<Implementation>,
    pub(crate) capabilities: ServerCapabilities,
    pub(crate) instructions: Option<String>,
}

/// Agrees with the server on a revision.
pub(crate) async fn negotiate(connection: &Connection, mode: Mode) -> Result<Agreed> {
    let agreed = match mode {
        Mode::Auto => auto(connection).await?,
        Mode::Legacy => initialize(connection, ProtocolVersion::LATEST_LEGACY).await?,
        Mode::Pinned(version) if version.is_modern() => Agreed {
            version,
            server_info: None,
            capabilities: ServerCapabilities::default(),
            instructions: None,
        },
        Mode::Pinned(version) => reopen(connection, version).await?,
    };
    if agreed.version.is_modern() {
        connection.questions.close();
    }
    Ok(agreed)
}

/// Opens a session in exactly this revision.
pub(crate) async fn reopen(connection: &Connection, version: ProtocolVersion) -> Result<Agreed, Failure> {
    let agreed = initialize(connection, version).await?;
    if agreed.version == version {
        Ok(agreed)
    } else {
        Err(Failure::local(format!("the server speaks {}, not {version}", agreed.version)))
    }
}

async fn auto(connection: &Connection) -> Result<Agreed, Failure> {
    let timed_out = match probe(connection).await? {
        Probe::Modern(agreed) => return Ok(agreed),
        Probe::Legacy { timed_out } => timed_out,
    };
    match initialize(connection, ProtocolVersion::LATEST_LEGACY).await {
        // The server was modern but slow: it refuses the handshake and may answer the probe now.
        Err(refusal) if timed_out && refusal.code() == Some(UNSUPPORTED_VERSION) => {
            match probe(connection).await {
                Ok(Probe::Modern(agreed)) => Ok(agreed),
                _ => Err(refusal),
            }
        }
        outcome => outcome,
    }
}

/// What a probe has found.
enum Probe {
    Modern(Agreed),
    Legacy { timed_out: bool },
}

/// What a refused probe leads to.
enum Refusal {
    TryAgain(ProtocolVersion),
    IsLegacy,
    IsFinal,
}

/// Asks the server which revisions it speaks.
async fn probe(connection: &Connection) -> Result<Probe, Failure> {
    let mut outcome = discover(connection, ProtocolVersion::LATEST).await;
    if let Err(Failure::Peer(error)) = &outcome
        && let Refusal::TryAgain(version) = judge(error)
    {
        outcome = discover(connection, version).await;
        // A second refusal of this kind is not argued with.
        if outcome.as_ref().is_err_and(|failure| failure.code() == Some(UNSUPPORTED_VERSION)) {
            return outcome.map(|_| Probe::Legacy { timed_out: false });
        }
    }
    let legacy = Ok(Probe::Legacy { timed_out: false });
    match outcome {
        Ok(result) => Ok(match read(&result) {
            Some(agreed) => Probe::Modern(agreed),
            None => Probe::Legacy { timed_out: false },
        }),
        Err(Failure::Peer(error)) if matches!(judge(&error), Refusal::IsFinal) => Err(Failure::Peer(error)),
        Err(Failure::TimedOut(_)) => Ok(Probe::Legacy { timed_out: true }),
        Err(Failure::Peer(_) | Failure::Invalid(_)) => legacy,
        #[cfg(feature = "client")]
        Err(Failure::Status(_)) => legacy,
        Err(failure) => Err(failure),
    }
}

async fn discover(connection: &Connection, version: ProtocolVersion) -> Result<Box<RawValue>, Failure> {
    let limit = Some(connection.limit.min(PROBE_LIMIT));
    connection.request(version, DISCOVER, Params::default(), Options { limit, ..Options::default() }).await
}

/// Reads the answer to a probe; `None` unless it names a modern revision that we speak.
fn read(result: &RawValue) -> Option<Agreed> {
    #[derive(Deserialize)]
    struct WithMeta {
        #[serde(rename = "_meta", default)]
        meta: Value,
    }
    let discovered: DiscoverResult = complete(result).ok()?;
    let version = mutual_modern(&discovered.supported_versions)?;
    let meta = serde_json::from_str::<WithMeta>(result.get()).ok()?.meta;
    Some(Agreed {
        version,
        server_info: meta.get(SERVER_INFO).and_then(|info| Implementation::deserialize(info).ok()),
        capabilities: discovered.capabilities,
        instructions: discovered.instructions,
    })
}

/// Judges the error that a probe was answered with. Only a modern server knows the codes of its
/// era; every other error says that the server is of the legacy era.
fn judge(error: &ErrorObject) -> Refusal {
    match error.code {
        UNSUPPORTED_VERSION => {
            let supported = error.data.as_ref().and_then(|data| data.get("supported"));
            let Some(supported) = supported.and_then(|list| Vec::<String>::deserialize(list).ok()) else {
                return Refusal::IsLegacy;
            };
            let known = |text: &String| ProtocolVersion::parse(text);
            match mutual_modern(&supported) {
                Some(version) => Refusal::TryAgain(version),
                None if supported.is_empty() || supported.iter().any(|text| known(text).is_some()) => {
                    Refusal::IsLegacy
                }
                None => Refusal::IsFinal,
            }
        }
        MISSING_CLIENT_CAPABILITY | HEADER_MISMATCH => Refusal::IsFinal,
        _ => Refusal::IsLegacy,
    }
}

/// The newest modern revision that both sides speak.
fn mutual_modern(supported: &[String]) -> Option<ProtocolVersion> {
    let known = supported.iter().filter_map(|text| ProtocolVersion::parse(text));
    known.filter(|version| version.is_modern()).max()
}

/// Opens a session of the legacy era.
async fn initialize(connection: &Connection, version: ProtocolVersion) -> Result<Agreed, Failure> {
    let params = Params {
        protocol_version: Some(version.as_str()),
        capabilities: Some(&connection.capabilities),
        client_info: Some(&connection.info),
        ..Params::default()
    };
    let result = connection.request(version, INITIALIZE, params, Options::default()).await?;
    let opened: InitializeResult = complete(&result)?;
    let Some(version) =
        ProtocolVersion::parse(&opened.protocol_version).filter(|version| !version.is_modern())
    else {
        return Err(Failure::local(format!(
            "the server opened a session in {}, which this client does not speak",
            opened.protocol_version
        )));
    };
    connection.transport.opened(version);
    connection.notify("notifications/initialized").await?;
    connection.transport.listen();
    Ok(Agreed {
        version,
        server_info: Some(opened.server_info),
        capabilities: opened.capabilities,
        instructions: opened.instructions,
    })
}
