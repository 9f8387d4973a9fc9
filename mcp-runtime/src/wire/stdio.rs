//! Serves one client over stdin and stdout, a message a line.

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;

use tokio::sync::{mpsc, oneshot};

use crate::wire::memory::{LinesEnd, pair};
use crate::wire::{Service, lines};

/// The longest line that is read: as long as the longest body over HTTP.
const LONGEST_LINE: usize = 4 * 1024 * 1024;

/// Serves stdin and stdout until stdin ends or `shutdown` completes.
///
/// From here on only the protocol writes to stdout: what the author's code prints goes to stderr.
///
/// # Errors
/// Stdout cannot be taken.
pub async fn serve<S: Service>(service: Arc<S>, shutdown: impl Future<Output = ()>) -> io::Result<()> {
    let output = take_stdout()?;
    let (client, server) = pair();
    let LinesEnd { incoming, outgoing } = client;
    // Threads of their own, since reading stdin cannot be cancelled and must not hold up an exit.
    thread::Builder::new().name("mcp-stdin".into()).spawn(move || read(io::stdin().lock(), &outgoing))?;
    let (written, all_written) = oneshot::channel();
    thread::Builder::new().name("mcp-stdout".into()).spawn(move || {
        write(output, incoming);
        let _ = written.send(());
    })?;
    tokio::select! {
        () = lines::serve(service, server) => {}
        () = shutdown => {}
    }
    let _ = all_written.await;
    Ok(())
}

fn read(mut input: impl BufRead, outgoing: &mpsc::Sender<Vec<u8>>) {
    loop {
        let mut line = Vec::new();
        match read_line(&mut input, &mut line) {
            Ok(true) => {}
            Ok(false) | Err(_) => return,
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if outgoing.blocking_send(line).is_err() {
            return;
        }
    }
}

/// Reads one line; of one that is too long only so much that it cannot be a message. `false` at the end.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let mut any = false;
    loop {
        let part = match input.fill_buf() {
            Ok(part) => part,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if part.is_empty() {
            return Ok(any);
        }
        any = true;
        let (length, ends) = match part.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at, true),
            None => (part.len(), false),
        };
        if line.len() <= LONGEST_LINE {
            line.extend_from_slice(&part[..length]);
        }
        if line.len() > LONGEST_LINE {
            line.truncate(LONGEST_LINE + 1);
            line[0] = b'!';
        }
        input.consume(length + usize::from(ends));
        if ends {
            return Ok(true);
        }
    }
}

fn write(mut output: impl Write, mut incoming: mpsc::Receiver<Vec<u8>>) {
    while let Some(mut text) = incoming.blocking_recv() {
        text.push(b'\n');
        if output.write_all(&text).and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}

/// Takes stdout for the protocol and points the process's own stdout at stderr.
#[cfg(unix)]
fn take_stdout() -> io::Result<File> {
    use std::os::fd::AsFd as _;
    io::stdout().flush()?;
    let protocol = io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(File::from(protocol))
}

/// Takes stdout for the protocol. Here nothing stops the author's code from printing to it.
#[cfg(not(unix))]
fn take_stdout() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(input: &[u8]) -> Vec<Vec<u8>> {
        let mut input = BufReader::with_capacity(7, input);
        let mut lines = Vec::new();
        loop {
            let mut line = Vec::new();
            if !read_line(&mut input, &mut line).unwrap() {
                return lines;
            }
            lines.push(line);
        }
    }

    #[test]
    fn lines_are_split_and_the_last_needs_no_end() {
        assert_eq!(lines(b"one\n\ntwo, longer\nthree"), [&b"one"[..], b"", b"two, longer", b"three"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_no_message_and_the_next_one_is_read() {
        let mut input = vec![b' '; LONGEST_LINE + 100];
        input.extend_from_slice(b"\nnext");
        let lines = lines(&input);
        assert_eq!((lines[0].len(), lines[0][0]), (LONGEST_LINE + 1, b'!'));
        assert_eq!(lines[1], b"next");
    }
}
