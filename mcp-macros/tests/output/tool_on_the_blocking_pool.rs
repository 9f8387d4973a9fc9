//! A golden expansion; see `src/golden.rs`.
fn count(title: &str, stock: &Stock, pages: u32) -> u32 {
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
    #[automatically_derived]
    impl __rt::Arg<{ __rt::hash("title") }> for count {
        type Stored = <str as __rt::Stores>::Stored;
    }
    const __OWNER: __rt::Owner = __rt::Owner {
        kind: "tool",
        name: "count",
        arguments: &[
            __rt::Argument {
                name: "title",
                is_argument: <__rt::Probe<str>>::IS_ARGUMENT,
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
        __rt::InGraph<{ __WALK_1.is_sound() }, count, (check_stock)>,
    >();
    const __WALK_2: __rt::Walk = {
        let mut walk = __WALK_1;
        <pages>::__mcp_walk(&mut walk);
        walk
    };
    const _: () = __rt::report(__WALK_2.complaint(&__WALK_1));
    const _: () = __rt::fits::check::<
        __rt::InGraph<{ __WALK_2.is_sound() }, count, (pages)>,
    >();
    const __RETURNS: __rt::Returns<u32, __rt::ToolOutput> = __rt::Returns::of_tool::<
        u32,
    >();
    const _: () = __rt::report(__WALK_2.two_channels(__RETURNS.asks_by_hand));
    fn __body<'a>(
        mut __input: __rt::Input<'a>,
    ) -> __rt::BoxFuture<'a, __rt::Result<__rt::Step<__rt::ToolOutput>>> {
        __rt::Box::pin(async move {
            let title = <__rt::Probe<str>>::take(&mut __input, 0);
            let stock = __rt::std::borrow::ToOwned::to_owned(
                __input
                    .resolved(<check_stock>::__mcp_value().inner().value(), 0)
                    .inject::<Stock>("stock")?,
            );
            let pages = __rt::core::clone::Clone::clone(
                __input
                    .resolved(<pages>::__mcp_value().inner().value(), 1)
                    .inject::<u32>("pages")?,
            );
            (__RETURNS
                .convert)(__rt::blocking(move || count(&title, &stock, pages)).await?)
        })
    }
    static __DEF: __rt::ToolDef = __rt::ToolDef {
        name: "count",
        title: __rt::None,
        description: __rt::None,
        annotations: __rt::ToolAnnotations::NONE,
        icons: &[],
        meta: __rt::None,
        output_schema: __RETURNS.output_schema,
        parameters: || __rt::Vec::from([
            __rt::Parameter {
                argument: <__rt::Probe<str>>::json(),
                state: <__rt::Probe<str>>::state(),
                ..__rt::Parameter::of("title")
            },
        ]),
        takes: &[<check_stock>::__MCP_ID, <pages>::__MCP_ID],
        walk: &__WALK_2,
        body: __body,
    };
    static __ITEM: __rt::Item = __rt::Item {
        kind: __rt::Kind::Tool(&__DEF),
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
    impl __rt::Offered for count {
        const ITEM: &'static __rt::Item = &__ITEM;
    }
    __rt::inventory::submit! {
        & __ITEM
    }
};
