//! The attribute and derive macros of the `mcp` crate, which re-exports them with their documentation.
//!
//! Every macro goes the same way, in a folder of its own: `args` reads tokens into raw attributes,
//! `check` turns them into the `model` or says all that is wrong, `expand` writes the model out as a
//! descriptor and calls into `mcp::__private`. After an error `stub` keeps the item usable, so that
//! one mistake is one error.
#![allow(unreachable_pub, reason = "nothing of a macro crate can be reached but its entry points")]

mod argument;
mod attribute;
mod diag;
mod doc;
mod form;
mod function;
#[cfg(test)]
mod golden;
mod krate;
mod limits;
mod literal;
mod options;
mod owner;
mod prompt;
mod reads;
mod resolver;
mod resource;
mod role;
mod shell;
mod signature;
mod slot;
mod span;
mod stub;
mod symbol;
mod tool;

use proc_macro::TokenStream;

/// Makes a function a tool.
#[proc_macro_attribute]
pub fn tool(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(args.into(), item.into()).into()
}

/// Makes a function a prompt.
#[proc_macro_attribute]
pub fn prompt(args: TokenStream, item: TokenStream) -> TokenStream {
    prompt::expand(args.into(), item.into()).into()
}

/// Makes a function a resource, or a template of resources.
#[proc_macro_attribute]
pub fn resource(args: TokenStream, item: TokenStream) -> TokenStream {
    resource::expand(args.into(), item.into()).into()
}

/// Makes a function a resolver, which parameters name with `#[resolve(..)]`.
#[proc_macro_attribute]
pub fn resolver(args: TokenStream, item: TokenStream) -> TokenStream {
    resolver::expand(args.into(), item.into()).into()
}

/// Makes a struct a form that a user can fill in, or an enum a choice in one.
#[proc_macro_derive(Form, attributes(form, field, choice))]
pub fn form(item: TokenStream) -> TokenStream {
    form::expand(item.into()).into()
}
