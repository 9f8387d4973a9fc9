//! A golden expansion; see `src/golden.rs`.
/// Answers.
fn ping() {}
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
struct ping {}
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
    const __RETURNS: __rt::Returns<(), __rt::ToolOutput> = __rt::Returns::of_tool::<
        (),
    >();
    fn __body<'a>(
        mut __input: __rt::Input<'a>,
    ) -> __rt::BoxFuture<'a, __rt::Result<__rt::Step<__rt::ToolOutput>>> {
        __rt::Box::pin(async move { (__RETURNS.convert)(ping()) })
    }
    static __DEF: __rt::ToolDef = __rt::ToolDef {
        name: "ping",
        title: __rt::None,
        description: __rt::Some("Answers."),
        annotations: __rt::ToolAnnotations::NONE,
        icons: &[],
        meta: __rt::None,
        output_schema: __RETURNS.output_schema,
        parameters: || __rt::Vec::from([]),
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
    impl __rt::Offered for ping {
        const ITEM: &'static __rt::Item = &__ITEM;
    }
    __rt::inventory::submit! {
        & __ITEM
    }
};
