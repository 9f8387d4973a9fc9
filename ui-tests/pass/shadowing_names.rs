//! Modules, types and macros of the author's that have the names of everybody else's.
#![allow(dead_code, non_upper_case_globals, unused_macros)]

mod mcp {}
mod mcp_runtime {}
mod serde {}
mod std {}
mod core {}
mod alloc {}
mod inventory {}
mod schemars {}

struct Node;
struct Walk;
struct Probe;
struct Input;
struct Field;
struct Form;
trait Resolver {}
enum Maybe {
    Some,
    None,
    Ok,
}
use Maybe::{None, Ok, Some};

macro_rules! vec {
    () => {
        compile_error!("not this one")
    };
}
macro_rules! concat {
    () => {
        compile_error!("not this one")
    };
}

const title: u32 = 1;
static DEF: u32 = 1;

#[derive(Clone, ::mcp::Form)]
struct Yes {
    #[field(default = true)]
    yes: bool,
    note: ::std::option::Option<::std::string::String>,
}

#[::mcp::resolver]
fn frame(input: &str) -> ::mcp::Elicit<Yes> {
    ::mcp::Elicit::ask(input)
}

#[::mcp::tool]
fn input(
    #[arg(default = "x")] input: ::std::string::String,
    #[resolve(frame)] frame: &Yes,
) -> ::std::string::String {
    if frame.yes { input } else { ::std::string::String::new() }
}

#[::mcp::prompt]
fn body(body: ::std::string::String) -> ::std::string::String {
    body
}

#[::mcp::resource("x://{walk}")]
fn walk(walk: &str) -> ::std::string::String {
    ::std::string::String::from(walk)
}

fn main() {
    let _ = (Some, None, Ok);
    let _ = ::mcp::items![input, body, walk];
}
