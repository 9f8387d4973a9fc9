//! `#[arg(..)]`: the options of a parameter that is an argument.

use proc_macro2::TokenStream;
use syn::{Attribute, Expr, LitStr};

use crate::diag::Diag;
use crate::doc::Doc;
use crate::function::read_options;
use crate::limits::{Limits, RawLimits, range};
use crate::options::{expression, text};
use crate::role::Role;
use crate::slot::Slot;
use crate::symbol;

/// The options as they were written.
pub struct RawArgument {
    /// The attribute, to point at.
    pub attribute: Attribute,
    default: Slot<Expr>,
    name: Slot<LitStr>,
    limits: RawLimits,
}

/// What is known of an unmarked parameter, in case that its type makes it an argument.
pub struct Argument {
    /// The name on the wire, if it is not the parameter's.
    pub name: Option<LitStr>,
    /// The description, as an expression.
    pub description: Option<TokenStream>,
    /// What stands for it when it was left out.
    pub default: Option<Expr>,
    /// Its limits.
    pub limits: Limits,
}

impl RawArgument {
    /// No options yet.
    pub fn new(attribute: &Attribute) -> Self {
        Self {
            attribute: attribute.clone(),
            default: Slot::default(),
            name: Slot::default(),
            limits: RawLimits::default(),
        }
    }

    /// Reads one attribute; a second one adds to the first.
    pub fn read(&mut self, attribute: &Attribute, role: Role, diag: &Diag) {
        if role == Role::Resolver {
            let text = "the options of an argument stand on the tool, prompt or resource that has it; a resolver \
                        takes it by name";
            diag.error(attribute, text);
            return;
        }
        read_options(attribute, symbol::ARG_OPTIONS, diag, |key, input| {
            match key.name {
                symbol::DEFAULT => self.default.fill(key, expression(key, input)?),
                symbol::NAME => self.name.fill(key, text(key, input)?),
                symbol::RANGE => self.limits.range.fill(key, range(key, input)?),
                symbol::LENGTH => self.limits.length.fill(key, range(key, input)?),
                _ => self.limits.pattern.fill(key, text(key, input)?),
            }?;
            if role.arg_options().contains(&key.name) {
                return Ok(());
            }
            let text = format!(
                "option `{}` is for tools: arguments of a {} are strings without a schema, {}",
                key.name,
                role.noun(),
                symbol::one_of(role.arg_options()),
            );
            Err(syn::Error::new(key.span, text))
        });
    }
}

impl Argument {
    /// Checks the options.
    pub fn check(raw: Option<&RawArgument>, doc: &Doc, diag: &Diag) -> Option<Self> {
        let description = doc.description();
        let Some(raw) = raw else {
            return Some(Self { name: None, description, default: None, limits: Limits::default() });
        };
        let name = raw.name.get().cloned();
        let limits = raw.limits.check(diag)?;
        if let Some(name) = name.as_ref().filter(|name| name.value().is_empty()) {
            diag.error(name, "an argument has a name");
            return None;
        }
        Some(Self { name, description, default: raw.default.get().cloned(), limits })
    }
}
