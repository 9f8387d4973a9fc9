//! Prompts: listed, got, asking.

use mcp::Role;
use serde_json::json;

use crate::support::everywhere;

everywhere! {
    async fn arguments_and_titles_are_listed(setup) {
        let prompts = setup.client().await.list_prompts().await.unwrap();
        let prompt = prompts.iter().find(|prompt| prompt.name == "write_about").unwrap();
        assert_eq!(prompt.title.as_deref(), Some("Write a text"));
        assert_eq!(
            json!(prompt.arguments),
            json!([
                { "name": "topic", "description": "What it is about", "required": true },
                { "name": "words", "required": false },
            ])
        );
    }

    async fn a_prompt_asks_and_its_arguments_are_read_from_strings(setup) {
        let (client, asked) = setup.accepting(json!({ "confirm": false })).await;
        let result = client.get_prompt("write_about", json!({ "topic": "bees", "words": "12" })).await.unwrap();
        assert_eq!(result.messages[0].content.as_text(), Some("Write 12 words about bees for beginners."));
        assert_eq!(result.messages[1].role, Role::Assistant);
        assert_eq!(result.description.as_deref(), Some("A text about a topic."));
        assert_eq!(asked.messages(), ["Is the text about bees for experts?"]);
    }

    async fn arguments_that_do_not_fit_are_named(setup) {
        let client = setup.client().await;
        let error = client.get_prompt("write_about", json!({ "words": "SECRET" })).await.unwrap_err();
        assert_eq!(error.code(), Some(-32602));
        let text = error.to_string();
        assert!(text.contains("topic: expected a string") && text.contains("words: expected"), "{text}");
        assert!(!text.contains("SECRET"), "{text}");
    }

    async fn errors_of_prompts_are_errors_of_the_protocol(setup) {
        let client = setup.client().await;
        let unknown = client.get_prompt("nope", ()).await.unwrap_err();
        assert_eq!(unknown.code(), Some(-32602));
        let failed = client.get_prompt("bad_prompt", ()).await.unwrap_err();
        assert_eq!(failed.code(), Some(-32603));
        assert!(failed.to_string().contains("Error rendering prompt bad_prompt: no ink"), "{failed}");
        let result = client.get_prompt("simple", ()).await.unwrap();
        assert_eq!(result.messages[0].content.as_text(), Some("Say something."));
    }
}
