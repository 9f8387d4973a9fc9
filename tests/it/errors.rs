//! What goes wrong in an author's function, and what of it the peer sees.

use crate::support::everywhere;

everywhere! {
    async fn a_panic_ends_its_call_and_no_other(setup) {
        let client = setup.client().await;
        for tool in ["panics", "resolver_panics"] {
            let result = client.call_tool(tool, ()).await.unwrap();
            assert!(result.is_error);
            assert_eq!(result.as_text(), format!("Error executing tool {tool}"));
        }
        assert_eq!(client.call_tool("diamond", ()).await.unwrap().as_text(), "21 21 20");
    }

    async fn an_error_made_for_the_peer_is_told(setup) {
        let result = setup.client().await.call_tool("tells", ()).await.unwrap();
        assert!(result.is_error);
        assert_eq!(result.as_text(), "Error executing tool tells: sold out");
    }

    async fn any_other_error_is_hidden(setup) {
        let client = setup.client().await;
        let result = client.call_tool("hides", ()).await.unwrap();
        assert!(result.is_error);
        assert_eq!(result.as_text(), "Error executing tool hides");
        let error = client.read_resource("house://broken").await.unwrap_err();
        assert_eq!(error.code(), Some(-32603));
        assert!(!error.to_string().contains("secret"), "{error}");
    }

    async fn an_author_may_answer_with_an_error_of_the_protocol(setup) {
        let error = setup.client().await.call_tool("chooses_a_code", ()).await.unwrap_err();
        assert_eq!(error.code(), Some(4711));
        assert!(error.to_string().contains("a code of its own"), "{error}");
    }

    async fn output_that_breaks_its_schema_does_not_leave(setup) {
        let result = setup.client().await.call_tool("breaks_its_schema", ()).await.unwrap();
        assert!(result.is_error && result.structured_content.is_none());
        assert!(result.as_text().contains("amount: expected"), "{}", result.as_text());
    }
}
