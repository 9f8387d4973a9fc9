//! A golden expansion; see `src/golden.rs`.
::core::compile_error! {
    "the fields of a form have names: write `{ name: Type }`"
}
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
    impl __rt::Form for Order {
        fn schema() -> &'static __rt::FormSchema {
            __rt::core::panic!("it did not compile")
        }
        fn read(_: &__rt::FormReader) -> __rt::Option<Self> {
            __rt::None
        }
    }
};
