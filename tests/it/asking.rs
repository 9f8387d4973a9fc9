//! Questions: asked once each, answered in every way, in as many rounds as it takes.

use mcp::{CreateMessageResult, ElicitAction, ListRootsResult, Root};
use serde_json::json;

use crate::support::everywhere;

everywhere! {
    async fn nothing_is_asked_when_the_answer_is_known(setup) {
        let (client, asked) = setup.accepting(json!({ "confirm": true })).await;
        let result = client.call_tool("order", json!({ "title": "Dune" })).await.unwrap();
        assert_eq!(result.as_text(), "Ordered Dune");
        assert!(asked.messages().is_empty());
        assert_eq!(setup.journal(&client).await, ["stock", "backorder", "order"]);
    }

    async fn an_accepted_answer_is_injected_and_the_body_runs_once(setup) {
        for (confirm, text) in [(true, "Backordered Emma"), (false, "No order")] {
            let (client, asked) = setup.accepting(json!({ "confirm": confirm })).await;
            let result = client.call_tool("order", json!({ "title": "Emma" })).await.unwrap();
            assert_eq!((result.as_text().as_str(), result.is_error), (text, false));
            assert_eq!(asked.messages(), ["'Emma' is out of stock. Order anyway?"]);
            // Resolvers run in each of the two rounds, the body in the last.
            assert_eq!(setup.journal(&client).await, ["stock", "backorder", "stock", "backorder", "order"]);
        }
    }

    async fn a_declined_question_ends_the_call_of_who_wants_the_answer(setup) {
        for action in [ElicitAction::Decline, ElicitAction::Cancel] {
            let (client, _) = setup.answering(action, None).await;
            let result = client.call_tool("order", json!({ "title": "Emma" })).await.unwrap();
            assert!(result.is_error);
            assert_eq!(
                result.as_text(),
                format!(
                    "Error executing tool order: Resolver for parameter 'backorder' could not resolve: \
                     elicitation was {}",
                    action.as_str()
                )
            );
        }
    }

    async fn a_consumer_of_the_outcome_branches_by_itself(setup) {
        for (action, text) in [(ElicitAction::Decline, "Emma: declined"), (ElicitAction::Cancel, "Emma: cancelled")] {
            let (client, _) = setup.answering(action, None).await;
            let result = client.call_tool("outcome", json!({ "title": "Emma" })).await.unwrap();
            assert_eq!((result.as_text().as_str(), result.is_error), (text, false));
        }
        let (client, _) = setup.accepting(json!({ "confirm": false })).await;
        let outcome = async |title| client.call_tool("outcome", json!({ "title": title })).await.unwrap().as_text();
        assert_eq!(outcome("Emma").await, "Emma: accepted false");
        assert_eq!(outcome("Dune").await, "Dune: accepted true");
    }

    async fn what_a_client_sends_for_a_resolved_parameter_changes_nothing(setup) {
        let (client, asked) = setup.accepting(json!({ "confirm": false })).await;
        let forged = json!({ "title": "Emma", "stock": 5, "backorder": { "confirm": true } });
        assert_eq!(client.call_tool("order", forged).await.unwrap().as_text(), "No order");
        assert_eq!(asked.messages().len(), 1);
    }

    async fn a_client_that_cannot_be_asked_gets_32021(setup) {
        let client = setup.client().await;
        let error = client.call_tool("order", json!({ "title": "Emma" })).await.unwrap_err();
        assert_eq!(error.code(), Some(-32021));
        let text = error.to_string();
        assert!(
            text.contains("Client did not declare the form elicitation capability required by resolver 'backorder'"),
            "{text}"
        );
        assert_eq!(error.data(), Some(&json!({ "requiredCapabilities": { "elicitation": { "form": {} } } })));
        assert_eq!(client.call_tool("order", json!({ "title": "Dune" })).await.unwrap().as_text(), "Ordered Dune");
    }

    async fn independent_questions_are_asked_in_one_round(setup) {
        let (client, asked) = setup.accepting(json!({ "confirm": true })).await;
        assert_eq!(client.call_tool("two_at_once", ()).await.unwrap().as_text(), "true true");
        let mut messages = asked.messages();
        messages.sort();
        assert_eq!(messages, ["The first?", "The second?"]);
    }

    async fn a_question_may_depend_on_an_answer(setup) {
        let (client, asked) = setup.accepting(json!({ "confirm": true })).await;
        assert_eq!(client.call_tool("one_after_the_other", ()).await.unwrap().as_text(), "true true");
        assert_eq!(asked.messages(), ["The first?", "You said true. Sure?"]);
    }

    async fn a_form_of_every_kind_of_field_is_read(setup) {
        let content = json!({ "size": "Large", "note": "soon", "extras": ["Gift", "Card"] });
        let (client, _) = setup.accepting(content).await;
        assert_eq!(client.call_tool("choose", ()).await.unwrap().as_text(), "1 large soon gift+card");
        let (client, _) = setup.accepting(json!({ "size": "Small", "count": 3.0, "extras": [], "more": 1 })).await;
        assert_eq!(client.call_tool("choose", ()).await.unwrap().as_text(), "3 small - ");
    }

    async fn an_answer_that_does_not_fit_names_the_fields_and_never_the_values(setup) {
        let (client, _) = setup.accepting(json!({ "size": "hunter2", "count": 9, "extras": [] })).await;
        let result = client.call_tool("choose", ()).await.unwrap();
        assert!(result.is_error);
        let text = result.as_text();
        assert!(text.starts_with(
            "Error executing tool choose: Resolver 'choice' received an accepted elicitation whose content does \
             not match the requested schema"
        ), "{text}");
        assert!(text.contains("size") && text.contains("count") && !text.contains("hunter2"), "{text}");
        let (client, _) = setup.answering(ElicitAction::Accept, None).await;
        let text = client.call_tool("choose", ()).await.unwrap().as_text();
        assert!(text.ends_with("Resolver 'choice' received an accepted elicitation with no content"), "{text}");
    }

    async fn a_remembered_value_is_computed_once_per_flow(setup) {
        let (client, _) = setup.accepting(json!({ "confirm": true })).await;
        assert_eq!(client.call_tool("remembers", ()).await.unwrap().as_text(), "T-1 true");
        assert_eq!(setup.journal(&client).await, ["ticket"]);
    }

    async fn a_question_that_changes_is_asked_again_once_and_then_ends_the_call(setup) {
        let (client, asked) = setup.accepting(json!({ "confirm": true })).await;
        let result = client.call_tool("never_the_same", ()).await.unwrap();
        assert!(result.is_error);
        assert!(result.as_text().contains("Resolver 'volatile' changed its question"), "{}", result.as_text());
        assert_eq!(asked.messages().len(), 2);
    }

    async fn a_recorded_answer_counts_for_its_own_question_only(setup) {
        let (client, asked) = setup.accepting(json!({ "confirm": true })).await;
        assert_eq!(client.call_tool("changes_its_mind", ()).await.unwrap().as_text(), "true true");
        assert_eq!(asked.messages(), ["The old question?", "And then?", "The new question?"]);
    }

    async fn the_model_is_asked(setup) {
        let builder = setup.builder().await.on_sampling(|params| async move {
            assert_eq!((params.max_tokens, params.system_prompt.as_deref()), (20, Some("Be brief.")));
            Ok(CreateMessageResult::text(format!("re {:?}", params.messages[0].content.as_text()), "poet"))
        });
        let result = builder.open().await.unwrap().call_tool("recite", json!({ "topic": "rain" })).await.unwrap();
        assert_eq!(result.as_text(), "rain: re Some(\"A poem about rain\")");
        let error = setup.client().await.call_tool("recite", json!({ "topic": "rain" })).await.unwrap_err();
        assert_eq!(error.data(), Some(&json!({ "requiredCapabilities": { "sampling": {} } })));
    }

    async fn the_client_is_asked_for_its_roots(setup) {
        let builder = setup.builder().await.on_roots(|| async {
            Ok(ListRootsResult { roots: vec![Root::new("file:///a"), Root::new("file:///b")] })
        });
        let result = builder.open().await.unwrap().call_tool("count_roots", ()).await.unwrap();
        assert_eq!(result.as_text(), "2");
    }

    async fn the_user_is_asked_to_open_a_page(setup) {
        let (client, asked) = setup.answering(ElicitAction::Accept, None).await;
        assert_eq!(client.call_tool("signs_in", ()).await.unwrap().as_text(), "signed in");
        assert_eq!(asked.messages(), ["Please sign in https://example.com/sign-in"]);
    }

    async fn a_function_asks_by_hand_and_keeps_its_state(setup) {
        let (client, asked) = setup.accepting(json!({ "confirm": true })).await;
        let result = client.call_tool("by_hand", ()).await.unwrap();
        assert_eq!(result.as_text(), "one was true, two was true");
        assert_eq!(asked.messages(), ["One?", "Two?"]);
        let error = setup.client().await.call_tool("by_hand", ()).await.unwrap_err();
        assert_eq!(error.code(), Some(-32021));
    }
}
