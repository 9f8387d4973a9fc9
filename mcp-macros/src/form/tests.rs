//! Golden expansions of forms.

use quote::quote;

use crate::form::expand;
use crate::golden;

#[test]
fn a_struct() {
    let item = quote! {
        struct Order {
            /// Order anyway and wait?
            confirm: bool,
            #[field(title = "How large", name = "book_size", default = Size::Large)]
            size: Size,
            #[field(range(1..=10), default = 1)]
            copies: u32,
            #[field(length(3..80), format = "email")]
            shipping_address: Option<String>,
        }
    };
    golden::check("form_struct", expand(item));
}

#[test]
fn an_enum() {
    let item = quote! {
        enum Size {
            #[choice(name = "s", title = "Fits a pocket")]
            Small,
            Large,
        }
    };
    golden::check("form_enum", expand(item));
}

#[test]
fn after_an_error() {
    golden::check(
        "form_after_an_error",
        expand(quote!(
            struct Order(bool, String);
        )),
    );
}

#[test]
fn finds_the_runtime_elsewhere() {
    let item = quote! {
        #[form(crate = framework)]
        struct Order {
            #[field(default = true, length(1..))]
            confirm: bool,
        }
    };
    golden::check_never_names("mcp", expand(item));
}
