//! Requests on a connection whose revision is agreed: listings, and requests that carry rounds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::client::call::{Connection, Options, Params};
use crate::client::failure::Failure;
use crate::client::mirror::{Mirror, mirrors};
use crate::client::negotiate::Agreed;
#[cfg(feature = "client")]
use crate::client::negotiate::reopen;
use crate::client::result::complete;
use crate::protocol::jsonrpc::HEADER_MISMATCH;
use crate::protocol::method::{CALL_TOOL, LIST_TOOLS, READ_RESOURCE};
use crate::protocol::mrtr::InputResponses;
use crate::protocol::tools::Tool;

/// The most pages that a listing is followed over.
const MOST_PAGES: usize = 1000;

/// A connection whose revision is agreed.
pub(crate) struct Session {
    pub(crate) connection: Connection,
    pub(crate) agreed: Agreed,
    /// For each tool that was listed, the arguments that headers repeat.
    mirrors: Mutex<HashMap<String, Arc<[Mirror]>>>,
    /// Held while a session that was lost is opened anew, so that only one call does so.
    #[cfg(feature = "client")]
    reopening: tokio::sync::Mutex<()>,
}

/// What a request that carries rounds is for.
pub(crate) struct Subject {
    pub(crate) method: &'static str,
    /// The name of a tool or prompt, or a resource's URI.
    pub(crate) name: String,
    pub(crate) arguments: Option<Box<RawValue>>,
}

/// What a retry brings.
#[derive(Clone, Copy, Default)]
pub(crate) struct Brought<'a> {
    pub(crate) responses: Option<&'a InputResponses>,
    pub(crate) state: Option<&'a str>,
}

impl Session {
    pub(crate) fn new(connection: Connection, agreed: Agreed) -> Self {
        Self {
            connection,
            agreed,
            mirrors: Mutex::default(),
            #[cfg(feature = "client")]
            reopening: tokio::sync::Mutex::default(),
        }
    }

    /// Sends a request; if the server has lost the session, opens a new one and sends it once more.
    async fn request(
        &self,
        method: &'static str,
        params: Params<'_>,
        options: Options<'_>,
    ) -> Result<Box<RawValue>, Failure> {
        let outcome = self.connection.request(self.agreed.version, method, params, options).await;
        #[cfg(feature = "client")]
        if let Err(Failure::SessionLost(id)) = &outcome {
            self.reopen(id).await?;
            return self.connection.request(self.agreed.version, method, params, options).await;
        }
        outcome
    }

    #[cfg(feature = "client")]
    async fn reopen(&self, lost: &http::HeaderValue) -> Result<(), Failure> {
        let _one_at_a_time = self.reopening.lock().await;
        if self.connection.transport.is_in_session(lost) {
            tracing::info!("the server lost the session; opening a new one");
            reopen(&self.connection, self.agreed.version).await?;
        }
        Ok(())
    }

    /// Lists everything, page by page; each page has its items under `member`.
    pub(crate) async fn list<T: DeserializeOwned>(
        &self,
        method: &'static str,
        member: &str,
    ) -> Result<Vec<T>, Failure> {
        let mut items = Vec::new();
        let mut cursor: Option<String> = None;
        for _ in 0..MOST_PAGES {
            let params = Params { cursor: cursor.as_deref(), ..Params::default() };
            let result = self.request(method, params, Options::default()).await?;
            let mut page: HashMap<String, Value> = complete(&result)?;
            let Some(listed) = page.remove(member) else {
                return Err(Failure::invalid(format!("the result of {method} has no `{member}`")));
            };
            let listed: Vec<T> = serde_json::from_value(listed)
                .map_err(|error| Failure::invalid(format!("{method}: {error}")))?;
            items.extend(listed);
            // An empty cursor is a cursor; only its absence ends the listing.
            match page.remove("nextCursor") {
                Some(Value::String(next)) => cursor = Some(next),
                None | Some(Value::Null) => return Ok(items),
                Some(_) => {
                    return Err(Failure::invalid(format!("{method}: nextCursor is no string")));
                }
            }
        }
        Err(Failure::local(format!("{method} has not ended after {MOST_PAGES} pages")))
    }

    /// Lists all tools. Where headers repeat arguments, tools that get this wrong are left out.
    pub(crate) async fn list_tools(&self) -> Result<Vec<Tool>, Failure> {
        let mut tools: Vec<Tool> = self.list(LIST_TOOLS, "tools").await?;
        if self.mirrors_arguments() {
            let mut known = HashMap::new();
            tools.retain(|tool| match mirrors(&tool.input_schema) {
                Ok(mirrors) => {
                    known.insert(tool.name.clone(), mirrors.into());
                    true
                }
                Err(why) => {
                    tracing::warn!(tool = tool.name, why, "left out a tool with an invalid x-mcp-header");
                    false
                }
            });
            *self.mirrors.lock().unwrap_or_else(PoisonError::into_inner) = known;
        }
        Ok(tools)
    }

    /// Sends one leg of a request that carries rounds.
    pub(crate) async fn leg(
        &self,
        subject: &Subject,
        brought: Brought<'_>,
        options: Options<'_>,
    ) -> Result<Box<RawValue>, Failure> {
        let outcome = self.mirrored_leg(subject, brought, options).await;
        let is_stale = subject.method == CALL_TOOL && self.mirrors_arguments();
        match outcome {
            // The server wants headers that we did not know of: its list of tools names them.
            Err(mismatch) if is_stale && mismatch.code() == Some(HEADER_MISMATCH) => {
                match self.list_tools().await {
                    Ok(_) => self.mirrored_leg(subject, brought, options).await,
                    Err(_) => Err(mismatch),
                }
            }
            outcome => outcome,
        }
    }

    async fn mirrored_leg(
        &self,
        subject: &Subject,
        brought: Brought<'_>,
        options: Options<'_>,
    ) -> Result<Box<RawValue>, Failure> {
        let by_uri = subject.method == READ_RESOURCE;
        let name = Some(&*subject.name);
        let params = Params {
            name: name.filter(|_| !by_uri),
            uri: name.filter(|_| by_uri),
            arguments: subject.arguments.as_deref(),
            input_responses: brought.responses,
            request_state: brought.state,
            ..Params::default()
        };
        let mirrored = self.mirrored(subject);
        self.request(subject.method, params, Options { mirrored: &mirrored, ..options }).await
    }

    /// The headers that repeat arguments of this call.
    fn mirrored(&self, subject: &Subject) -> Vec<(String, String)> {
        let Some(arguments) = subject.arguments.as_deref().filter(|_| subject.method == CALL_TOOL) else {
            return Vec::new();
        };
        let mirrors = {
            let known = self.mirrors.lock().unwrap_or_else(PoisonError::into_inner);
            known.get(&subject.name).cloned()
        };
        match mirrors.filter(|mirrors| !mirrors.is_empty()) {
            Some(mirrors) => {
                let arguments = serde_json::from_str(arguments.get()).unwrap_or_default();
                mirrors.iter().filter_map(|mirror| mirror.header(&arguments)).collect()
            }
            None => Vec::new(),
        }
    }

    fn mirrors_arguments(&self) -> bool {
        self.connection.transport.has_headers() && self.agreed.version.is_modern()
    }
}
