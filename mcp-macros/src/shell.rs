//! What stands around every expansion: the type beside the author's function, and the block that
//! hides everything else. Both allow lints that an author may deny and that are not about the
//! author's code.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Ident, Visibility};

use crate::krate::Krate;

/// The type that stands for a function in the type namespace.
pub fn companion(vis: &Visibility, ident: &Ident) -> TokenStream {
    quote! {
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
        #vis struct #ident {}
    }
}

/// A block whose names nobody else sees.
pub fn block(krate: &Krate, content: impl ToTokens) -> TokenStream {
    let import = krate.import();
    quote! {
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
            #import
            use __rt::{Fallback as _, NoResolver as _};
            #content
        };
    }
}
