//! Sealing of `requestState`: what leaves the server in a client's hands comes back unread,
//! unchanged, in time, and only with the request it was made for, or it does not come back at all.
//!
//! From the outside in:
//!
//! - [`policy`](RequestStateSecurity) is what an operator chooses;
//! - [`boundary`](Boundary) is what dispatch calls: it binds state to its request and verifies it;
//! - `claims` is what a token says, `digest` and `principal` are two of its claims;
//! - `token` is how a token is written and encrypted, `keys` are the keys it is encrypted with.

mod boundary;
mod claims;
mod digest;
mod error;
mod keys;
mod policy;
mod principal;
mod token;

#[cfg(test)]
mod tests;

pub use boundary::{Binding, Boundary, Opened};
pub use digest::ArgumentsError;
pub use error::{Rejected, SealError};
pub use keys::{Secret, SecretError};
pub use policy::{PolicyError, RequestStateSecurity};
