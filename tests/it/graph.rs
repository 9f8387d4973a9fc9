//! Graphs that only compute.

use serde_json::json;

use crate::support::{Over, everywhere};

everywhere! {
    async fn a_resolver_runs_once_however_many_take_it(setup) {
        let client = setup.client().await;
        let result = client.call_tool("diamond", ()).await.unwrap();
        assert_eq!(result.as_text(), "21 21 20");
        assert_eq!(setup.journal(&client).await, ["base"]);
    }

    async fn independent_resolvers_run_at_the_same_time(setup) {
        // Each waits for the other: one after the other would never end.
        let result = setup.client().await.call_tool("meet", ()).await.unwrap();
        assert_eq!(result.as_text(), "first and second");
    }

    async fn the_first_error_in_the_order_of_the_graph_is_reported(setup) {
        let result = setup.client().await.call_tool("fails_in_order", ()).await.unwrap();
        assert!(result.is_error);
        assert_eq!(result.as_text(), "Error executing tool fails_in_order: the first one failed");
    }

    async fn an_error_does_not_wait_for_what_stands_behind_it(setup) {
        let result = setup.client().await.call_tool("fails_at_last", ()).await.unwrap();
        assert_eq!(result.as_text(), "Error executing tool fails_at_last: the second one failed");
    }

    async fn a_blocking_tool_gets_its_parameters_too(setup) {
        let result = setup.client().await.call_tool("blocks", json!({ "text": "a" })).await.unwrap();
        let version = if setup.modern { "2026-07-28" } else { "2025-11-25" };
        assert_eq!(result.as_text(), format!("a 20 {version}"));
    }

    async fn the_context_knows_who_asks_and_states_are_injected(setup) {
        let client = setup.builder().await.client_info("tester", "1.0").open().await.unwrap();
        let version = if setup.modern { "2026-07-28" } else { "2025-11-25" };
        let has_headers = setup.over == Over::Http;
        let result = client.call_tool("who", ()).await.unwrap();
        assert_eq!(result.as_text(), format!("hello {version} tester {has_headers}"));
    }

    async fn progress_arrives_in_order_and_never_stands_still(setup) {
        let heard = std::sync::Mutex::new(Vec::new());
        let client = setup.client().await;
        let result = client
            .call_tool_with("counts", ())
            .on_progress(|progress| heard.lock().unwrap().push((progress.progress, progress.total)))
            .await
            .unwrap();
        assert_eq!(result.as_text(), "counted");
        assert_eq!(*heard.lock().unwrap(), [(1.0, Some(3.0)), (2.0, Some(3.0)), (3.0, Some(3.0))]);
    }

    async fn a_tool_reads_the_servers_own_resources(setup) {
        let (client, asked) = setup.accepting(json!({ "confirm": true })).await;
        let read = async |uri| client.call_tool("reads", json!({ "uri": uri })).await;
        assert_eq!(read("house://rules").await.unwrap().as_text(), "# Be kind");
        assert_eq!(read("house://nowhere").await.unwrap_err().code(), Some(-32602));
        let asks = read("file:///a").await.unwrap();
        assert!(asks.is_error && asks.as_text().contains("asks a question"), "{}", asks.as_text());
        assert!(asked.messages().is_empty());
    }

    async fn dropping_a_call_drops_its_function(setup) {
        let client = setup.client().await;
        {
            let hanging = client.call_tool("hangs", ());
            let seen = client.call_tool("journal_with", json!({ "line": "hanging" }));
            tokio::select! {
                _ = hanging => panic!("it hangs"),
                seen = seen => assert_eq!(seen.unwrap().as_text(), "hanging"),
            }
        }
        let result = client.call_tool("journal_with", json!({ "line": "dropped" })).await.unwrap();
        assert_eq!(result.as_text(), "hanging,dropped");
    }
}
