//! Whether an attribute and its function make a tool.

use quote::ToTokens;

use crate::diag::Diag;
use crate::doc::Doc;
use crate::krate::Krate;
use crate::role::Role;
use crate::signature::Signature;
use crate::tool::args::{Annotations, Raw};
use crate::tool::model::{Hints, Tool};

/// The longest name that clients accept.
const LONGEST_NAME: usize = 64;

/// The tool, or every reason why there is none.
pub fn check(raw: &Raw, diag: &Diag) -> Option<Tool> {
    let signature = Signature::check(&raw.function, Role::Tool, raw.blocking.span(), diag);
    let name = name(raw, diag);
    Some(Tool {
        krate: Krate::new(&raw.krate),
        signature: signature?,
        name: name?,
        title: raw.title.get().cloned(),
        description: Doc::read(&raw.function.item.attrs).description(),
        annotations: raw.annotations.get().map(hints).unwrap_or_default(),
        icons: raw.icons.get().cloned().unwrap_or_default(),
        meta: raw.meta.get().cloned(),
    })
}

fn name(raw: &Raw, diag: &Diag) -> Option<String> {
    let (name, tokens) = match raw.name.get() {
        Some(name) => (name.value(), name.to_token_stream()),
        None => (raw.function.name(), raw.function.ident().to_token_stream()),
    };
    let legal = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
    if (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(legal) {
        return Some(name);
    }
    let text = "the name of a tool is 1 to 64 of the characters `A-Z a-z 0-9 _ . -`";
    match raw.name.get() {
        Some(_) => diag.error(tokens, text),
        None => diag.error(tokens, format!("{text}: give it one with `name = \"..\"`")),
    }
    None
}

fn hints(raw: &Annotations) -> Hints {
    Hints {
        read_only: raw.read_only.get().copied(),
        destructive: raw.destructive.get().copied(),
        idempotent: raw.idempotent.get().copied(),
        open_world: raw.open_world.get().copied(),
    }
}
