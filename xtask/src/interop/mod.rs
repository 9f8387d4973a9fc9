//! `cargo xtask interop`: real clients order books from the bookshop example.

mod cases;
mod clients;
mod script;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitCode};

use serde_json::{Value, json};

use crate::program::Program;
use crate::{Failure, Tally, cargo};
use clients::Client;

/// Runs every case and says how many passed. Anything that keeps a case from running is a failure.
pub(crate) fn run() -> ExitCode {
    Tally::exit("interop", run_all())
}

fn run_all() -> Result<Tally, Failure> {
    let home = cargo::target_directory()?.join("interop");
    let logs = home.join("logs");
    fs::create_dir_all(&logs)?;
    let clients = clients::install(&home)?;
    let binary = cargo::build_example("bookshop")?;
    let http = Program::start(Command::new(&binary), File::create(logs.join("bookshop-http.log"))?)?;
    let over_stdio = json!({ "command": binary.to_str(), "args": ["--stdio"] });
    let over_http = json!({ "url": http.url() });

    let mut tally = Tally::default();
    for client in &clients {
        for (transport, server) in [("stdio", &over_stdio), ("http", &over_http)] {
            for era in client.eras {
                run_cases(client, transport, server, era, &logs, &mut tally)?;
            }
        }
    }
    Ok(tally)
}

/// Runs all cases with one client, over one transport, in one era.
fn run_cases(
    client: &Client,
    transport: &str,
    server: &Value,
    era: &str,
    logs: &Path,
    tally: &mut Tally,
) -> Result<(), Failure> {
    let cases = cases::all();
    let mut request = server.clone();
    request["era"] = json!(era);
    request["cases"] = cases.iter().map(|case| case.steps.clone()).collect();

    let log = logs.join(format!("{}-{transport}-{era}.log", client.name));
    let mut observed = script::start(client.command(), &request, &log)?;
    let failed_before = tally.failed;
    for case in &cases {
        let label = format!("{} {transport} {era}: {}", client.name, case.name());
        let expected = case.expected(era);
        let outcome = observed.next(case.name()).and_then(|seen| match seen == expected {
            true => Ok(()),
            false => Err(format!("expected {expected}\n     seen     {seen}")),
        });
        tally.record(&label, outcome);
    }
    if tally.failed > failed_before {
        println!("     what client and server wrote: {}", log.display());
    }
    Ok(())
}
