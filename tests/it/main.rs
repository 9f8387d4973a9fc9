//! Behaviour through the public interface: every case over memory, stdio and HTTP, in both eras.

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
