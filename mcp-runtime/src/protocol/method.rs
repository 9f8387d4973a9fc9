//! The table of every method a client may send: the one place that names them.

/// Facts about one method.
#[derive(Debug)]
pub struct Method {
    /// Its name on the wire.
    pub name: &'static str,
    /// Whether 2026-07-28 has it.
    pub modern: bool,
    /// Whether the revisions up to 2025-11-25 have it.
    pub legacy: bool,
    /// Whether its result may be `input_required`.
    pub carries_rounds: bool,
    /// The member of `params` that the `Mcp-Name` header repeats.
    pub named_by: Option<&'static str>,
}

const fn method(name: &'static str, modern: bool, legacy: bool) -> Method {
    Method { name, modern, legacy, carries_rounds: false, named_by: None }
}

const fn carrier(name: &'static str, named_by: &'static str) -> Method {
    Method { name, modern: true, legacy: true, carries_rounds: true, named_by: Some(named_by) }
}

/// `initialize`.
pub const INITIALIZE: &str = "initialize";
/// `server/discover`.
pub const DISCOVER: &str = "server/discover";
/// `ping`.
pub const PING: &str = "ping";
/// `tools/list`.
pub const LIST_TOOLS: &str = "tools/list";
/// `prompts/list`.
pub const LIST_PROMPTS: &str = "prompts/list";
/// `resources/list`.
pub const LIST_RESOURCES: &str = "resources/list";
/// `resources/templates/list`.
pub const LIST_RESOURCE_TEMPLATES: &str = "resources/templates/list";
/// `subscriptions/listen`.
pub const LISTEN: &str = "subscriptions/listen";
/// `tools/call`.
pub const CALL_TOOL: &str = "tools/call";
/// `prompts/get`.
pub const GET_PROMPT: &str = "prompts/get";
/// `resources/read`.
pub const READ_RESOURCE: &str = "resources/read";

/// Every method that is served.
pub const METHODS: [Method; 11] = [
    method(INITIALIZE, false, true),
    method(PING, false, true),
    method(DISCOVER, true, false),
    method(LIST_TOOLS, true, true),
    carrier(CALL_TOOL, "name"),
    method(LIST_PROMPTS, true, true),
    carrier(GET_PROMPT, "name"),
    method(LIST_RESOURCES, true, true),
    method(LIST_RESOURCE_TEMPLATES, true, true),
    carrier(READ_RESOURCE, "uri"),
    method(LISTEN, true, false),
];

/// Looks a method up.
#[must_use]
pub fn find(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_method_is_of_some_era() {
        for (index, method) in METHODS.iter().enumerate() {
            assert!(method.modern || method.legacy, "{}", method.name);
            assert!(METHODS[..index].iter().all(|other| other.name != method.name));
        }
    }
}
