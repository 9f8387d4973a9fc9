//! Sealing of `requestState`: what leaves the server in a client's hands comes back unread,
//! unchanged, in time, and only with the request it was made for, or it does not come back at all.
//!
//! From the outside in:
//!
//! - [`policy`](RequestStateSecurity) is what an operator chooses, and `secrets` where the keys are;
//! - [`boundary`](Boundary) is what dispatch calls: it binds state to its request and verifies it;
//! - `claims` is what a token says, [`digest`](Arguments) and `principal` are two of its claims;
//! - [`codec`](StateCodec) is what encrypts them: an author's codec, or `token`, which is how a
//!   token is written, with `keys`;
//! - [`single_use`](UseOnce) is where spent tokens are remembered;
//! - [`rejections`](Rejections) is what counts and logs.

mod boundary;
mod claims;
mod codec;
mod digest;
mod error;
mod keys;
mod policy;
mod principal;
mod rejections;
mod secrets;
mod single_use;
mod token;

#[cfg(test)]
mod tests;

pub use boundary::{Binding, Boundary, Opened, PrincipalPanicked};
pub use codec::{InvalidRequestState, StateCodec};
pub use digest::{Arguments, ArgumentsError};
pub use error::{Rejected, SealError};
pub use keys::{Secret, SecretError};
pub use policy::{PolicyError, RequestStateSecurity};
pub use rejections::Rejections;
pub use single_use::{UseOnce, UsedInMemory};
