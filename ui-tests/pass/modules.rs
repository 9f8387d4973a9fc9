//! Items in modules, behind `use`, in functions and out of macros.

mod shop {
    pub mod stock {
        #[mcp::resolver]
        pub fn check(title: &str) -> usize {
            title.len()
        }
    }

    #[mcp::resolver]
    pub(crate) async fn estimate(#[resolve(stock::check)] copies: &usize) -> u32 {
        u32::try_from(*copies).unwrap_or(0)
    }

    pub(super) mod inner {
        use super::stock::check as count;

        #[mcp::tool]
        pub(crate) fn order(
            title: String,
            #[resolve(count)] copies: usize,
            #[resolve(super::estimate)] weeks: u32,
        ) -> String {
            format!("{title} {copies} {weeks}")
        }
    }
}

use shop::inner::order;
use shop::{estimate, stock::check};

#[mcp::tool(name = "order.again")]
fn order_again(title: &str, #[resolve(estimate)] weeks: &u32, #[resolve(check)] _copies: usize) -> String {
    format!("{title} {weeks}")
}

macro_rules! greeting {
    ($name:ident, $($text:literal),+) => {
        #[mcp::tool]
        fn $name(#[arg(default = "you")] name: String, #[resolve(check)] length: usize, title: String) -> String {
            format!(concat!($($text),+, "{} {} {}"), name, length, title)
        }
    };
}
greeting!(hello, "Hello ");
greeting!(r#final, "Good", "bye ");

fn main() {
    #[mcp::resolver]
    fn local() -> u32 {
        7
    }

    #[mcp::tool]
    fn nested(#[resolve(local)] count: u32, r#type: String) -> String {
        format!("{count} {}", r#type)
    }

    let _ = mcp::items![order, order_again, hello, r#final, nested];
    assert_eq!(nested(1, "a".into()), "1 a");
}
