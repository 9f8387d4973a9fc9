//! A golden expansion; see `src/golden.rs`.
/// A book's card.
fn card(title: &str, edition: Option<u32>, stock: &Stock) -> Option<String> {
    None
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
struct card {}
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
    impl __rt::Arg<{ __rt::hash("title") }> for card {
        type Stored = <str as __rt::Stores>::Stored;
    }
    #[automatically_derived]
    impl __rt::Arg<{ __rt::hash("edition") }> for card {
        type Stored = <Option<u32> as __rt::Stores>::Stored;
    }
    const __OWNER: __rt::Owner = __rt::Owner {
        kind: "resource",
        name: "card",
        arguments: &[
            __rt::Argument {
                name: "title",
                is_argument: <__rt::Probe<str>>::IS_ARGUMENT,
            },
            __rt::Argument {
                name: "edition",
                is_argument: <__rt::Probe<Option<u32>>>::IS_ARGUMENT,
            },
        ],
    };
    const __WALK_0: __rt::Walk = __rt::Walk::of(__OWNER);
    const __WALK_1: __rt::Walk = {
        let mut walk = __WALK_0;
        <check_stock>::__mcp_walk(&mut walk);
        walk
    };
    const _: () = __rt::report(__WALK_1.complaint(&__WALK_0));
    const _: () = __rt::fits::check::<
        __rt::InGraph<{ __WALK_1.is_sound() }, card, (check_stock)>,
    >();
    const __RETURNS: __rt::Returns<Option<String>, __rt::Vec<__rt::ResourceContents>> = __rt::Returns::of_resource::<
        Option<String>,
    >();
    const _: () = __rt::report(__WALK_1.two_channels(__RETURNS.asks_by_hand));
    const __URI: &__rt::str = "book://{title}/{?edition}";
    const _: () = __rt::report(__rt::template::malformed(__URI));
    const _: () = __rt::report(
        __rt::template::parameter(__URI, "title", <__rt::Probe<str>>::IS_ARGUMENT),
    );
    const _: () = __rt::report(
        __rt::template::parameter(
            __URI,
            "edition",
            <__rt::Probe<Option<u32>>>::IS_ARGUMENT,
        ),
    );
    const _: () = __rt::report(__rt::template::asking(__URI, &__WALK_0, &__WALK_1));
    const _: () = __rt::report(__rt::template::by_hand(__URI, __RETURNS.asks_by_hand));
    fn __body<'a>(
        mut __input: __rt::Input<'a>,
    ) -> __rt::BoxFuture<
        'a,
        __rt::Result<__rt::Step<__rt::Vec<__rt::ResourceContents>>>,
    > {
        __rt::Box::pin(async move {
            let title = <__rt::Probe<str>>::take(&mut __input, 0);
            let edition = <__rt::Probe<Option<u32>>>::take(&mut __input, 1);
            let stock = __input
                .resolved(<check_stock>::__mcp_value().inner().value(), 0)
                .inject::<Stock>("stock")?;
            (__RETURNS.convert)(card(&title, edition, stock))
        })
    }
    static __DEF: __rt::ResourceDef = __rt::ResourceDef {
        uri: __URI,
        name: "card",
        title: __rt::None,
        description: __rt::Some("A book's card."),
        mime_type: __rt::Some("text/plain"),
        parameters: || __rt::Vec::from([
            __rt::Parameter {
                argument: <__rt::Probe<str>>::text(),
                state: <__rt::Probe<str>>::state(),
                ..__rt::Parameter::of("title")
            },
            __rt::Parameter {
                argument: <__rt::Probe<Option<u32>>>::text(),
                state: <__rt::Probe<Option<u32>>>::state(),
                ..__rt::Parameter::of("edition")
            },
        ]),
        takes: &[<check_stock>::__MCP_ID],
        walk: &__WALK_1,
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
    impl __rt::Offered for card {
        const ITEM: &'static __rt::Item = &__ITEM;
    }
    __rt::inventory::submit! {
        & __ITEM
    }
};
