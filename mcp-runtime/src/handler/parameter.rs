//! An unmarked parameter of a tool, prompt or resource: an argument, or injected.

use crate::context::StateNeed;
use crate::resolve::node::Boxed;
use crate::schema::Constraints;

/// One unmarked parameter, as a macro describes it; `P` says how an argument is read.
pub struct Parameter<P> {
    /// Its name in the author's function.
    pub ident: &'static str,
    /// Its name on the wire.
    pub name: &'static str,
    /// What it is, for the model.
    pub description: Option<&'static str>,
    /// Its declared limits.
    pub constraints: Constraints,
    /// What stands for it when it was left out.
    pub default: Option<fn() -> Boxed>,
    /// The same as JSON, where the macro could write it.
    pub default_json: Option<&'static str>,
    /// How it is read; `None` for an injected parameter.
    pub argument: Option<P>,
    /// The state it needs.
    pub state: Option<StateNeed>,
}

impl<P> Parameter<P> {
    /// A parameter of that name, of which nothing else is known.
    #[must_use]
    pub fn of(name: &'static str) -> Self {
        Self {
            ident: name,
            name,
            description: None,
            constraints: Constraints::NONE,
            default: None,
            default_json: None,
            argument: None,
            state: None,
        }
    }
}
