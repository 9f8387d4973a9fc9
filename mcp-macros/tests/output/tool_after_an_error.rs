//! A golden expansion; see `src/golden.rs`.
fn count(pages: u32, &mut [a, b]: &mut [u32; 2]) -> u32 {
    pages
}
#[doc(hidden)]
#[allow(
    dead_code,
    non_camel_case_types,
    missing_copy_implementations,
    missing_debug_implementations,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
struct count {}
#[allow(
    deprecated,
    nonstandard_style,
    private_interfaces,
    unused,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
const _: () = {
    use ::mcp::__private as __rt;
    use __rt::{Fallback as _, NoResolver as _};
    impl __rt::Offered for count {
        const ITEM: &'static __rt::Item = {
            ::core::compile_error! {
                "unknown option `titel`, expected one of `name`, `title`, `annotations`, `icons`, `meta`, `blocking`, `crate`"
            }
            ::core::compile_error! {
                "a parameter is a plain name, by which it is known: take it apart in the body"
            }
            ::core::compile_error! {
                "a parameter cannot be changed for others to see: take it by value or as `&T`"
            }
        };
    }
};
