//! `cargo xtask fleet`: orders whose legs land on different instances behind a load balancer.

mod balancer;
mod customer;
mod instances;
mod order;
mod pace;
mod schedule;
mod shared;
mod signal;
mod strangers;
mod trail;
mod until;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use tokio::runtime::Runtime;

use crate::{Failure, Tally, cargo};
use instances::Stage;

/// How many clients order at the same time.
const CUSTOMERS: usize = 16;

/// How long orders may take while nothing else happens.
const LIMIT: Duration = Duration::from_secs(30);

/// Runs the fleet with shared keys and then with keys of its instances' own.
pub(crate) fn run() -> ExitCode {
    Tally::exit("fleet", run_all())
}

fn run_all() -> Result<Tally, Failure> {
    let home = cargo::target_directory()?.join("fleet");
    let programs = [cargo::build_example("bookshop")?, cargo::build_program("fixture")?];
    let runtime = Runtime::new()?;
    let mut tally = Tally::default();
    shared::run(&runtime, &stage(&home, "shared-keys", &programs)?, &mut tally)?;
    strangers::run(&runtime, &stage(&home, "default-keys", &programs)?, &mut tally)?;
    Ok(tally)
}

/// An empty folder for the logs, beside what is run.
fn stage(home: &Path, name: &str, programs: &[PathBuf; 2]) -> Result<Stage, Failure> {
    let logs = home.join(name);
    if logs.exists() {
        fs::remove_dir_all(&logs)?;
    }
    fs::create_dir_all(&logs)?;
    Ok(Stage { programs: programs.clone(), logs })
}

/// The first complaint, if there is one, and how many there are.
fn none_of(complaints: impl IntoIterator<Item = String>) -> Result<(), String> {
    let mut complaints = complaints.into_iter();
    match complaints.next() {
        None => Ok(()),
        Some(first) => Err(format!("{first} (and {} more)", complaints.count())),
    }
}
