//! Every macro finds the runtime under another path.

mod framework {
    pub use mcp::*;
}

#[derive(Clone, framework::Form)]
#[form(crate = crate::framework)]
struct Yes {
    yes: bool,
}

#[framework::resolver(crate = crate::framework)]
fn confirm() -> framework::Elicit<Yes> {
    framework::Elicit::ask("Really?")
}

#[framework::tool(crate = crate::framework)]
fn order(#[resolve(confirm)] sure: Yes) -> bool {
    sure.yes
}

#[framework::prompt(crate = crate::framework)]
fn briefing(audience: String) -> String {
    audience
}

#[framework::resource("book://{title}", crate = framework)]
fn card(title: String) -> String {
    title
}

fn main() {
    let _ = framework::items![order, briefing, card];
}
