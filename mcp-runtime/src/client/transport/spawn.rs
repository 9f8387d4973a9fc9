//! A server as a child process, spoken to over its standard input and output.

use std::pin::pin;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::client::failure::{Failure, local};
use crate::wire::memory::LinesEnd;

/// How many messages may wait on the way to and from the child.
const CAPACITY: usize = 64;

/// How long the child has to end after its input ended, and once more after SIGTERM.
const GRACE: Duration = Duration::from_secs(2);

/// How long the child has to take what was still to be written.
const FLUSH: Duration = Duration::from_millis(500);

/// A child process. Dropping it lets it end in the background.
pub(crate) struct Process {
    closing: oneshot::Sender<()>,
    ended: JoinHandle<()>,
}

impl Process {
    /// Ends the child and waits until it is gone.
    pub(super) async fn close(self) {
        drop(self.closing);
        let _ = self.ended.await;
    }
}

/// Starts a child.
pub(super) fn spawn(command: Command) -> Result<(LinesEnd, Process), Failure> {
    spawn_with(command, GRACE)
}

fn spawn_with(mut command: Command, grace: Duration) -> Result<(LinesEnd, Process), Failure> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    // A group of its own lets us end what the child has started too, as `npx` and shells do.
    #[cfg(unix)]
    command.process_group(0);
    let program = command.as_std().get_program().to_string_lossy().into_owned();
    let mut child = command
        .spawn()
        .map_err(|error| Failure::Local(local(format!("cannot start `{program}`: {error}"))))?;
    let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(Failure::local("the child process has no standard input or output"));
    };
    let (to_client, incoming) = mpsc::channel(CAPACITY);
    let (outgoing, from_client) = mpsc::channel(CAPACITY);
    tokio::spawn(read(stdout, to_client));
    let (closing, closed) = oneshot::channel::<()>();
    let ended = tokio::spawn(async move {
        {
            let mut writing = pin!(write(stdin, from_client));
            tokio::select! {
                () = &mut writing => {}
                // A child that does not read must not keep us from ending it.
                _ = closed => { let _ = timeout(FLUSH, writing).await; }
            }
        }
        end(child, grace).await;
    });
    Ok((LinesEnd { incoming, outgoing }, Process { closing, ended }))
}

/// Hands over the child's lines. When nobody wants them any more they are still read, so that a
/// child that is ending does not fail to write.
async fn read(stdout: ChildStdout, to_client: mpsc::Sender<Vec<u8>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match stdout.read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => break,
            Ok(_) => _ = to_client.send(line).await,
        }
    }
}

/// Writes messages as lines until our end is closed, or the child's input is.
async fn write(mut stdin: ChildStdin, mut from_client: mpsc::Receiver<Vec<u8>>) {
    while let Some(mut text) = from_client.recv().await {
        text.push(b'\n');
        if stdin.write_all(&text).await.is_err() || stdin.flush().await.is_err() {
            break;
        }
    }
}

/// Ends a child whose input is closed: waits, asks it to go, makes it go.
async fn end(mut child: Child, grace: Duration) {
    if timeout(grace, child.wait()).await.is_ok() {
        return;
    }
    tracing::warn!("the server did not end with its input; sending SIGTERM");
    signal(&child, Told::Go);
    if timeout(grace, child.wait()).await.is_ok() {
        return;
    }
    tracing::warn!("the server did not heed SIGTERM; killing it");
    signal(&child, Told::Die);
    let _ = child.kill().await;
}

/// What a child is told.
#[derive(Clone, Copy)]
enum Told {
    Go,
    Die,
}

/// Signals the child's process group. The child has not been waited for, so its id still stands for it.
#[cfg(unix)]
fn signal(child: &Child, told: Told) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let id = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    let signal = match told {
        Told::Go => Signal::TERM,
        Told::Die => Signal::KILL,
    };
    // An error means that the group is gone.
    let _ = id.map(|id| kill_process_group(id, signal));
}

#[cfg(not(unix))]
fn signal(_: &Child, _: Told) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(300);

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stderr(Stdio::null());
        command
    }

    /// Runs a script until it has said `ready`, closes its input, and gives back its other lines.
    async fn ended(script: &str, grace: Duration) -> Vec<String> {
        let (mut end, process) = spawn_with(shell(script), grace).unwrap();
        assert_eq!(end.incoming.recv().await.unwrap(), b"ready\n");
        process.close().await;
        let mut lines = Vec::new();
        while let Some(line) = end.incoming.recv().await {
            lines.push(String::from_utf8(line).unwrap());
        }
        lines
    }

    #[tokio::test]
    async fn a_child_that_ends_with_its_input_is_not_signalled() {
        let script = "trap 'echo term' TERM; echo ready; cat >/dev/null; echo bye";
        assert_eq!(ended(script, GRACE).await, ["bye\n"]);
    }

    #[tokio::test]
    async fn a_child_that_goes_on_is_asked_to_go() {
        let script = "trap 'echo term; exit' TERM; echo ready; while :; do sleep 0.01; done";
        assert_eq!(ended(script, SHORT).await, ["term\n"]);
    }

    #[tokio::test]
    async fn a_child_that_does_not_want_to_go_is_killed_with_what_it_started() {
        // The output ends only when the grandchild is gone too, which holds it open.
        let script = "trap '' TERM; sleep 100 & echo ready; while :; do sleep 0.01; done";
        assert_eq!(ended(script, SHORT).await, [""; 0]);
    }

    #[tokio::test]
    async fn a_child_that_does_not_read_is_ended() {
        let (mut end, process) = spawn_with(shell("echo ready; exec sleep 100"), SHORT).unwrap();
        assert_eq!(end.incoming.recv().await.unwrap(), b"ready\n");
        end.outgoing.send(vec![b'x'; 1024 * 1024]).await.unwrap();
        process.close().await;
        assert_eq!(end.incoming.recv().await, None);
    }

    #[tokio::test]
    async fn a_program_that_does_not_exist_is_named() {
        let Err(failure) = spawn(Command::new("no-such-program")) else {
            panic!("it was started");
        };
        let text = crate::error::Error::from(failure).to_string();
        assert!(text.starts_with("cannot start `no-such-program`: "), "{text}");
    }
}
