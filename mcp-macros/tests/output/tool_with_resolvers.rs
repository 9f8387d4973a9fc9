//! A golden expansion; see `src/golden.rs`.
/// Order a book from the shop.
#[must_use]
pub async fn order_book(
    title: String,
    ctx: &Context,
    stock: &Stock,
    backorder: Backorder,
) -> Result<String, String> {
    Ok(title)
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
pub struct order_book {}
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
    impl __rt::Arg<{ __rt::hash("title") }> for order_book {
        type Stored = <String as __rt::Stores>::Stored;
    }
    #[automatically_derived]
    impl __rt::Arg<{ __rt::hash("ctx") }> for order_book {
        type Stored = <Context as __rt::Stores>::Stored;
    }
    const __OWNER: __rt::Owner = __rt::Owner {
        kind: "tool",
        name: "order_book",
        arguments: &[
            __rt::Argument {
                name: "title",
                is_argument: <__rt::Probe<String>>::IS_ARGUMENT,
            },
            __rt::Argument {
                name: "ctx",
                is_argument: <__rt::Probe<Context>>::IS_ARGUMENT,
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
        __rt::InGraph<{ __WALK_1.is_sound() }, order_book, (check_stock)>,
    >();
    const __WALK_2: __rt::Walk = {
        let mut walk = __WALK_1;
        <shop::confirm_backorder>::__mcp_walk(&mut walk);
        walk
    };
    const _: () = __rt::report(__WALK_2.complaint(&__WALK_1));
    const _: () = __rt::fits::check::<
        __rt::InGraph<{ __WALK_2.is_sound() }, order_book, (shop::confirm_backorder)>,
    >();
    const __RETURNS: __rt::Returns<Result<String, String>, __rt::ToolOutput> = __rt::Returns::of_tool::<
        Result<String, String>,
    >();
    const _: () = __rt::report(__WALK_2.two_channels(__RETURNS.asks_by_hand));
    fn __body<'a>(
        mut __input: __rt::Input<'a>,
    ) -> __rt::BoxFuture<'a, __rt::Result<__rt::Step<__rt::ToolOutput>>> {
        __rt::Box::pin(async move {
            let title = <__rt::Probe<String>>::take(&mut __input, 0);
            let ctx = <__rt::Probe<Context>>::take(&mut __input, 1);
            let stock = __input
                .resolved(<check_stock>::__mcp_value().inner().value(), 0)
                .inject::<Stock>("stock")?;
            let backorder = __rt::core::clone::Clone::clone(
                __input
                    .resolved(
                        <shop::confirm_backorder>::__mcp_value().inner().value(),
                        1,
                    )
                    .inject::<Backorder>("backorder")?,
            );
            (__RETURNS.convert)(order_book(title, &ctx, stock, backorder).await)
        })
    }
    static __DEF: __rt::ToolDef = __rt::ToolDef {
        name: "order_book",
        title: __rt::None,
        description: __rt::Some("Order a book from the shop."),
        annotations: __rt::ToolAnnotations::NONE,
        icons: &[],
        meta: __rt::None,
        output_schema: __RETURNS.output_schema,
        parameters: || __rt::Vec::from([
            __rt::Parameter {
                description: __rt::Some("Exact title of the book"),
                argument: <__rt::Probe<String>>::json(),
                state: <__rt::Probe<String>>::state(),
                ..__rt::Parameter::of("title")
            },
            __rt::Parameter {
                argument: <__rt::Probe<Context>>::json(),
                state: <__rt::Probe<Context>>::state(),
                ..__rt::Parameter::of("ctx")
            },
        ]),
        takes: &[<check_stock>::__MCP_ID, <shop::confirm_backorder>::__MCP_ID],
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
    impl __rt::Offered for order_book {
        const ITEM: &'static __rt::Item = &__ITEM;
    }
    __rt::inventory::submit! {
        & __ITEM
    }
};
