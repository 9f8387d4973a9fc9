//! A golden expansion; see `src/golden.rs`.
fn search(query: &str, limit: u32, genre: String, order: Order) -> Vec<Content> {
    Vec::new()
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
struct search {}
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
    const __RETURNS: __rt::Returns<Vec<Content>, __rt::ToolOutput> = __rt::Returns::of_tool::<
        Vec<Content>,
    >();
    fn __body<'a>(
        mut __input: __rt::Input<'a>,
    ) -> __rt::BoxFuture<'a, __rt::Result<__rt::Step<__rt::ToolOutput>>> {
        __rt::Box::pin(async move {
            let query = <__rt::Probe<str>>::take(&mut __input, 0);
            let limit = <__rt::Probe<u32>>::take(&mut __input, 1);
            let genre = <__rt::Probe<String>>::take(&mut __input, 2);
            let order = <__rt::Probe<Order>>::take(&mut __input, 3);
            (__RETURNS.convert)(search(&query, limit, genre, order))
        })
    }
    static __DEF: __rt::ToolDef = __rt::ToolDef {
        name: "search.books",
        title: __rt::Some("Search"),
        description: __rt::None,
        annotations: __rt::ToolAnnotations {
            read_only_hint: __rt::Some(true),
            destructive_hint: __rt::Some(false),
            ..__rt::ToolAnnotations::NONE
        },
        icons: &["https://example.com/a.png", "https://example.com/b.png"],
        meta: __rt::Some("{}"),
        output_schema: __RETURNS.output_schema,
        parameters: || __rt::Vec::from([
            __rt::Parameter {
                name: "q",
                constraints: __rt::Constraints {
                    min_length: __rt::Some(1usize),
                    max_length: __rt::Some(80usize),
                    pattern: __rt::Some("^[a-z]+$"),
                    ..__rt::Constraints::NONE
                },
                argument: <__rt::Probe<str>>::json(),
                state: <__rt::Probe<str>>::state(),
                ..__rt::Parameter::of("query")
            },
            __rt::Parameter {
                description: __rt::Some("How many at most."),
                constraints: __rt::Constraints {
                    minimum: __rt::Some(__rt::Number::Int(1)),
                    maximum: __rt::Some(__rt::Number::Int(100)),
                    ..__rt::Constraints::NONE
                },
                default: __rt::Some(|| {
                    let default: <u32 as __rt::Stores>::Stored = 10;
                    __rt::boxed(default)
                }),
                default_json: __rt::Some("10"),
                argument: <__rt::Probe<u32>>::json(),
                state: <__rt::Probe<u32>>::state(),
                ..__rt::Parameter::of("limit")
            },
            __rt::Parameter {
                default: __rt::Some(|| {
                    let default: <String as __rt::Stores>::Stored = __rt::core::convert::From::from(
                        "any",
                    );
                    __rt::boxed(default)
                }),
                default_json: __rt::Some("\"any\""),
                argument: <__rt::Probe<String>>::json(),
                state: <__rt::Probe<String>>::state(),
                ..__rt::Parameter::of("genre")
            },
            __rt::Parameter {
                default: __rt::Some(|| {
                    let default: <Order as __rt::Stores>::Stored = Order::ByTitle;
                    __rt::boxed(default)
                }),
                argument: <__rt::Probe<Order>>::json(),
                state: <__rt::Probe<Order>>::state(),
                ..__rt::Parameter::of("order")
            },
        ]),
        takes: &[],
        walk: &__rt::NO_WALK,
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
    impl __rt::Offered for search {
        const ITEM: &'static __rt::Item = &__ITEM;
    }
    __rt::inventory::submit! {
        & __ITEM
    }
};
