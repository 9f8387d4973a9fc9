//! What stands around every expansion: the author's item, the type beside it, and the block that
//! hides everything else.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Ident, Visibility};

use crate::krate::Krate;

/// Lints that an author may deny and that are about code which is not the author's.
fn allow() -> TokenStream {
    quote! {
        #[allow(
            nonstandard_style,
            unused,
            unused_qualifications,
            deprecated,
            missing_docs,
            missing_copy_implementations,
            missing_debug_implementations,
            private_interfaces,
            unreachable_pub,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction
        )]
    }
}

/// The type that stands for a function in the type namespace.
pub fn companion(vis: &Visibility, ident: &Ident) -> TokenStream {
    let allow = allow();
    quote! {
        #[doc(hidden)]
        #allow
        #vis struct #ident {}
    }
}

/// A block whose names nobody else sees.
pub fn block(krate: &Krate, content: impl ToTokens) -> TokenStream {
    let allow = allow();
    let import = krate.import();
    quote! {
        #allow
        const _: () = {
            #import
            use __rt::{Fallback as _, NoResolver as _};
            #content
        };
    }
}
