//! Whether an attribute and its function make a resolver.

use crate::diag::Diag;
use crate::krate::Krate;
use crate::resolver::args::Raw;
use crate::resolver::model::Resolver;
use crate::role::Role;
use crate::signature::Signature;

/// The resolver, or every reason why there is none.
pub fn check(raw: &Raw, diag: &Diag) -> Option<Resolver> {
    let signature = Signature::check(&raw.function, Role::Resolver, raw.blocking.span(), diag);
    let key = raw.function.wire_name(&raw.key, Role::Resolver, diag);
    Some(Resolver {
        krate: Krate::new(&raw.krate),
        signature: signature?,
        key: key?,
        remember: raw.remember.get().is_some(),
    })
}
