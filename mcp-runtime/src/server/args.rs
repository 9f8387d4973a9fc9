//! The arguments that [`Server::run`](crate::server::Server::run) reads.

use std::ffi::OsString;
use std::io::IsTerminal as _;

use crate::error::{Error, Result};

/// Where HTTP is served unless an address is given.
const DEFAULT_ADDRESS: &str = "127.0.0.1:8000";

/// How a server is reached.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Transport {
    Stdio,
    Http(String),
}

/// What the program's arguments ask for.
pub(super) fn transport() -> Result<Transport> {
    read(std::env::args_os().skip(1), std::io::stdin().is_terminal())
}

fn read(args: impl Iterator<Item = OsString>, at_terminal: bool) -> Result<Transport> {
    let args: Vec<String> = args.map(|arg| arg.to_string_lossy().into_owned()).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    Ok(match args[..] {
        [] if at_terminal => Transport::Http(DEFAULT_ADDRESS.to_owned()),
        [] | ["--stdio"] => Transport::Stdio,
        ["--http"] => Transport::Http(DEFAULT_ADDRESS.to_owned()),
        ["--http", address] if !address.starts_with('-') => Transport::Http(address.to_owned()),
        _ => {
            return Err(Error::new(format!(
                "usage: [--stdio | --http [ADDR]], not `{}`; a program with arguments of its own calls \
                 serve_stdio or serve_http",
                args.join(" ")
            )));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(args: &[&str], at_terminal: bool) -> Option<Transport> {
        read(args.iter().map(Into::into), at_terminal).ok()
    }

    #[test]
    fn a_pipe_gets_stdio_and_a_terminal_http() {
        assert_eq!(given(&[], false), Some(Transport::Stdio));
        assert_eq!(given(&[], true), Some(Transport::Http("127.0.0.1:8000".into())));
    }

    #[test]
    fn arguments_win_and_unknown_ones_are_refused() {
        assert_eq!(given(&["--stdio"], true), Some(Transport::Stdio));
        assert_eq!(given(&["--http"], false), Some(Transport::Http("127.0.0.1:8000".into())));
        assert_eq!(given(&["--http", "[::1]:0"], false), Some(Transport::Http("[::1]:0".into())));
        assert_eq!(given(&["--htpp"], false), None);
        assert_eq!(given(&["--http", "--stdio"], false), None);
    }
}
