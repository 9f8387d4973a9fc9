//! Whether an attribute and its function make a resource.

use syn::LitStr;

use crate::diag::Diag;
use crate::doc::Doc;
use crate::krate::Krate;
use crate::resource::args::Raw;
use crate::resource::model::Resource;
use crate::role::Role;
use crate::signature::Signature;

/// The resource, or every reason why there is none.
pub fn check(raw: &Raw, diag: &Diag) -> Option<Resource> {
    let signature = Signature::check(&raw.function, Role::Resource, raw.blocking.span(), diag);
    let name = raw.function.wire_name(&raw.name, Role::Resource, diag);
    let signature = signature?;
    let uri = raw.uri.as_ref().filter(|uri| variables_are_parameters(uri, &signature, diag))?;
    Some(Resource {
        krate: Krate::new(&raw.krate),
        signature,
        uri: uri.clone(),
        name: name?,
        title: raw.title.get().cloned(),
        description: Doc::read(&raw.function.item.attrs).description(),
        mime_type: raw.mime_type.get().cloned(),
    })
}

/// The way back, that an argument is a variable, depends on types: the expansion has it checked.
fn variables_are_parameters(uri: &LitStr, signature: &Signature, diag: &Diag) -> bool {
    let mut sound = true;
    for variable in variables(&uri.value()) {
        let mut names = signature.unmarked().map(|(param, argument)| argument.wire_name(param));
        if names.any(|name| name == variable) {
            continue;
        }
        let text = format!(
            "variable `{variable}` of the template is no parameter: add `{variable}: String` to the function, or \
             `#[arg(name = \"{variable}\")]` to one of its parameters",
        );
        diag.error(uri, text);
        sound = false;
    }
    sound
}

/// The names between braces. Whether the template is well-formed is the runtime's to say, in a
/// constant.
fn variables(template: &str) -> Vec<String> {
    let mut found = Vec::new();
    for expression in template.split('{').skip(1) {
        let Some((inside, _)) = expression.split_once('}') else { continue };
        let inside = inside.trim_start_matches(['+', '#', '.', '/', ';', '?', '&']);
        let names = inside.split(',').map(|name| name.trim_end_matches('*'));
        found.extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
    }
    found
}
