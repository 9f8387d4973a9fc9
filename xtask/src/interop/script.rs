//! One run of a client's script: the cases go in as JSON, a line per case comes out.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::Failure;

const CASE_LIMIT: Duration = Duration::from_secs(30);

/// A running script; dropping it ends the script and all that it started.
pub(crate) struct Script {
    process: Child,
    lines: Receiver<String>,
    hung: bool,
}

/// Starts the script; what it and its servers write on stderr goes to the log.
pub(crate) fn start(mut command: Command, request: &Value, log: &Path) -> Result<Script, Failure> {
    let process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(File::create(log)?)
        .spawn()
        .map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    let (sender, lines) = channel();
    let mut script = Script { process, lines, hung: false };
    if let Some(mut stdin) = script.process.stdin.take() {
        stdin.write_all(request.to_string().as_bytes())?;
    }
    if let Some(stdout) = script.process.stdout.take() {
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
    }
    Ok(script)
}

impl Script {
    /// What the script saw in the case that comes next.
    pub(crate) fn next(&mut self, case: &str) -> Result<Value, String> {
        if self.hung {
            return Err("not run: an earlier case hung".to_owned());
        }
        let line = self.lines.recv_timeout(CASE_LIMIT).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                self.hung = true;
                self.end();
                format!("no answer within {} s", CASE_LIMIT.as_secs())
            }
            RecvTimeoutError::Disconnected => "the script ended early".to_owned(),
        })?;
        let mut report: Value =
            serde_json::from_str(&line).map_err(|error| format!("{error} in {line:?}"))?;
        if report["name"] != case {
            return Err(format!("the script reported another case: {line}"));
        }
        Ok(report["seen"].take())
    }

    fn end(&mut self) {
        // The script may have ended by itself, and so may its children: that is as good.
        let tree = descendants(self.process.id());
        let _ = self.process.kill();
        let _ = self.process.wait();
        if !tree.is_empty() {
            let _ = Command::new("sh").args(["-c", "kill -s KILL \"$@\"", "sh"]).args(tree).status();
        }
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        self.end();
    }
}

/// The processes below this one, read from where Linux lists them. Elsewhere the list is empty, and
/// a server that lost its client ends when its stdin does.
fn descendants(process: u32) -> Vec<String> {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let mut tree = Vec::new();
    for child in children.unwrap_or_default().split_whitespace() {
        tree.push(child.to_owned());
        tree.extend(child.parse().map(descendants).unwrap_or_default());
    }
    tree
}
