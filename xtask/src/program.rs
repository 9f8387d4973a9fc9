//! A server of ours in a process of its own, served over HTTP for as long as it is needed.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use crate::Failure;

const START_LIMIT: Duration = Duration::from_secs(30);

/// A running server; dropping it ends the process.
pub(crate) struct Program {
    process: Child,
    url: String,
}

impl Program {
    /// Starts the server on a port the system chooses and waits until it says which.
    pub(crate) fn start(mut command: Command, log: File) -> Result<Self, Failure> {
        let mut process = command
            .args(["--http", "127.0.0.1:0"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let stderr = process.stderr.take();
        let mut program = Self { process, url: String::new() };
        let (urls, url) = channel();
        if let Some(stderr) = stderr {
            thread::spawn(move || keep_reading(stderr, log, &urls));
        }
        program.url = url
            .recv_timeout(START_LIMIT)
            .map_err(|_| format!("{} did not say where it serves HTTP", command.get_program().display()))?;
        Ok(program)
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The process, to be told to end before it is dropped.
    #[cfg(unix)]
    pub(crate) fn process(&mut self) -> &mut Child {
        &mut self.process
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A process that has already ended cannot be killed, and that is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Copies the server's lines to the log to the end, so that its pipe never fills.
fn keep_reading(stderr: ChildStderr, mut log: File, urls: &Sender<String>) {
    for line in BufReader::new(stderr).lines().map_while(Result::ok) {
        // The log is a convenience; the cases decide whether the run passes.
        let _ = writeln!(log, "{line}");
        if let Some(url) = url_in(&line) {
            let _ = urls.send(url.to_owned());
        }
    }
}

/// Finds `http://127.0.0.1:PORT/mcp` in a start-up line.
fn url_in(line: &str) -> Option<&str> {
    const PATH: &str = "/mcp";
    let url = &line[line.find("http://127.0.0.1:")?..];
    Some(&url[..url.find(PATH)? + PATH.len()])
}

#[cfg(test)]
mod tests {
    use super::url_in;

    #[test]
    fn the_url_is_found_inside_a_line() {
        let line = "serving Bookshop at http://127.0.0.1:4711/mcp (3 tools)";
        assert_eq!(url_in(line), Some("http://127.0.0.1:4711/mcp"));
    }

    #[test]
    fn other_lines_have_no_url() {
        assert_eq!(url_in("serving on stdio"), None);
        assert_eq!(url_in("http://127.0.0.1:4711/"), None);
    }
}
