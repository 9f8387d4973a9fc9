//! One `tools/call` over HTTP against a bare axum handler that does the same JSON work, in one run.
//!
//! `cargo bench -p mcp-benches --bench http` prints the ratios. Each server is a process of its own
//! with one worker thread; rounds of load alternate between them, and the medians are compared.

use std::io;
use std::process::Stdio;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::post;
use axum::serve::ListenerExt as _;
use mcp_benches::{Measured, load, median};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

const ROUNDS: usize = 7;
const CONNECTIONS: usize = 16;
const TIME: Duration = Duration::from_millis(1500);

const BODY: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","arguments":{"name":"Ada"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}}}"#;

/// Greet someone.
#[mcp::tool]
async fn greet(name: String) -> String {
    format!("Hello, {name}!")
}

fn main() -> io::Result<()> {
    let role = std::env::args().find_map(|arg| arg.strip_prefix("--serve=").map(str::to_owned));
    let workers = if role.is_some() { 1 } else { 2 };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()?;
    match role.as_deref() {
        Some("bare") => runtime.block_on(serve_bare()),
        Some(_) => runtime.block_on(serve_mcp()),
        None => runtime.block_on(compare()),
    }
}

async fn compare() -> io::Result<()> {
    let (bare_process, bare_at) = start("bare").await?;
    let (mcp_process, mcp_at) = start("mcp").await?;
    let (bare_pid, mcp_pid) = (pid(&bare_process)?, pid(&mcp_process)?);
    let (mut bare, mut mcp) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let measured_bare = load(&bare_at, bare_pid, &request("/", &bare_at), CONNECTIONS, TIME).await?;
        let measured_mcp = load(&mcp_at, mcp_pid, &request("/mcp", &mcp_at), CONNECTIONS, TIME).await?;
        // The first round warms up.
        if round > 0 {
            bare.push(measured_bare);
            mcp.push(measured_mcp);
        }
    }
    let rate = |all: &[Measured]| median(all.iter().map(|one| one.rate).collect());
    let cpu = |all: &[Measured]| median(all.iter().map(|one| one.cpu).collect());
    println!("bare axum: {:.0} requests/s, {:.1} us CPU each", rate(&bare), cpu(&bare));
    println!("mcp:       {:.0} requests/s, {:.1} us CPU each", rate(&mcp), cpu(&mcp));
    println!(
        "tools/call over HTTP: {:.2} of the throughput of bare axum, {:.2} times its CPU per request",
        rate(&mcp) / rate(&bare),
        cpu(&mcp) / cpu(&bare),
    );
    Ok(())
}

/// Starts this program as a server; it prints its address.
async fn start(role: &str) -> io::Result<(Child, String)> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg(format!("--serve={role}"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let stdout = child.stdout.take().ok_or_else(|| io::Error::other("no stdout"))?;
    let mut address = String::new();
    BufReader::new(stdout).read_line(&mut address).await?;
    Ok((child, address.trim().to_owned()))
}

fn pid(child: &Child) -> io::Result<u32> {
    child.id().ok_or_else(|| io::Error::other("the server has ended"))
}

fn request(path: &str, host: &str) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\n\
         mcp-method: tools/call\r\nmcp-name: greet\r\ncontent-length: {}\r\n\r\n{BODY}",
        BODY.len()
    )
    .into_bytes()
}

async fn serve_mcp() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let server = mcp::Server::empty("Bench").version("1.0.0").with(mcp::items![greet]);
    server
        .serve_listener(listener, std::future::pending())
        .await
        .map_err(|error| io::Error::other(error.to_string()))
}

async fn serve_bare() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, axum::Router::new().route("/", post(bare))).await
}

#[derive(Deserialize)]
struct Request<'a> {
    id: u64,
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    arguments: Arguments<'a>,
    #[serde(borrow, rename = "_meta")]
    meta: Meta<'a>,
}

#[derive(Deserialize)]
struct Arguments<'a> {
    name: &'a str,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    version: &'a str,
}

#[derive(Serialize)]
struct Response {
    jsonrpc: &'static str,
    id: u64,
    result: Result,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Result {
    result_type: &'static str,
    content: [Content; 1],
    is_error: bool,
    #[serde(rename = "_meta")]
    meta: ResultMeta,
}

#[derive(Serialize)]
struct Content {
    r#type: &'static str,
    text: String,
}

#[derive(Serialize)]
struct ResultMeta {
    #[serde(rename = "io.modelcontextprotocol/serverInfo")]
    info: Info,
}

#[derive(Serialize)]
struct Info {
    name: &'static str,
    version: &'static str,
}

async fn bare(body: Bytes) -> impl IntoResponse {
    let answer = serde_json::from_slice::<Request<'_>>(&body).map(|request| {
        assert_eq!(request.params.meta.version, "2026-07-28");
        Response {
            jsonrpc: "2.0",
            id: request.id,
            result: Result {
                result_type: "complete",
                content: [Content {
                    r#type: "text",
                    text: format!("Hello, {}!", request.params.arguments.name),
                }],
                is_error: false,
                meta: ResultMeta { info: Info { name: "Bench", version: "1.0.0" } },
            },
        }
    });
    let text = answer.and_then(|answer| serde_json::to_vec(&answer)).unwrap_or_default();
    ([(CONTENT_TYPE, "application/json")], text)
}
