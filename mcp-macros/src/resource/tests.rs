//! Golden expansions of resources.

use quote::quote;

use crate::golden;
use crate::resource::expand;

#[test]
fn a_template() {
    let args = quote!("book://{title}/{?edition}", mime_type = "text/plain");
    let item = quote! {
        /// A book's card.
        fn card(title: &str, edition: Option<u32>, #[resolve(check_stock)] stock: &Stock) -> Option<String> {
            None
        }
    };
    golden::check("resource_template", expand(args, item));
}

#[test]
fn without_variables() {
    let item = quote!(
        async fn books() -> String {
            String::new()
        }
    );
    golden::check("resource_without_variables", expand(quote!("book://all"), item));
}

#[test]
fn every_variable_is_looked_for() {
    let item = quote!(
        fn card(b: String) {}
    );
    let errors = expand(quote!("x://{a}/{+b}/{?c,d*}"), item).to_string();
    for variable in ["a", "c", "d"] {
        assert!(
            errors.contains(&format!("variable `{variable}` of the template is no parameter")),
            "{errors}"
        );
    }
    assert!(!errors.contains("variable `b`"));
}

#[test]
fn finds_the_runtime_elsewhere() {
    let item = quote!(
        fn card(title: String) -> String {
            title
        }
    );
    golden::check_never_names("mcp", expand(quote!("book://{title}", crate = framework), item));
}
