//! What the compiler checks of a resource: that its URI and its parameters say the same, and that
//! only a template asks. Each function gives the complaint, if there is one.

use crate::protocol::uri_template::{has_variable, variable_count, well_formed};
use crate::resolve::text::Text;
use crate::resolve::walk::Walk;

/// A template that cannot be matched.
#[must_use]
pub const fn malformed(uri: &str) -> Option<Text> {
    if well_formed(uri) {
        return None;
    }
    Some(
        Text::new()
            .with("`")
            .with(uri)
            .with("` cannot be matched against URIs: every `{` needs a name and a `}` after it, every name ")
            .with(
                "stands once, literal text separates two variables, and at most one of them may reach over ",
            )
            .with("several segments"),
    )
}

/// An argument that is no variable, or a variable that is no argument.
#[must_use]
pub const fn parameter(uri: &str, name: &str, is_argument: bool) -> Option<Text> {
    match (is_argument, has_variable(uri, name)) {
        (true, false) => Some(
            Text::new()
                .with("parameter `")
                .with(name)
                .with("` is no variable of the URI: write `{")
                .with(name)
                .with("}` where it stands in `")
                .with(uri)
                .with("`, or mark the parameter #[resolve(..)]"),
        ),
        (false, true) => Some(
            Text::new()
                .with("variable `")
                .with(name)
                .with(
                    "` of the template is a parameter that comes from the request: give it the type of the ",
                )
                .with("variable's value"),
        ),
        _ => None,
    }
}

/// A resource without variables that takes a resolver that asks: said where the walk met it.
#[must_use]
pub const fn asking(uri: &str, before: &Walk, after: &Walk) -> Option<Text> {
    if variable_count(uri) > 0 { None } else { after.asks_for_static(before) }
}

/// A resource without variables that asks by hand.
#[must_use]
pub const fn by_hand(uri: &str, asks_by_hand: bool) -> Option<Text> {
    if variable_count(uri) > 0 || !asks_by_hand {
        return None;
    }
    Some(
        Text::new()
            .with(
                "a resource without variables in its URI cannot ask: only a resource template, a tool or a ",
            )
            .with("prompt can"),
    )
}
