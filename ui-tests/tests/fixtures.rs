//! Compiles every fixture: what must fail fails in the words of its `.stderr`, what must pass passes.

use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a fixture.
const MOST_LINES: usize = 25;

#[test]
#[cfg_attr(not(pinned), ignore = "the .stderr files hold the words of another rustc")]
fn mistakes_are_rejected() {
    trybuild::TestCases::new().compile_fail("fail/*/*.rs");
}

#[test]
fn good_crates_pass() {
    trybuild::TestCases::new().pass("pass/*.rs");
}

/// A mistake is as many errors as its fixture says, so that nothing cascades unseen.
#[test]
fn mistakes_are_counted() {
    let mut wrong = Vec::new();
    for fixture in fixtures("fail") {
        let source = read(&fixture);
        let said = source.lines().find_map(|line| line.strip_prefix("//~ ")?.split(' ').next()?.parse().ok());
        let errors = read(&fixture.with_extension("stderr"))
            .lines()
            .filter(|line| line.starts_with("error"))
            .filter(|line| {
                !line.starts_with("error: aborting") && !line.starts_with("error: could not compile")
            })
            .count();
        if said != Some(errors) {
            wrong.push(format!("{}: says {said:?}, has {errors} errors", fixture.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The first error falls on what the author wrote, which stands in the fixture.
#[test]
fn first_errors_stand_in_the_fixture() {
    for fixture in fixtures("fail") {
        let stderr = read(&fixture.with_extension("stderr"));
        let place =
            stderr.lines().find_map(|line| line.trim_start().strip_prefix("--> ")).unwrap_or_default();
        let name = fixture.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        assert!(place.contains(name), "{}: the first error is at {place:?}", fixture.display());
    }
}

#[test]
fn fixtures_are_short() {
    for fixture in fixtures("fail") {
        let lines = read(&fixture).lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines", fixture.display());
    }
}

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let folders = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    let found: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|kind| kind == "rs")).collect();
    assert!(!found.is_empty(), "no fixtures in {}", root.display());
    found
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
