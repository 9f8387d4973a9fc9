//! The real clients: which ones, in which eras, and their installation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Failure;

const REQUIREMENTS: &str = include_str!("../../interop/requirements.txt");
const PACKAGE: &str = include_str!("../../interop/package.json");
const PACKAGE_LOCK: &str = include_str!("../../interop/package-lock.json");

/// Every script under its file name; the TypeScript ones must lie beside their `node_modules`.
const PYTHON_CLIENT: (&str, &str) = ("python_client.py", include_str!("../../interop/python_client.py"));
const TS_OBSERVE: (&str, &str) = ("ts_observe.mjs", include_str!("../../interop/ts_observe.mjs"));
const TS_V1: (&str, &str) = ("ts_v1.mjs", include_str!("../../interop/ts_v1.mjs"));
const TS_V2: (&str, &str) = ("ts_v2.mjs", include_str!("../../interop/ts_v2.mjs"));

const EVERY_ERA: &[&str] = &["legacy", "auto", "2026-07-28"];

/// One installed client and the script that drives it.
pub(crate) struct Client {
    pub(crate) name: &'static str,
    pub(crate) eras: &'static [&'static str],
    interpreter: PathBuf,
    script: PathBuf,
}

impl Client {
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.interpreter);
        command.arg(&self.script);
        command
    }
}

/// Installs what `home` does not hold yet and returns every client.
pub(crate) fn install(home: &Path) -> Result<Vec<Client>, Failure> {
    let python = install_python(&home.join("python"))?;
    let node = install_node(&home.join("node"))?;
    let interpreter = python.join("venv/bin/python");
    let client = |name, eras, interpreter: &Path, script| Client {
        name,
        eras,
        interpreter: interpreter.to_path_buf(),
        script,
    };
    let javascript = Path::new("node");
    Ok(vec![
        client("python", EVERY_ERA, &interpreter, python.join(PYTHON_CLIENT.0)),
        client("ts-client", EVERY_ERA, javascript, node.join(TS_V2.0)),
        client("ts-sdk", &["legacy"], javascript, node.join(TS_V1.0)),
    ])
}

fn install_python(directory: &Path) -> Result<PathBuf, Failure> {
    install_once(directory, REQUIREMENTS, || {
        write(directory, ("requirements.txt", REQUIREMENTS))?;
        run(directory, "python3", &["-m", "venv", "venv"])?;
        let pip = ["-m", "pip", "install", "--quiet", "--requirement", "requirements.txt"];
        run(directory, "venv/bin/python", &pip)
    })?;
    write(directory, PYTHON_CLIENT)?;
    Ok(directory.to_path_buf())
}

fn install_node(directory: &Path) -> Result<PathBuf, Failure> {
    install_once(directory, PACKAGE_LOCK, || {
        write(directory, ("package.json", PACKAGE))?;
        write(directory, ("package-lock.json", PACKAGE_LOCK))?;
        run(directory, "npm", &["ci", "--no-audit", "--no-fund", "--loglevel=error"])
    })?;
    for script in [TS_OBSERVE, TS_V1, TS_V2] {
        write(directory, script)?;
    }
    Ok(directory.to_path_buf())
}

/// Runs `steps` in a fresh `directory`, unless an earlier run installed the same versions there.
fn install_once(
    directory: &Path,
    versions: &str,
    steps: impl FnOnce() -> Result<(), Failure>,
) -> Result<(), Failure> {
    // The mark is written last, so an installation that was interrupted starts again.
    let mark = directory.join("installed");
    if fs::read_to_string(&mark).is_ok_and(|installed| installed == versions) {
        return Ok(());
    }
    if directory.exists() {
        fs::remove_dir_all(directory)?;
    }
    fs::create_dir_all(directory)?;
    eprintln!("installing clients into {}", directory.display());
    steps().map_err(|failure| format!("a client could not be installed: {failure}"))?;
    fs::write(mark, versions)?;
    Ok(())
}

fn write(directory: &Path, (name, content): (&str, &str)) -> Result<(), Failure> {
    Ok(fs::write(directory.join(name), content)?)
}

fn run(directory: &Path, program: &str, arguments: &[&str]) -> Result<(), Failure> {
    // A program given by a path lies inside the directory.
    let path = if program.contains('/') { directory.join(program) } else { program.into() };
    let status = Command::new(path)
        .args(arguments)
        .current_dir(directory)
        .stdout(Stdio::from(std::io::stderr()))
        .status()
        .map_err(|error| format!("{program}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{program} {}: {status}", arguments.join(" ")).into()) }
}
