//! What stdio adds: lines, garbage, the end of input, and a stdout that belongs to the protocol.

use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

struct Process {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Process {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fixture"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, input, output }
    }

    async fn send(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn read(&mut self) -> Value {
        let line = self.output.next_line().await.unwrap().expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("stdout carried {line}"))
    }

    async fn ask(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string())
            .await;
        self.read().await
    }
}

fn modern(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    params
}

#[tokio::test]
async fn garbage_is_answered_and_the_server_goes_on() {
    let mut process = Process::start();
    process.send("this is no JSON").await;
    assert_eq!(
        process.read().await,
        json!({ "jsonrpc": "2.0", "error": { "code": -32700, "message": "Parse error: the body is not valid JSON" } })
    );
    for line in ["[]", r#"{"a":1}"#, r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#] {
        process.send(line).await;
        assert_eq!(process.read().await["error"]["code"], -32600, "{line}");
    }
    process.send("").await;
    process.send(r#"{"jsonrpc":"2.0","method":"notifications/unknown"}"#).await;
    process.send(r#"{"jsonrpc":"2.0","id":99,"result":{}}"#).await;
    let answer = process.ask(1, "tools/call", modern(json!({ "name": "diamond" }))).await;
    assert_eq!(answer["result"]["content"][0]["text"], "21 21 20");
}

#[tokio::test]
async fn what_the_author_prints_is_not_on_stdout() {
    let mut process = Process::start();
    let answer = process.ask(1, "tools/call", modern(json!({ "name": "prints" }))).await;
    assert_eq!(answer["result"]["content"][0]["text"], "printed");
}

#[tokio::test]
async fn the_end_of_input_ends_the_process_after_the_last_answer() {
    let mut process = Process::start();
    process.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": modern(json!({ "name": "diamond" })) }).to_string()).await;
    process.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "subscriptions/listen", "params": modern(json!({ "notifications": {} })) }).to_string()).await;
    let Process { mut child, input, mut output } = process;
    drop(input);
    let mut answered = false;
    while let Some(line) = output.next_line().await.unwrap() {
        answered |= line.contains("21 21 20");
    }
    assert!(answered);
    assert!(child.wait().await.unwrap().success());
}

#[tokio::test]
async fn one_connection_serves_both_eras() {
    let mut process = Process::start();
    let early = process.ask(1, "tools/list", json!({})).await;
    assert_eq!(early["error"]["code"], -32600);
    let answer = process.ask(2, "server/discover", modern(json!({}))).await;
    assert_eq!(answer["result"]["resultType"], "complete");
    let hello = json!({ "protocolVersion": "2026-07-28", "capabilities": {}, "clientInfo": { "name": "a", "version": "1" } });
    let answer = process.ask(3, "initialize", hello).await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(process.ask(4, "ping", json!({})).await["result"], json!({}));
    let answer = process.ask(5, "tools/call", json!({ "name": "diamond" })).await;
    assert_eq!(
        answer["result"],
        json!({ "content": [{ "type": "text", "text": "21 21 20" }], "isError": false })
    );
    let answer = process.ask(6, "tools/call", modern(json!({ "name": "diamond" }))).await;
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[tokio::test]
async fn each_revision_with_a_handshake_is_agreed_on() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let hello = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "a", "version": "1" } });
        assert_eq!(Process::start().ask(1, "initialize", hello).await["result"]["protocolVersion"], version);
    }
}

#[tokio::test]
async fn a_cancelled_request_is_stopped_and_not_answered() {
    let mut process = Process::start();
    process.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": modern(json!({ "name": "hangs" })) }).to_string()).await;
    process
        .ask(2, "tools/call", modern(json!({ "name": "journal_with", "arguments": { "line": "hanging" } })))
        .await;
    process.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    let answer = process
        .ask(3, "tools/call", modern(json!({ "name": "journal_with", "arguments": { "line": "dropped" } })))
        .await;
    assert_eq!(
        (&answer["id"], &answer["result"]["content"][0]["text"]),
        (&json!(3), &json!("hanging,dropped"))
    );
}
