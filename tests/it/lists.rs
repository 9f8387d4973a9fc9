//! What a server says it offers.

use serde_json::json;

use crate::support::everywhere;

everywhere! {
    async fn a_resolved_parameter_is_in_no_schema(setup) {
        let tools = setup.client().await.list_tools().await.unwrap();
        let order = tools.iter().find(|tool| tool.name == "order").unwrap();
        assert_eq!(
            order.input_schema,
            json!({ "type": "object", "properties": { "title": { "type": "string" } }, "required": ["title"] })
        );
        let nothing = tools.iter().find(|tool| tool.name == "takes_nothing").unwrap();
        assert_eq!(nothing.input_schema, json!({ "type": "object", "additionalProperties": false }));
    }

    async fn declared_limits_and_descriptions_are_in_the_schema(setup) {
        let tools = setup.client().await.list_tools().await.unwrap();
        let takes = tools.iter().find(|tool| tool.name == "takes").unwrap();
        assert_eq!(takes.description.as_deref(), Some("Takes arguments of every kind."));
        let properties = &takes.input_schema["properties"];
        assert_eq!(
            properties["name"],
            json!({ "type": "string", "description": "A short name", "minLength": 2, "maxLength": 5, "pattern": "^[a-z]+$" })
        );
        assert_eq!(properties["count"], json!({ "type": "integer", "minimum": 1, "maximum": 10, "default": 3 }));
        assert_eq!(properties["address"]["type"], "object");
        assert_eq!(takes.input_schema["required"], json!(["name", "type", "tags"]));
    }

    async fn tools_stand_in_the_order_of_their_names(setup) {
        let tools = setup.client().await.list_tools().await.unwrap();
        assert!(tools.is_sorted_by(|left, right| left.name < right.name));
    }

    async fn structured_output_has_a_schema_that_the_era_allows(setup) {
        let client = setup.client().await;
        let tools = client.list_tools().await.unwrap();
        let schema = |name: &str| tools.iter().find(|tool| tool.name == name).unwrap().output_schema.clone();
        assert_eq!(schema("price").unwrap()["type"], "object");
        // A list is no structured output before 2026-07-28.
        assert_eq!(schema("journal").is_some(), setup.modern);
        assert_eq!(schema("order"), None);
        let price = client.call_tool("price", ()).await.unwrap();
        assert_eq!(price.structured_content, Some(json!({ "amount": 5, "currency": "EUR" })));
        assert_eq!(price.as_text(), r#"{"amount":5,"currency":"EUR"}"#);
        let journal = client.call_tool("journal", ()).await.unwrap();
        assert_eq!(journal.structured_content, setup.modern.then(|| json!([])));
        assert_eq!(journal.as_text(), "[]");
    }

    async fn the_server_says_who_it_is_and_what_it_offers(setup) {
        // A pinned client asks nothing, so that a probing one is used for the modern era.
        let mode = if setup.modern { mcp::Mode::Auto } else { mcp::Mode::Legacy };
        let client = setup.builder().await.mode(mode).open().await.unwrap();
        let info = client.server_info().unwrap();
        assert_eq!((info.name.as_str(), info.version.as_str()), ("Fixture", "0.3.0"));
        let offered = client.server_capabilities();
        assert!(offered.tools.is_some() && offered.prompts.is_some() && offered.resources.is_some());
        assert_eq!(client.protocol_version().is_modern(), setup.modern);
    }
}
