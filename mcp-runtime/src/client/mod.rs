//! Layer 6: connects to a server of either era, calls it, and answers what it asks.
//!
//! `builder` says where the server is and what answers its questions, `negotiate` finds the
//! revision to speak, `session` sends requests in it, and `rounds` sees a call through its rounds.
//! Below them, `call` makes one request of it, and `transport` carries that.

mod builder;
mod call;
mod failure;
mod handlers;
mod mirror;
mod negotiate;
mod questions;
mod result;
mod rounds;
mod session;
mod tool_call;
mod transport;

#[cfg(test)]
mod tests;

use std::fmt;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

pub use self::builder::ClientBuilder;
use self::call::Options;
use self::failure::local;
pub use self::negotiate::Mode;
pub use self::rounds::{Continuation, Once};
use self::session::{Session, Subject};
pub use self::tool_call::ToolCall;
use crate::error::Result;
use crate::protocol::capability::ServerCapabilities;
use crate::protocol::initialize::Implementation;
use crate::protocol::method::{
    CALL_TOOL, GET_PROMPT, LIST_PROMPTS, LIST_RESOURCE_TEMPLATES, LIST_RESOURCES, READ_RESOURCE,
};
use crate::protocol::prompts::{GetPromptResult, Prompt};
use crate::protocol::resources::{ReadResourceResult, Resource, ResourceTemplate};
use crate::protocol::tools::{CallToolResult, Tool};
use crate::protocol::version::ProtocolVersion;
use crate::wire::memory::InProcess;

/// A connection to a server.
///
/// Its methods take `&self`, so that calls can run at the same time. Dropping the future of a call
/// cancels the call. Dropping the client closes the connection without waiting for the server;
/// [`close`](Self::close) waits.
pub struct Client {
    session: Session,
    max_rounds: u32,
}

impl Client {
    /// A client of the server under this URL, such as `http://127.0.0.1:8000/mcp`.
    #[cfg(feature = "client")]
    pub fn connect(url: impl Into<String>) -> ClientBuilder {
        ClientBuilder::url(url.into())
    }

    /// A client of a server in this process, which is started here and stops when the client is
    /// dropped or closed.
    pub fn in_process(server: impl InProcess + Send + 'static) -> ClientBuilder {
        ClientBuilder::in_process(server)
    }

    /// A client of the server that this command starts, spoken to over its standard input and
    /// output. Its standard error is left as the command has it.
    ///
    /// When the client closes, the server's input ends; two seconds later it gets a SIGTERM, and
    /// after two more it is killed.
    #[cfg(feature = "client")]
    pub fn spawn(command: impl Into<tokio::process::Command>) -> ClientBuilder {
        ClientBuilder::child(command.into())
    }

    /// Who the server says it is, if it says so.
    #[must_use]
    pub fn server_info(&self) -> Option<&Implementation> {
        self.session.agreed.server_info.as_ref()
    }

    /// The revision that is spoken.
    #[must_use]
    pub fn protocol_version(&self) -> ProtocolVersion {
        self.session.agreed.version
    }

    /// What the server says it offers; nothing if it was not asked.
    #[must_use]
    pub fn server_capabilities(&self) -> &ServerCapabilities {
        &self.session.agreed.capabilities
    }

    /// How to use the server, for a model.
    #[must_use]
    pub fn instructions(&self) -> Option<&str> {
        self.session.agreed.instructions.as_deref()
    }

    /// Lists all tools.
    ///
    /// # Errors
    /// The server's error, or a failure of the connection.
    pub async fn list_tools(&self) -> Result<Vec<Tool>> {
        Ok(self.session.list_tools().await?)
    }

    /// Lists all prompts.
    ///
    /// # Errors
    /// The server's error, or a failure of the connection.
    pub async fn list_prompts(&self) -> Result<Vec<Prompt>> {
        Ok(self.session.list(LIST_PROMPTS, "prompts").await?)
    }

    /// Lists all resources that have a URI of their own.
    ///
    /// # Errors
    /// The server's error, or a failure of the connection.
    pub async fn list_resources(&self) -> Result<Vec<Resource>> {
        Ok(self.session.list(LIST_RESOURCES, "resources").await?)
    }

    /// Lists all families of resources.
    ///
    /// # Errors
    /// The server's error, or a failure of the connection.
    pub async fn list_resource_templates(&self) -> Result<Vec<ResourceTemplate>> {
        Ok(self.session.list(LIST_RESOURCE_TEMPLATES, "resourceTemplates").await?)
    }

    /// Calls a tool, and answers what it asks on the way.
    ///
    /// `arguments` is anything that serialises to a JSON object; `()` stands for none.
    ///
    /// # Errors
    /// The server's error, the first failure of a handler, or a failure of the connection. A tool
    /// that failed is no error but a result with `is_error`.
    pub async fn call_tool(
        &self,
        name: impl Into<String>,
        arguments: impl Serialize,
    ) -> Result<CallToolResult> {
        let subject = subject(CALL_TOOL, name.into(), arguments)?;
        rounds::run(&self.session, &subject, Options::default(), self.max_rounds).await
    }

    /// Calls a tool with options: awaits what they give.
    pub fn call_tool_with(&self, name: impl Into<String>, arguments: impl Serialize) -> ToolCall<'_> {
        ToolCall::new(self, subject(CALL_TOOL, name.into(), arguments))
    }

    /// Runs one round of a tool call.
    ///
    /// # Errors
    /// As [`call_tool`](Self::call_tool), but that no handler runs in the modern era. In the legacy
    /// era a call has one round, in which the handlers answer, and cannot be continued.
    pub async fn call_tool_once(
        &self,
        name: impl Into<String>,
        arguments: impl Serialize,
        continuation: Option<&Continuation>,
    ) -> Result<Once<CallToolResult>> {
        let subject = subject(CALL_TOOL, name.into(), arguments)?;
        Ok(rounds::run_once(&self.session, &subject, continuation, Options::default()).await?)
    }

    /// Gets a prompt, and answers what it asks on the way. Its arguments are strings.
    ///
    /// # Errors
    /// The server's error, the first failure of a handler, or a failure of the connection.
    pub async fn get_prompt(
        &self,
        name: impl Into<String>,
        arguments: impl Serialize,
    ) -> Result<GetPromptResult> {
        let subject = subject(GET_PROMPT, name.into(), arguments)?;
        rounds::run(&self.session, &subject, Options::default(), self.max_rounds).await
    }

    /// Runs one round of getting a prompt.
    ///
    /// # Errors
    /// As [`call_tool_once`](Self::call_tool_once).
    pub async fn get_prompt_once(
        &self,
        name: impl Into<String>,
        arguments: impl Serialize,
        continuation: Option<&Continuation>,
    ) -> Result<Once<GetPromptResult>> {
        let subject = subject(GET_PROMPT, name.into(), arguments)?;
        Ok(rounds::run_once(&self.session, &subject, continuation, Options::default()).await?)
    }

    /// Reads a resource, and answers what it asks on the way.
    ///
    /// # Errors
    /// The server's error, the first failure of a handler, or a failure of the connection.
    pub async fn read_resource(&self, uri: impl Into<String>) -> Result<ReadResourceResult> {
        let subject = subject(READ_RESOURCE, uri.into(), ())?;
        rounds::run(&self.session, &subject, Options::default(), self.max_rounds).await
    }

    /// Runs one round of reading a resource.
    ///
    /// # Errors
    /// As [`call_tool_once`](Self::call_tool_once).
    pub async fn read_resource_once(
        &self,
        uri: impl Into<String>,
        continuation: Option<&Continuation>,
    ) -> Result<Once<ReadResourceResult>> {
        let subject = subject(READ_RESOURCE, uri.into(), ())?;
        Ok(rounds::run_once(&self.session, &subject, continuation, Options::default()).await?)
    }

    /// Closes the connection, and waits for a child process to end.
    pub async fn close(mut self) {
        self.session.connection.transport.close().await;
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("agreed", &self.session.agreed).finish_non_exhaustive()
    }
}

fn subject(method: &'static str, name: String, arguments: impl Serialize) -> Result<Subject> {
    let arguments = to_raw_value(&arguments)?;
    let arguments = match arguments.get().as_bytes() {
        b"null" => None,
        [b'{', ..] => Some(arguments),
        _ => return Err(not_an_object(&arguments)),
    };
    Ok(Subject { method, name, arguments })
}

fn not_an_object(arguments: &RawValue) -> crate::error::Error {
    let kind = match arguments.get().as_bytes().first() {
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        _ => "a single value",
    };
    local(format!("arguments must serialise to a JSON object, not {kind}"))
}
