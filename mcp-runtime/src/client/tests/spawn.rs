//! A server as a child process, from its first message to its end.

use tokio::process::Command;

use crate::client::Client;

/// Answers the probe and one call, and then reads until its input ends.
const SCRIPT: &str = r#"
echo 'this goes to a log' >&2
read -r probe
case $probe in *'"method":"server/discover"'*) ;; *) exit 1 ;; esac
echo '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}'
read -r call
case $call in *'"method":"tools/call"'*) ;; *) exit 1 ;; esac
echo 'this is no message'
echo '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"Hello"}]}}'
cat >/dev/null
"#;

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]).stderr(std::process::Stdio::null());
    command
}

#[tokio::test]
async fn a_child_is_called_and_ends_with_its_input() {
    let client = Client::spawn(shell(SCRIPT)).await.unwrap();
    assert_eq!(client.call_tool("greet", ()).await.unwrap().as_text(), "Hello");
    client.close().await;
}

#[tokio::test]
async fn a_child_that_ends_early_fails_the_connection() {
    let error = Client::spawn(shell("read -r probe; exit 3")).await.unwrap_err();
    assert_eq!(error.to_string(), "the connection to the server is closed");
}

#[tokio::test]
async fn a_program_of_the_standard_library_will_do() {
    let command = std::process::Command::new("no-such-program");
    let text = Client::spawn(command).await.unwrap_err().to_string();
    assert!(text.starts_with("cannot start `no-such-program`"), "{text}");
}
