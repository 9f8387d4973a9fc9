//! `cargo xtask`: the project's tasks that need more than cargo itself.

mod interop;

use std::process::ExitCode;

/// What went wrong, in words for the person at the terminal.
type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["interop"] => interop::run(),
        _ => {
            eprintln!("usage: cargo xtask interop");
            ExitCode::from(2)
        }
    }
}
