//! Golden expansions of tools.

use quote::quote;

use crate::golden;
use crate::tool::expand;

#[test]
fn without_parameters() {
    let item = quote! {
        /// Answers.
        fn ping() {}
    };
    golden::check("tool_without_parameters", expand(quote!(), item));
}

#[test]
fn with_resolvers() {
    let item = quote! {
        /// Order a book from the shop.
        #[must_use]
        pub async fn order_book(
            /// Exact title of the book
            title: String,
            ctx: &Context,
            #[resolve(check_stock)] stock: &Stock,
            #[resolve(shop::confirm_backorder)] backorder: Backorder,
        ) -> Result<String, String> {
            Ok(title)
        }
    };
    golden::check("tool_with_resolvers", expand(quote!(), item));
}

#[test]
fn with_options() {
    let args = quote! {
        name = "search.books",
        title = "Search",
        annotations(read_only, destructive = false),
        icons = ["https://example.com/a.png", "https://example.com/b.png"],
        meta = "{}",
    };
    let item = quote! {
        fn search(
            #[arg(name = "q", length(1..=80), pattern = "^[a-z]+$")] query: &str,
            #[arg(default = 10, range(1..=100))]
            /// How many at most.
            limit: u32,
            #[arg(default = "any")] genre: String,
            #[arg(default = Order::ByTitle)] order: Order,
        ) -> Vec<Content> {
            Vec::new()
        }
    };
    golden::check("tool_with_options", expand(args, item));
}

#[test]
fn on_the_blocking_pool() {
    let item = quote! {
        fn count(title: &str, #[resolve(check_stock)] stock: &Stock, #[resolve(pages)] pages: u32) -> u32 {
            pages
        }
    };
    golden::check("tool_on_the_blocking_pool", expand(quote!(blocking), item));
}

#[test]
fn after_an_error() {
    let item = quote! {
        fn count(#[resolve(pages)] pages: u32, &mut [a, b]: &mut [u32; 2]) -> u32 {
            pages
        }
    };
    golden::check("tool_after_an_error", expand(quote!(titel = ".."), item));
}

#[test]
fn finds_the_runtime_elsewhere() {
    let item = quote! {
        fn count(title: &str, #[resolve(pages)] pages: u32) -> u32 {
            pages
        }
    };
    golden::check_never_names("mcp", expand(quote!(crate = crate::framework), item));
}
