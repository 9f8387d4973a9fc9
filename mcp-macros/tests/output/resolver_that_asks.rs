//! A golden expansion; see `src/golden.rs`.
fn confirm(title: String, stock: &Stock) -> Result<Elicit<Backorder>, String> {
    Ok(Elicit::ask(title))
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
struct confirm {}
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
        id: <confirm>::__MCP_ID,
        name: "confirm",
        key: "backorder",
        asks: <__rt::Probe<Result<Elicit<Backorder>, String>>>::ASKS,
        takes: &[<check_stock>::__MCP_ID],
        needs: &[
            __rt::Need {
                name: "title",
                is_argument: <__rt::Probe<String>>::IS_ARGUMENT,
            },
        ],
        remember: __rt::None,
        states: || __rt::states([<__rt::Probe<String>>::state()]),
        run: __run,
    };
    fn __run<'a>(
        __frame: __rt::Frame<'a>,
    ) -> __rt::BoxFuture<'a, __rt::Result<__rt::Settled>> {
        __rt::Box::pin(async move {
            let title = __rt::core::clone::Clone::clone(
                <__rt::Probe<String>>::borrow(__frame, 0),
            );
            let stock = __frame
                .resolved(<check_stock>::__mcp_value().inner().value(), 0)
                .inject::<Stock>("stock")?;
            <confirm as __rt::Resolver>::settle(confirm(title, stock))
        })
    }
    #[automatically_derived]
    impl __rt::Resolver for confirm {
        type Ret = Result<Elicit<Backorder>, String>;
        const NODE: &'static __rt::Node = &__NODE;
        fn settle(
            ret: Result<Elicit<Backorder>, String>,
        ) -> __rt::Result<__rt::Settled> {
            let (probe, value) = <__rt::Probe<Result<Elicit<Backorder>, String>>>::NEW
                .open(ret)?;
            __rt::Ok(probe.settle()(value))
        }
    }
    impl confirm {
        #[doc(hidden)]
        pub const __MCP_ID: &'static __rt::str = __rt::core::concat!(
            __rt::core::module_path!(), "::confirm@", __rt::core::file!(), ":",
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
        pub const fn __mcp_value() -> __rt::Probe<Result<Elicit<Backorder>, String>> {
            __rt::Probe::NEW
        }
    }
    #[automatically_derived]
    impl<__C> __rt::FitsIn<__C> for confirm
    where
        __rt::ByName<
            { <__rt::Probe<String>>::IS_ARGUMENT },
            { __rt::hash("title") },
            confirm,
            String,
        >: __rt::FilledBy<__C>,
        check_stock: __rt::FitsIn<__C>,
    {}
    const _: () = {
        let mut walk = __rt::Walk::from(&__NODE);
        <check_stock>::__mcp_walk(&mut walk);
        __rt::report(walk.cycle());
    };
};
