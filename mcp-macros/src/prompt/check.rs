//! Whether an attribute and its function make a prompt.

use crate::diag::Diag;
use crate::doc::Doc;
use crate::krate::Krate;
use crate::prompt::args::Raw;
use crate::prompt::model::Prompt;
use crate::role::Role;
use crate::signature::Signature;

/// The prompt, or every reason why there is none.
pub fn check(raw: &Raw, diag: &Diag) -> Option<Prompt> {
    let signature = Signature::check(&raw.function, Role::Prompt, raw.blocking.span(), diag);
    let name = raw.function.wire_name(&raw.name, Role::Prompt, diag);
    Some(Prompt {
        krate: Krate::new(&raw.krate),
        signature: signature?,
        name: name?,
        title: raw.title.get().cloned(),
        description: Doc::read(&raw.function.item.attrs).description(),
    })
}
