//! Behaviour through the public interface: every case over memory, stdio and HTTP, in both eras.
#![allow(unreachable_pub, reason = "the modules of one test program")]

mod adversary;
mod arguments;
mod asking;
mod client;
mod errors;
mod graph;
mod http;
mod lists;
mod prompts;
mod resources;
mod stdio;
mod support;
mod testing;
