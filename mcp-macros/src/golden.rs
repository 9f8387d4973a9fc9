//! Golden expansions: what each macro makes, as formatted files in git, to be read as a difference.

use std::path::Path;
use std::{env, fs};

use proc_macro2::{TokenStream, TokenTree};

/// Compares an expansion with its file in `tests/output`; `GOLDEN=overwrite` writes the file.
///
/// # Panics
/// If they differ.
pub fn check(name: &str, expansion: TokenStream) {
    let file = syn::parse2(expansion).unwrap_or_else(|error| panic!("{name}: {error}"));
    let expected = format!("//! A golden expansion; see `src/golden.rs`.\n{}", prettyplease::unparse(&file));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/output").join(name).with_extension("rs");
    if env::var_os("GOLDEN").is_some_and(|mode| mode == "overwrite") {
        fs::write(&path, expected).unwrap();
        return;
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "{name} expands to something else than tests/output/{name}.rs; with GOLDEN=overwrite the file is written anew"
    );
}

/// Panics if an expansion names `banned` anywhere.
pub fn check_never_names(banned: &str, expansion: TokenStream) {
    for token in expansion {
        match token {
            TokenTree::Group(group) => check_never_names(banned, group.stream()),
            TokenTree::Ident(ident) => assert_ne!(ident, banned, "the expansion names `{banned}`"),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
