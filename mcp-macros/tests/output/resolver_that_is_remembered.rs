//! A golden expansion; see `src/golden.rs`.
fn count(title: &str, stock: &Stock) -> u64 {
    0
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
    const __NODE: __rt::Node = __rt::Node {
        id: <count>::__MCP_ID,
        name: "count",
        key: "count",
        asks: <__rt::Probe<u64>>::ASKS,
        takes: &[<check_stock>::__MCP_ID],
        needs: &[
            __rt::Need {
                name: "title",
                is_argument: <__rt::Probe<str>>::IS_ARGUMENT,
            },
        ],
        remember: __rt::Some(|| <__rt::Probe<u64>>::NEW.inner().remember()),
        states: || __rt::states([<__rt::Probe<str>>::state()]),
        run: __run,
    };
    fn __run<'a>(
        __frame: __rt::Frame<'a>,
    ) -> __rt::BoxFuture<'a, __rt::Result<__rt::Settled>> {
        __rt::Box::pin(async move {
            let title = __rt::std::borrow::ToOwned::to_owned(
                <__rt::Probe<str>>::borrow(__frame, 0),
            );
            let stock = __rt::std::borrow::ToOwned::to_owned(
                __frame
                    .resolved(<check_stock>::__mcp_value().inner().value(), 0)
                    .inject::<Stock>("stock")?,
            );
            <count as __rt::Resolver>::settle(
                __rt::blocking(move || count(&title, &stock)).await?,
            )
        })
    }
    #[automatically_derived]
    impl __rt::Resolver for count {
        type Ret = u64;
        const NODE: &'static __rt::Node = &__NODE;
        fn settle(ret: u64) -> __rt::Result<__rt::Settled> {
            let (probe, value) = <__rt::Probe<u64>>::NEW.open(ret)?;
            __rt::Ok(probe.settle()(value))
        }
    }
    impl count {
        #[doc(hidden)]
        pub const __MCP_ID: &'static __rt::str = __rt::core::concat!(
            __rt::core::module_path!(), "::count@", __rt::core::file!(), ":",
            __rt::core::line!(), ":", __rt::core::column!()
        );
        #[doc(hidden)]
        pub const fn __mcp_walk(walk: &mut __rt::Walk) {
            if walk.enter(&__NODE) {
                <check_stock>::__mcp_walk(walk);
                walk.leave();
            }
        }
        #[doc(hidden)]
        pub const fn __mcp_value() -> __rt::Probe<u64> {
            __rt::Probe::NEW
        }
    }
    #[automatically_derived]
    impl<__C> __rt::FitsIn<__C> for count
    where
        __rt::ByName<
            { <__rt::Probe<str>>::IS_ARGUMENT },
            { __rt::hash("title") },
            count,
            str,
        >: __rt::FilledBy<__C>,
        check_stock: __rt::FitsIn<__C>,
    {}
    const _: () = {
        let mut walk = __rt::Walk::from(&__NODE);
        <check_stock>::__mcp_walk(&mut walk);
        __rt::report(walk.cycle());
    };
};
