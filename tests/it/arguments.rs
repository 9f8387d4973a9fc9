//! Arguments: read once, checked against everything their schema says, all errors at once.

use serde_json::{Value, json};

use crate::support::everywhere;

everywhere! {
    async fn arguments_of_every_kind_are_read(setup) {
        let client = setup.client().await;
        let take = async |arguments: Value| client.call_tool("takes", arguments).await.unwrap();
        let all = json!({
            "name": "abc", "count": 7, "address": { "street": "Elm", "number": 3 }, "type": "x", "tags": ["a", "b"],
            "unknown": true,
        });
        assert_eq!(take(all).await.as_text(), "abc 7 Elm 3 x a+b");
        let few = json!({ "name": "ab", "address": null, "type": "x", "tags": [] });
        assert_eq!(take(few).await.as_text(), "ab 3 nowhere x ");
        let lenient = json!({ "name": "ab", "count": 4.0, "type": "x", "tags": [] });
        assert_eq!(take(lenient).await.as_text(), "ab 4 nowhere x ");
        assert_eq!(client.call_tool("takes_nothing", ()).await.unwrap().as_text(), "");
    }

    async fn all_that_is_wrong_is_said_at_once_by_path_and_never_by_value(setup) {
        let client = setup.client().await;
        let wrong = json!({
            "name": "SECRET", "count": 77, "address": { "street": 5, "number": 0 }, "tags": ["a", 6],
        });
        let result = client.call_tool("takes", wrong).await.unwrap();
        assert!(result.is_error);
        let text = result.as_text();
        assert!(text.starts_with("Error executing tool takes: invalid arguments"), "{text}");
        for path in ["name:", "count:", "address.street:", "address.number:", "type:", "tags[1]:"] {
            assert!(text.contains(&format!("\n{path} expected ")), "{path} is missing in {text}");
        }
        assert!(!text.contains("SECRET") && !text.contains("77"), "{text}");
        assert!(setup.journal(&client).await.is_empty());
    }

    async fn missing_arguments_are_named(setup) {
        let result = setup.client().await.call_tool("takes", ()).await.unwrap();
        let text = result.as_text();
        for name in ["name", "type", "tags"] {
            assert!(text.contains(&format!("\n{name}: expected ")), "{text}");
        }
        assert!(result.is_error && !text.contains("\ncount:"), "{text}");
    }
}
