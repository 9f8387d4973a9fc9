//! A golden expansion; see `src/golden.rs`.
pub async fn check_stock(title: &str, ctx: Context) -> Stock {
    Stock::of(title)
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
pub struct check_stock {}
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
    const __NODE: __rt::Node = __rt::Node {
        id: <check_stock>::__MCP_ID,
        name: "check_stock",
        key: "check_stock",
        asks: <__rt::Probe<Stock>>::ASKS,
        takes: &[],
        needs: &[
            __rt::Need {
                name: "title",
                is_argument: <__rt::Probe<str>>::IS_ARGUMENT,
            },
            __rt::Need {
                name: "ctx",
                is_argument: <__rt::Probe<Context>>::IS_ARGUMENT,
            },
        ],
        remember: __rt::None,
        states: || __rt::states([
            <__rt::Probe<str>>::state(),
            <__rt::Probe<Context>>::state(),
        ]),
        run: __run,
    };
    fn __run<'a>(
        __frame: __rt::Frame<'a>,
    ) -> __rt::BoxFuture<'a, __rt::Result<__rt::Settled>> {
        __rt::Box::pin(async move {
            let title = <__rt::Probe<str>>::borrow(__frame, 0);
            let ctx = __rt::core::clone::Clone::clone(
                <__rt::Probe<Context>>::borrow(__frame, 1),
            );
            <check_stock as __rt::Resolver>::settle(check_stock(title, ctx).await)
        })
    }
    #[automatically_derived]
    impl __rt::Resolver for check_stock {
        type Ret = Stock;
        const NODE: &'static __rt::Node = &__NODE;
        fn settle(ret: Stock) -> __rt::Result<__rt::Settled> {
            let (probe, value) = <__rt::Probe<Stock>>::NEW.open(ret)?;
            __rt::Ok(probe.settle()(value))
        }
    }
    impl check_stock {
        #[doc(hidden)]
        pub const __MCP_ID: &'static __rt::str = __rt::core::concat!(
            __rt::core::module_path!(), "::check_stock@", __rt::core::file!(), ":",
            __rt::core::line!(), ":", __rt::core::column!()
        );
        #[doc(hidden)]
        pub const fn __mcp_walk(walk: &mut __rt::Walk) {
            if walk.enter(&__NODE) {
                walk.leave();
            }
        }
        #[doc(hidden)]
        pub const fn __mcp_value() -> __rt::Probe<Stock> {
            __rt::Probe::NEW
        }
    }
    #[automatically_derived]
    impl<__C> __rt::FitsIn<__C> for check_stock
    where
        __rt::ByName<
            { <__rt::Probe<str>>::IS_ARGUMENT },
            { __rt::hash("title") },
            check_stock,
            str,
        >: __rt::FilledBy<__C>,
        __rt::ByName<
            { <__rt::Probe<Context>>::IS_ARGUMENT },
            { __rt::hash("ctx") },
            check_stock,
            Context,
        >: __rt::FilledBy<__C>,
    {}
};
