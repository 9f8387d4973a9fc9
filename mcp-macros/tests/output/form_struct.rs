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
    const __FIELD_0: __rt::Field<bool> = __rt::Field::of::<bool>("confirm", "Confirm")
        .description("Order anyway and wait?");
    const __FIELD_1: __rt::Field<Size> = __rt::Field::of::<
        Size,
    >("book_size", "How large")
        .default(|| Size::Large);
    const __FIELD_2: __rt::Field<u32> = __rt::Field::of::<u32>("copies", "Copies")
        .constraints(__rt::Constraints {
            minimum: __rt::Some(__rt::Number::Int(1)),
            maximum: __rt::Some(__rt::Number::Int(10)),
            ..__rt::Constraints::NONE
        })
        .default(|| 1);
    const __FIELD_3: __rt::Field<Option<String>> = __rt::Field::of::<
        Option<String>,
    >("shipping_address", "Shipping address")
        .constraints(__rt::Constraints {
            min_length: __rt::Some(3usize),
            max_length: __rt::Some(79usize),
            ..__rt::Constraints::NONE
        })
        .format("email");
    #[automatically_derived]
    impl __rt::Form for Order {
        fn schema() -> &'static __rt::FormSchema {
            static SCHEMA: __rt::std::sync::LazyLock<__rt::FormSchema> = __rt::std::sync::LazyLock::new(||
            __rt::FormSchema::new(
                __rt::Vec::from([
                    __FIELD_0.property(),
                    __FIELD_1.property(),
                    __FIELD_2.property(),
                    __FIELD_3.property(),
                ]),
            ));
            &SCHEMA
        }
        fn read(reader: &__rt::FormReader) -> __rt::Option<Self> {
            __rt::Some(Self {
                confirm: reader.field(&__FIELD_0)?,
                size: reader.field(&__FIELD_1)?,
                copies: reader.field(&__FIELD_2)?,
                shipping_address: reader.field(&__FIELD_3)?,
            })
        }
    }
};
