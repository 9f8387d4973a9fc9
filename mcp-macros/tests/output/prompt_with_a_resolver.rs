//! A golden expansion; see `src/golden.rs`.
/// Briefs an audience.
async fn briefing(audience: &str, roots: &ListRootsResult) -> Vec<PromptMessage> {
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
struct briefing {}
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
    impl __rt::Arg<{ __rt::hash("audience") }> for briefing {
        type Stored = <str as __rt::Stores>::Stored;
    }
    const __OWNER: __rt::Owner = __rt::Owner {
        kind: "prompt",
        name: "briefing",
        arguments: &[
            __rt::Argument {
                name: "audience",
                is_argument: <__rt::Probe<str>>::IS_ARGUMENT,
            },
        ],
    };
    const __WALK_0: __rt::Walk = __rt::Walk::of(__OWNER);
    const __WALK_1: __rt::Walk = {
        let mut walk = __WALK_0;
        <shop::roots>::__mcp_walk(&mut walk);
        walk
    };
    const _: () = __rt::report(__WALK_1.complaint(&__WALK_0));
    const _: () = __rt::fits::check::<
        __rt::InGraph<{ __WALK_1.is_sound() }, briefing, (shop::roots)>,
    >();
    const __RETURNS: __rt::Returns<Vec<PromptMessage>, __rt::Vec<__rt::PromptMessage>> = __rt::Returns::of_prompt::<
        Vec<PromptMessage>,
    >();
    const _: () = __rt::report(__WALK_1.two_channels(__RETURNS.asks_by_hand));
    fn __body<'a>(
        mut __input: __rt::Input<'a>,
    ) -> __rt::BoxFuture<'a, __rt::Result<__rt::Step<__rt::Vec<__rt::PromptMessage>>>> {
        __rt::Box::pin(async move {
            let audience = <__rt::Probe<str>>::take(&mut __input, 0);
            let roots = __input
                .resolved(<shop::roots>::__mcp_value().inner().value(), 0)
                .inject::<ListRootsResult>("roots")?;
            (__RETURNS.convert)(briefing(&audience, roots).await)
        })
    }
    static __DEF: __rt::PromptDef = __rt::PromptDef {
        name: "briefing",
        title: __rt::Some("Briefing"),
        description: __rt::Some("Briefs an audience."),
        parameters: || __rt::Vec::from([
            __rt::Parameter {
                name: "for",
                description: __rt::Some("Who listens"),
                default: __rt::Some(|| {
                    let default: <str as __rt::Stores>::Stored = __rt::core::convert::From::from(
                        "all",
                    );
                    __rt::boxed(default)
                }),
                default_json: __rt::Some("\"all\""),
                argument: <__rt::Probe<str>>::text(),
                state: <__rt::Probe<str>>::state(),
                ..__rt::Parameter::of("audience")
            },
        ]),
        takes: &[<shop::roots>::__MCP_ID],
        walk: &__WALK_1,
        body: __body,
    };
    static __ITEM: __rt::Item = __rt::Item {
        kind: __rt::Kind::Prompt(&__DEF),
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
    impl __rt::Offered for briefing {
        const ITEM: &'static __rt::Item = &__ITEM;
    }
    __rt::inventory::submit! {
        & __ITEM
    }
};
