//! Model Context Protocol servers whose tools are plain functions and whose mistakes do not compile.
#![doc = "\n"]
#![doc = include_str!("docs/crate.md")]
#![forbid(unsafe_code)]

#[doc = include_str!("docs/deploying.md")]
pub mod deploying {}
pub mod testing;

#[doc = include_str!("docs/form.md")]
pub use mcp_macros::Form;
#[doc = include_str!("docs/prompt.md")]
pub use mcp_macros::prompt;
#[doc = include_str!("docs/resolver.md")]
pub use mcp_macros::resolver;
#[doc = include_str!("docs/resource.md")]
pub use mcp_macros::resource;
#[doc = include_str!("docs/tool.md")]
pub use mcp_macros::tool;

pub use mcp_runtime::client::{Client, ClientBuilder, Continuation, Mode, Once, ToolCall};
pub use mcp_runtime::context::{AskByHand, Context, State};
pub use mcp_runtime::error::{Error, Result};
pub use mcp_runtime::output::{
    InputRequired, IntoPromptResult, IntoResourceContents, IntoToolResult, Json, Step,
};
pub use mcp_runtime::protocol::capability::{ClientCapabilities, ServerCapabilities};
pub use mcp_runtime::protocol::content::{Content, ResourceContents, Role};
pub use mcp_runtime::protocol::elicitation::{ElicitAction, ElicitParams, ElicitResult};
pub use mcp_runtime::protocol::initialize::Implementation;
pub use mcp_runtime::protocol::jsonrpc::RequestId;
pub use mcp_runtime::protocol::mrtr::{InputRequest, InputRequiredResult};
pub use mcp_runtime::protocol::progress::Progress;
pub use mcp_runtime::protocol::prompts::{GetPromptResult, Prompt, PromptArgument, PromptMessage};
pub use mcp_runtime::protocol::resources::{ReadResourceResult, Resource, ResourceTemplate};
pub use mcp_runtime::protocol::roots::{ListRootsResult, Root};
pub use mcp_runtime::protocol::sampling::{CreateMessageParams, CreateMessageResult, SamplingMessage};
pub use mcp_runtime::protocol::tools::{CallToolResult, Tool, ToolAnnotations};
pub use mcp_runtime::protocol::version::ProtocolVersion;
pub use mcp_runtime::resolve::answer::ElicitationResult;
pub use mcp_runtime::resolve::question::{Elicit, Form, ListRoots, Sample};
pub use mcp_runtime::seal::{
    InvalidRequestState, Rejections, RequestStateSecurity, Secret, StateCodec, UseOnce, UsedInMemory,
};
pub use mcp_runtime::server::{Graph, Lifespan, Server};

/// Names tools, prompts and resources for [`Server::with`].
///
/// ```
/// #[mcp::tool]
/// fn ping() -> &'static str {
///     "pong"
/// }
///
/// let server = mcp::Server::empty("Pinger").with(mcp::items![ping]);
/// # let _ = server;
/// ```
#[macro_export]
macro_rules! items {
    ($($item:path),* $(,)?) => {
        [$(<$item as $crate::__private::Offered>::ITEM),*]
    };
}

#[doc(hidden)]
pub use mcp_runtime::private as __private;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
