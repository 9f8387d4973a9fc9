//! A golden expansion; see `src/golden.rs`.
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
    #[automatically_derived]
    impl __rt::Choice for Size {
        const CHOICES: &'static [(
            &'static __rt::str,
            __rt::Option<&'static __rt::str>,
        )] = &[("s", __rt::Some("Fits a pocket")), ("Large", __rt::None)];
        fn choice(index: __rt::core::primitive::usize) -> __rt::Option<Self> {
            match index {
                0 => __rt::Some(Self::Small),
                1 => __rt::Some(Self::Large),
                _ => __rt::None,
            }
        }
        fn index(&self) -> __rt::core::primitive::usize {
            match self {
                Self::Small => 0,
                Self::Large => 1,
            }
        }
    }
    #[automatically_derived]
    impl __rt::FormField for Size {
        fn schema() -> __rt::Value {
            __rt::choices::<Self>()
        }
        fn read(value: &__rt::Value) -> __rt::Option<Self> {
            __rt::read_choice(value)
        }
        fn write(&self) -> __rt::Value {
            __rt::write_choice(self)
        }
    }
};
