//! A question that a function can return itself, without a resolver.

use crate::protocol::mrtr::InputRequest;

/// A question that can be asked by hand: `Elicit`, `Sample` or `ListRoots`.
pub trait AskByHand {
    /// The question on the wire; `None` if its answer is known already.
    fn into_request(self) -> Option<InputRequest>;
}
