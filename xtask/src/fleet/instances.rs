//! Three instances behind the balancer. Each runs the bookshop and, for orders of three legs, the
//! fixture; both get their keys through the environment.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::Failure;
use crate::fleet::balancer::Balancer;
use crate::fleet::signal::{end, send};
use crate::fleet::until::until;
use crate::program::Program;

const KEYS_VARIABLE: &str = "MCP_STATE_KEYS";

pub(super) const COUNT: usize = 3;

/// The pools of the balancer, and the programs that serve in them.
const POOLS: [&str; 2] = ["bookshop", "fixture"];

/// The tool of the fixture that takes three legs.
const FIXTURE_TOOL: &str = "one_after_the_other";

/// How many requests are under way in an instance when it is killed.
const CAUGHT: usize = 3;

const LIMIT: Duration = Duration::from_secs(20);

/// What is started, and where it logs.
pub(super) struct Stage {
    /// The executables, in the order of the pools.
    pub(super) programs: [PathBuf; 2],
    pub(super) logs: PathBuf,
}

/// The running fleet; dropping it ends all of it.
pub(super) struct Fleet<'a> {
    stage: &'a Stage,
    instances: Vec<[Program; 2]>,
    balancer: Balancer,
}

impl<'a> Fleet<'a> {
    /// Starts all instances with these keys, or with each its own.
    pub(super) fn start(stage: &'a Stage, keys: Option<&str>) -> Result<Self, Failure> {
        let instances =
            (0..COUNT).map(|index| instance(stage, index, keys)).collect::<Result<Vec<_>, Failure>>()?;
        let pool = |number: usize| {
            let addresses = instances.iter().map(|programs| address(&programs[number]));
            (POOLS[number], addresses.collect())
        };
        let balancer = Balancer::start([pool(0), pool(1)], FIXTURE_TOOL, &stage.logs)?;
        Ok(Self { stage, instances, balancer })
    }

    pub(super) fn url(&self) -> &str {
        self.balancer.url()
    }

    /// Ends an instance with SIGKILL while requests are under way in it, and starts it again.
    pub(super) fn kill(&mut self, index: usize, keys: &str) -> Result<(), Failure> {
        // Frozen, it answers nothing of what still comes in.
        for program in &mut self.instances[index] {
            send(program.process(), "STOP")?;
        }
        until("no requests came to the instance to be killed", LIMIT, || {
            let unanswered = POOLS.map(|pool| self.balancer.unanswered(pool, index));
            Ok(unanswered.into_iter().sum::<Result<usize, Failure>>()? >= CAUGHT)
        })?;
        for program in &mut self.instances[index] {
            program.process().kill()?;
            program.process().wait()?;
        }
        self.replace(index, keys)
    }

    /// Ends an instance with SIGTERM, lets it finish, and starts it again with these keys.
    ///
    /// The balancer is not told before: what it sends meanwhile is refused.
    pub(super) fn restart(&mut self, index: usize, keys: &str) -> Result<(), Failure> {
        for program in &mut self.instances[index] {
            end(program.process(), "TERM")?;
        }
        self.replace(index, keys)
    }

    /// Stops the balancer and returns its log.
    pub(super) fn stop(self) -> Result<String, Failure> {
        self.balancer.stop()
    }

    fn replace(&mut self, index: usize, keys: &str) -> Result<(), Failure> {
        self.instances[index] = instance(self.stage, index, Some(keys))?;
        for (pool, program) in POOLS.iter().zip(&self.instances[index]) {
            self.balancer.moved(pool, index, &address(program))?;
        }
        Ok(())
    }
}

fn instance(stage: &Stage, index: usize, keys: Option<&str>) -> Result<[Program; 2], Failure> {
    let program = |number: usize| start(&stage.programs[number], POOLS[number], index, keys, &stage.logs);
    Ok([program(0)?, program(1)?])
}

fn start(
    executable: &Path,
    name: &str,
    index: usize,
    keys: Option<&str>,
    logs: &Path,
) -> Result<Program, Failure> {
    let mut command = Command::new(executable);
    match keys {
        Some(keys) => command.env(KEYS_VARIABLE, keys),
        None => command.env_remove(KEYS_VARIABLE),
    };
    let log = logs.join(format!("{name}-{}.log", index + 1));
    Program::start(command, OpenOptions::new().create(true).append(true).open(log)?)
}

/// `127.0.0.1:PORT` of a program.
fn address(program: &Program) -> String {
    program.url().trim_start_matches("http://").trim_end_matches("/mcp").to_owned()
}
