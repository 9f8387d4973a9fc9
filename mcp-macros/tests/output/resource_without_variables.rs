//! A golden expansion; see `src/golden.rs`.
async fn books() -> String {
    String::new()
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
struct books {}
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
    const __RETURNS: __rt::Returns<String, __rt::Vec<__rt::ResourceContents>> = __rt::Returns::of_resource::<
        String,
    >();
    const __URI: &__rt::str = "book://all";
    const _: () = __rt::report(__rt::template::malformed(__URI));
    const _: () = __rt::report(__rt::template::by_hand(__URI, __RETURNS.asks_by_hand));
    fn __body<'a>(
        mut __input: __rt::Input<'a>,
    ) -> __rt::BoxFuture<
        'a,
        __rt::Result<__rt::Step<__rt::Vec<__rt::ResourceContents>>>,
    > {
        __rt::Box::pin(async move { (__RETURNS.convert)(books().await) })
    }
    static __DEF: __rt::ResourceDef = __rt::ResourceDef {
        uri: __URI,
        name: "books",
        title: __rt::None,
        description: __rt::None,
        mime_type: __rt::None,
        parameters: || __rt::Vec::from([]),
        takes: &[],
        walk: &__rt::NO_WALK,
        body: __body,
    };
    static __ITEM: __rt::Item = __rt::Item {
        kind: __rt::Kind::Resource(&__DEF),
        place: __rt::Place {
            file: __rt::core::file!(),
            line: __rt::core::line!(),
        },
        package: __rt::Package {
            name: __rt::core::env!("CARGO_PKG_NAME"),
            version: __rt::core::env!("CARGO_PKG_VERSION"),
        },
    };
    #[automatically_derived]
    impl __rt::Offered for books {
        const ITEM: &'static __rt::Item = &__ITEM;
    }
    __rt::inventory::submit! {
        & __ITEM
    }
};
