//! Golden expansions of resolvers.

use quote::quote;

use crate::golden;
use crate::resolver::expand;

#[test]
fn that_computes() {
    let item = quote! {
        pub async fn check_stock(title: &str, ctx: Context) -> Stock {
            Stock::of(title)
        }
    };
    golden::check("resolver_that_computes", expand(quote!(), item));
}

#[test]
fn that_asks() {
    let item = quote! {
        fn confirm(title: String, #[resolve(check_stock)] stock: &Stock) -> Result<Elicit<Backorder>, String> {
            Ok(Elicit::ask(title))
        }
    };
    golden::check("resolver_that_asks", expand(quote!(key = "backorder"), item));
}

#[test]
fn that_is_remembered() {
    let item = quote! {
        fn count(title: &str, #[resolve(check_stock)] stock: &Stock) -> u64 {
            0
        }
    };
    golden::check("resolver_that_is_remembered", expand(quote!(remember, blocking), item));
}

#[test]
fn after_an_error() {
    let item = quote!(
        fn count<T>(title: &T) -> &'_ str {
            ""
        }
    );
    golden::check("resolver_after_an_error", expand(quote!(), item));
}

#[test]
fn finds_the_runtime_elsewhere() {
    let item = quote!(
        fn count(title: &str, #[resolve(pages)] pages: u32) -> u32 {
            pages
        }
    );
    golden::check_never_names("mcp", expand(quote!(crate = framework, remember), item));
}
