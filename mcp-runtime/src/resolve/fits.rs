//! Whether the types of a graph fit together: what a resolver takes by name must be what the tool
//! has under that name. Checked by the trait solver, once the walk has found nothing wrong.

use std::marker::PhantomData;

/// An owner's argument: `NAME` is the hash of its name.
pub trait Arg<const NAME: u128> {
    /// The type it is stored as.
    type Stored;
}

/// How a parameter type is stored: a reference's target where it has a size, else its owner.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be borrowed from an argument",
    label = "has no size",
    note = "take a `&str`, a `&[T]` or a type with a size"
)]
pub trait Stores {
    /// The stored type.
    type Stored;
}

impl<T> Stores for T {
    type Stored = T;
}

impl Stores for str {
    type Stored = String;
}

impl<T> Stores for [T] {
    type Stored = Vec<T>;
}

/// One by-name parameter of resolver `R`.
pub struct ByName<const IS_ARGUMENT: bool, const NAME: u128, R, T: ?Sized>(PhantomData<R>, PhantomData<T>);

/// A by-name parameter that the owner `C` fills with the right type.
pub trait FilledBy<C> {}

impl<C, const NAME: u128, R, T: ?Sized> FilledBy<C> for ByName<false, NAME, R, T> {}

impl<C, const NAME: u128, R, T> FilledBy<C> for ByName<true, NAME, R, T>
where
    C: Arg<NAME>,
    T: ?Sized + Stores,
    C::Stored: IsArgument<T::Stored, R, C>,
{
}

/// The one type an argument has.
#[diagnostic::on_unimplemented(
    message = "resolver `{R}` takes an argument of `{C}` by name as `{T}`, but there it is `{Self}`",
    label = "takes a `{T}` where `{C}` has a `{Self}`",
    note = "give the resolver's parameter the type that the argument has"
)]
pub trait IsArgument<T, R, C> {}

impl<T, R, C> IsArgument<T, R, C> for T {}

/// A resolver that fits into the graph of the owner `C`.
pub trait FitsIn<C> {}

/// A resolver in a graph; `SOUND` says whether the walk found nothing wrong with the graph.
///
/// The types of an unsound graph are not looked at: its fault is said by the walk, and a cycle
/// would never end here.
pub struct InGraph<const SOUND: bool, C, R>(PhantomData<(C, R)>);

/// Types that fit.
pub trait Fits {}

impl<C, R> Fits for InGraph<false, C, R> {}
impl<C, R: FitsIn<C>> Fits for InGraph<true, C, R> {}

/// Asks the compiler whether the types fit.
pub const fn check<G: Fits>() {}
