//! What cargo is asked: where its target directory is, and to build a program.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Failure;

/// Where cargo puts what it builds, which an environment variable or a setting may move.
pub(crate) fn target_directory() -> Result<PathBuf, Failure> {
    let metadata = output_of(&["metadata", "--format-version", "1", "--no-deps"])?;
    let metadata: Value = serde_json::from_slice(&metadata)?;
    let directory = metadata["target_directory"].as_str();
    Ok(directory.ok_or("cargo metadata names no target directory")?.into())
}

/// Builds the example and returns the path of its executable.
pub(crate) fn build_example(name: &str) -> Result<PathBuf, Failure> {
    build(name, &["--example", name])
}

/// Builds the program and returns the path of its executable.
pub(crate) fn build_program(name: &str) -> Result<PathBuf, Failure> {
    build(name, &["--bin", name])
}

fn build(name: &str, selection: &[&str]) -> Result<PathBuf, Failure> {
    let messages = output_of(&[&["build", "--message-format=json-render-diagnostics"], selection].concat())?;
    messages
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == name)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .ok_or_else(|| format!("cargo built no executable for {name}").into())
}

fn output_of(arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let output =
        Command::new(cargo).args(arguments).current_dir(workspace()).stderr(Stdio::inherit()).output()?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("cargo {} failed", arguments.join(" ")).into())
    }
}

fn workspace() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package)
}
