//! A golden expansion; see `src/golden.rs`.
fn count<T>(title: &T) -> &'_ str {
    ""
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
    impl __rt::Resolver for count {
        type Ret = &'static str;
        const NODE: &'static __rt::Node = {
            ::core::compile_error! {
                "a resolver has no generic parameters: write the types, and borrow with a plain `&`"
            }
            ::core::compile_error! {
                "a resolver returns what it owns, since its parameters end with the call: for `&str`, return `String`"
            }
        };
        fn settle(_: &'static str) -> __rt::Result<__rt::Settled> {
            __rt::core::panic!("it did not compile")
        }
    }
    impl count {
        pub const __MCP_ID: &'static __rt::str = "";
        pub const fn __mcp_walk(_: &mut __rt::Walk) {}
        pub const fn __mcp_value() -> __rt::Probe<&'static str> {
            __rt::Probe::NEW
        }
    }
    impl<__C> __rt::FitsIn<__C> for count {}
};
