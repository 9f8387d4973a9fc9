//! Layer 2: the graph of resolvers: checked while the author's crate compiles, planned at start,
//! run once per round.
//!
//! In the order of use: [`probe`] reads what a parameter or return type is; [`node`] describes one
//! resolver; `walk` checks a graph at compile time and `fits` its types; `plan` lays it out at
//! start; `engine` runs a round of it; `question` and `answer` are what a resolver may ask and
//! what comes of it; `record` is what the rounds before have answered.

pub mod answer;
mod contain;
mod engine;
pub mod fits;
pub mod input;
pub mod no_resolver;
pub mod node;
pub mod plan;
pub mod probe;
pub mod question;
pub mod record;
pub mod text;
pub mod walk;

pub use self::contain::contained;
pub use self::engine::{Round, Rounds, run_round};
