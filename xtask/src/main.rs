//! `cargo xtask`: the project's tasks that need more than cargo itself.

mod cargo;
#[cfg(unix)]
mod fleet;
mod interop;
mod program;

use std::process::ExitCode;

/// What went wrong, in words for the person at the terminal.
type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        #[cfg(unix)]
        ["fleet"] => fleet::run(),
        ["interop"] => interop::run(),
        _ => {
            eprintln!("usage: cargo xtask (fleet | interop)");
            ExitCode::from(2)
        }
    }
}

/// How many of a task's cases passed.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
}

impl Tally {
    /// Counts a case and says how it went.
    fn record(&mut self, label: &str, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => {
                self.passed += 1;
                println!("ok   {label}");
            }
            Err(reason) => {
                self.failed += 1;
                println!("FAIL {label}\n     {reason}");
            }
        }
    }

    /// Says how many cases passed. Anything that kept a case from running is a failure.
    fn exit(task: &str, outcome: Result<Self, Failure>) -> ExitCode {
        match outcome {
            Ok(tally) => {
                println!("{} passed, {} failed", tally.passed, tally.failed);
                if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
            }
            Err(failure) => {
                eprintln!("{task}: {failure}");
                ExitCode::FAILURE
            }
        }
    }
}
