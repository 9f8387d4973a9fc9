//! The structure rules: imports point down, files are short and say what they are for, and the
//! architecture page names only what exists.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the runtime, lowest first. A module imports from lower rows only.
const LAYERS: [&[&str]; 10] = [
    &["protocol", "schema"],
    &["error"],
    &["wire", "context"],
    &["resolve", "output", "seal"],
    &["handler"],
    &["catalog"],
    &["dispatch"],
    &["server", "client"],
    &["testing"],
    &["private"],
];

const LONGEST_FILE: usize = 500;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                files.push(entry);
            }
        }
    }
    files.sort();
    files
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

/// The top modules that a source imports through `crate::`, in code, tests and nested groups alike.
fn imports(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let code: String =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    for (at, _) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == '$') {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut name = String::new();
            let mut fresh = true;
            for letter in group.chars() {
                match letter {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => fresh = true,
                    _ if depth == 0 && fresh && (letter.is_alphanumeric() || letter == '_') => {
                        name.push(letter)
                    }
                    _ if depth == 0 && !name.is_empty() => {
                        fresh = false;
                        found.push(std::mem::take(&mut name));
                    }
                    _ => {}
                }
            }
            found.extend((!name.is_empty()).then_some(name));
        } else {
            found
                .push(rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect());
        }
    }
    found
}

#[test]
fn imports_point_down() {
    let source = root().join("mcp-runtime/src");
    let mut wrong = Vec::new();
    for file in rust_files(&source) {
        let path = file.strip_prefix(&source).expect("a file of the runtime");
        let module =
            path.components().next().expect("a name").as_os_str().to_string_lossy().replace(".rs", "");
        if module == "lib" {
            continue;
        }
        let Some(own) = layer(&module) else {
            wrong.push(format!("{}: module `{module}` has no layer", path.display()));
            continue;
        };
        let text = fs::read_to_string(&file).expect("a source");
        if text.contains("super::super::") {
            wrong.push(format!("{}: climbs with super::super::", path.display()));
        }
        for import in imports(&text) {
            if import != module && layer(&import).is_none_or(|other| other >= own) {
                wrong.push(format!("{}: imports `{import}`, which is not below `{module}`", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn imports_are_found_however_they_are_written() {
    assert_eq!(imports("use crate::wire::Reply;"), ["wire"]);
    assert_eq!(
        imports("use crate::{\n    error::Error,\n    seal::{Binding, Boundary},\n};"),
        ["error", "seal"]
    );
    assert_eq!(imports("let x = crate::dispatch::Phase::Serving;"), ["dispatch"]);
    assert_eq!(imports("/// crate::server\n$crate::server"), Vec::<String>::new());
}

#[test]
fn files_are_short_and_say_what_they_are_for() {
    let mut wrong = Vec::new();
    for folder in ["src", "mcp-macros/src", "mcp-runtime/src", "examples", "tests", "benches", "xtask/src"] {
        for file in rust_files(&root().join(folder)) {
            let text = fs::read_to_string(&file).expect("a source");
            if !text.starts_with("//! ") {
                wrong.push(format!("{}: the first line does not say what the file is for", file.display()));
            }
            if text.lines().count() > LONGEST_FILE {
                wrong.push(format!("{}: longer than {LONGEST_FILE} lines", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_architecture_page_is_short_and_names_only_what_exists() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page");
    assert!(page.lines().count() <= 200, "ARCHITECTURE.md is longer than 200 lines");
    let quoted = page.split('`').skip(1).step_by(2);
    let paths = quoted.filter(|text| text.contains('/') && !text.contains([' ', '<', '{', ':', '*', '(']));
    let missing: Vec<&str> = paths
        .filter(|path| !["", "mcp-runtime/src"].iter().any(|folder| root().join(folder).join(path).exists()))
        .filter(|path| !is_method(path))
        .collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names paths that do not exist: {missing:?}");
}

/// Methods of the protocol look like paths too.
fn is_method(text: &str) -> bool {
    [
        "tools/",
        "prompts/",
        "resources/",
        "server/discover",
        "subscriptions/",
        "notifications/",
        "elicitation/",
    ]
    .iter()
    .any(|prefix| text.starts_with(prefix))
}

#[test]
fn the_runtime_path_is_spelled_in_one_file_of_the_macros() {
    let source = root().join("mcp-macros/src");
    let wrong: Vec<String> = rust_files(&source)
        .into_iter()
        .filter(|file| !file.ends_with("krate.rs") && !file.ends_with("tests.rs"))
        .filter(|file| {
            let text = fs::read_to_string(file).expect("a source");
            text.lines().any(|line| !line.trim_start().starts_with("//") && line.contains("::mcp::"))
        })
        .map(|file| file.display().to_string())
        .collect();
    assert!(wrong.is_empty(), "spell the runtime path in krate.rs only: {wrong:?}");
}

#[test]
fn the_security_page_names_tests_that_exist() {
    let page = fs::read_to_string(root().join("SECURITY.md")).expect("the page");
    let rows =
        page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.rsplit_once(" | "));
    let names: Vec<&str> = rows
        .flat_map(|(_, tests)| tests.split('`').skip(1).step_by(2))
        .filter(|name| name.contains('_') && !name.contains(['.', '/']))
        .collect();
    let sources: String = ["tests/it", "mcp-runtime/src/seal"]
        .iter()
        .flat_map(|folder| rust_files(&root().join(folder)))
        .map(|file| fs::read_to_string(file).expect("a source"))
        .collect();
    let missing: Vec<&&str> = names.iter().filter(|name| !sources.contains(&format!("fn {name}("))).collect();
    assert!(names.len() > 20, "the table was not read");
    assert!(missing.is_empty(), "SECURITY.md names tests that do not exist: {missing:?}");
}
