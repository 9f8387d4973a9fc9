//! Golden expansions of prompts.

use quote::quote;

use crate::golden;
use crate::prompt::expand;

#[test]
fn with_a_resolver() {
    let item = quote! {
        /// Briefs an audience.
        async fn briefing(
            /// Who listens
            #[arg(default = "all", name = "for")]
            audience: &str,
            #[resolve(shop::roots)] roots: &ListRootsResult,
        ) -> Vec<PromptMessage> {
            Vec::new()
        }
    };
    golden::check("prompt_with_a_resolver", expand(quote!(title = "Briefing"), item));
}

#[test]
fn finds_the_runtime_elsewhere() {
    let item = quote!(
        fn briefing(audience: String) -> String {
            audience
        }
    );
    golden::check_never_names("mcp", expand(quote!(crate = framework), item));
}
