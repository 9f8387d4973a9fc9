//! Rounds of questions: how many, how they are answered, what the retry carries.

use std::future::Ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tokio::join;
use tokio::sync::Barrier;
use tokio::time::Instant;

use crate::client::tests::fake::{Fake, modern, said};
use crate::client::{Client, ClientBuilder, Continuation, Once};
use crate::error::{Error, Result};
use crate::protocol::elicitation::{ElicitParams, ElicitResult};
use crate::protocol::roots::{ListRootsResult, Root};
use crate::protocol::sampling::{CreateMessageParams, CreateMessageResult};
use crate::protocol::tools::CallToolResult;

fn form() -> Value {
    let schema = json!({"type": "object", "properties": {}});
    // Without a mode, as the specification allows for forms.
    json!({"method": "elicitation/create", "params": {"message": "Sure?", "requestedSchema": schema}})
}

fn sample() -> Value {
    json!({"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 5}})
}

fn asks(requests: Value) -> Value {
    json!({"resultType": "input_required", "inputRequests": requests})
}

fn agrees(builder: ClientBuilder) -> ClientBuilder {
    builder.on_elicitation(async |_| Ok(ElicitResult::consent()))
}

async fn call(client: &Client) -> Result<CallToolResult> {
    client.call_tool("order_book", json!({"title": "Dune"})).await
}

/// Answers each request with the next result; gives back the requests.
async fn play(server: &mut Fake, results: impl AsRef<[Value]>) -> Vec<Value> {
    let mut requests = Vec::new();
    for result in results.as_ref() {
        let request = server.receive().await;
        server.answer(&request, result.clone()).await;
        requests.push(request);
    }
    requests
}

#[tokio::test]
async fn a_retry_carries_this_rounds_answers_and_state_only() {
    let (client, mut server) = modern(agrees).await;
    let state = "v1.\u{e9}\u{1f600}\"\\/\u{2028} \u{0}";
    let results = [
        json!({"resultType": "input_required", "inputRequests": {"a": form()}, "requestState": state}),
        json!({"resultType": "input_required", "inputRequests": {"b": form()}, "requestState": null}),
        said("done"),
    ];
    let (result, requests) = join!(call(&client), play(&mut server, &results));
    assert_eq!(result.unwrap().as_text(), "done");

    let [first, second, third] = &requests[..] else { panic!("{requests:?}") };
    assert!(first["params"].get("inputResponses").is_none() && first["params"].get("requestState").is_none());
    assert_eq!(second["params"]["requestState"], state);
    assert_eq!(second["params"]["inputResponses"], json!({"a": {"action": "accept"}}));
    assert!(third["params"].get("requestState").is_none());
    assert_eq!(third["params"]["inputResponses"], json!({"b": {"action": "accept"}}));
    for retry in [second, third] {
        assert_ne!(retry["id"], first["id"]);
        assert_eq!(retry["params"]["arguments"], first["params"]["arguments"]);
        assert_eq!(retry["params"]["_meta"], first["params"]["_meta"]);
    }
}

#[tokio::test]
async fn ten_rounds_are_answered_and_an_eleventh_is_not() {
    let (client, mut server) = modern(agrees).await;
    let mut results = vec![asks(json!({"a": form()})); 10];
    results.push(said("done"));
    let (result, _) = join!(call(&client), play(&mut server, &results));
    assert_eq!(result.unwrap().as_text(), "done");

    results[10] = asks(json!({"a": form()}));
    let (result, _) = join!(call(&client), play(&mut server, &results));
    let text = result.unwrap_err().to_string();
    assert!(text.starts_with("the server asked for input in more than 10 rounds of one call"), "{text}");
    client.close().await;
    server.expect_end().await;
}

#[tokio::test]
async fn the_number_of_rounds_can_be_set() {
    let (client, mut server) = modern(|builder| agrees(builder).max_rounds(0)).await;
    let (result, _) = join!(call(&client), play(&mut server, [asks(json!({"a": form()}))]));
    assert!(result.unwrap_err().to_string().contains("more than 0 rounds"));
}

#[tokio::test]
async fn the_questions_of_a_round_are_answered_at_the_same_time() {
    // Each handler waits until both run.
    let both = Arc::new(Barrier::new(2));
    let (client, mut server) = modern(|builder| {
        let (first, second) = (Arc::clone(&both), both);
        builder
            .on_elicitation(move |_| {
                let both = Arc::clone(&first);
                async move {
                    both.wait().await;
                    Ok(ElicitResult::decline())
                }
            })
            .on_sampling(move |params: CreateMessageParams| {
                let both = Arc::clone(&second);
                async move {
                    both.wait().await;
                    Ok(CreateMessageResult::text(format!("{}", params.max_tokens), "m"))
                }
            })
            .on_roots(async || Ok(ListRootsResult { roots: vec![Root::new("file:///shop")] }))
    })
    .await;
    let questions = json!({"user": form(), "model": sample(), "roots": {"method": "roots/list"}});
    let results = [asks(questions), said("done")];
    let (result, requests) = join!(call(&client), play(&mut server, &results));
    result.unwrap();
    assert_eq!(
        requests[1]["params"]["inputResponses"],
        json!({
            "user": {"action": "decline"},
            "model": {"role": "assistant", "content": {"type": "text", "text": "5"}, "model": "m"},
            "roots": {"roots": [{"uri": "file:///shop"}]},
        })
    );
    let capabilities = &requests[0]["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
    assert_eq!(*capabilities, json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}));
}

#[tokio::test]
async fn the_first_failure_ends_its_siblings_and_the_call() {
    struct Flag(Arc<AtomicBool>);
    impl Drop for Flag {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    let dropped = Arc::new(AtomicBool::new(false));
    let runs = Arc::new(Barrier::new(2));
    let (client, mut server) = modern(|builder| {
        let (flag, slow_runs) = (Arc::clone(&dropped), Arc::clone(&runs));
        builder
            .on_elicitation(move |_| {
                let (flag, runs) = (Flag(Arc::clone(&flag)), Arc::clone(&slow_runs));
                async move {
                    runs.wait().await;
                    std::future::pending::<()>().await;
                    drop(flag);
                    Ok(ElicitResult::cancel())
                }
            })
            .on_sampling(move |_| {
                let runs = Arc::clone(&runs);
                async move {
                    runs.wait().await;
                    Err(Error::protocol(-1, "User rejected sampling request"))
                }
            })
    })
    .await;
    let results = [asks(json!({"user": form(), "model": sample()}))];
    let (result, _) = join!(call(&client), play(&mut server, &results));
    let error = result.unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), (Some(-1), "User rejected sampling request (-1)"));
    while !dropped.load(Ordering::SeqCst) {
        tokio::task::yield_now().await;
    }
    client.close().await;
    server.expect_end().await;
}

#[tokio::test]
async fn a_question_without_a_handler_ends_the_call() {
    let (client, mut server) = modern(agrees).await;
    let (result, _) = join!(call(&client), play(&mut server, [asks(json!({"model": sample()}))]));
    assert_eq!(
        result.unwrap_err().to_string(),
        "the server asked for sampling/createMessage, and the client has no handler for it"
    );
}

#[tokio::test]
async fn a_handler_that_panics_ends_the_call() {
    let (client, mut server) = modern(|builder| {
        builder
            .on_elicitation(async |_: ElicitParams| panic!("on purpose"))
            .on_sampling(|_| -> Ready<Result<CreateMessageResult>> { panic!("before its future") })
    })
    .await;
    for question in [form(), sample()] {
        let results = [asks(json!({"a": question}))];
        let (result, _) = join!(call(&client), play(&mut server, &results));
        assert_eq!(result.unwrap_err().to_string(), "a handler of the client panicked");
    }
}

#[tokio::test(start_paused = true)]
async fn rounds_that_ask_nothing_wait_longer_and_longer() {
    let (client, mut server) = modern(|builder| agrees(builder).max_rounds(20)).await;
    let idle = json!({"resultType": "input_required", "requestState": "s"});
    let mut results = vec![idle.clone(); 5];
    results.extend([asks(json!({"a": form()})), idle.clone(), idle, said("done")]);
    let times = async {
        let mut gaps = Vec::new();
        let mut last = Instant::now();
        let mut asked = false;
        for result in results {
            let request = server.receive().await;
            gaps.push(last.elapsed().as_millis());
            last = Instant::now();
            // A round that asked nothing gets no answers, not even none.
            assert_eq!(request["params"].get("inputResponses").is_some(), asked);
            asked = result.get("inputRequests").is_some();
            server.answer(&request, result).await;
        }
        gaps
    };
    let (result, gaps) = join!(call(&client), times);
    result.unwrap();
    assert_eq!(gaps, [0, 50, 100, 200, 250, 250, 0, 50, 100]);
}

#[tokio::test]
async fn another_process_can_carry_on() {
    let (client, mut server) = modern(agrees).await;
    let arguments = json!({"title": "Dune"});
    let question =
        json!({"resultType": "input_required", "inputRequests": {"a": form()}, "requestState": "s"});
    let (first, _) =
        join!(client.call_tool_once("order_book", &arguments, None), play(&mut server, [question]));
    let stored = serde_json::to_string(&first.unwrap()).unwrap();

    let (client, mut server) = modern(|builder| builder).await;
    let Once::InputRequired(question) = serde_json::from_str::<Once<CallToolResult>>(&stored).unwrap() else {
        panic!("{stored}");
    };
    assert_eq!(question.input_requests[0].0, "a");
    let answered = Continuation::of(&question).answer("a", ElicitResult::decline()).unwrap();
    let stored = serde_json::to_string(&answered).unwrap();
    let answered: Continuation = serde_json::from_str(&stored).unwrap();
    let results = [said("declined")];
    let (second, requests) =
        join!(client.call_tool_once("order_book", &arguments, Some(&answered)), play(&mut server, &results));
    assert!(matches!(second.unwrap(), Once::Complete(result) if result.as_text() == "declined"));
    assert_eq!(requests[0]["params"]["inputResponses"], json!({"a": {"action": "decline"}}));
    assert_eq!(requests[0]["params"]["requestState"], "s");
}

#[tokio::test]
async fn prompts_and_resources_have_rounds_too() {
    let (client, mut server) = modern(agrees).await;
    let results = [asks(json!({"a": form()})), json!({"resultType": "complete", "messages": []})];
    let (prompt, requests) =
        join!(client.get_prompt("greet", json!({"name": "Ada"})), play(&mut server, &results));
    assert!(prompt.unwrap().messages.is_empty());
    assert_eq!(requests[1]["method"], "prompts/get");
    assert_eq!(requests[1]["params"]["arguments"], json!({"name": "Ada"}));

    let results = [asks(json!({"a": form()})), json!({"resultType": "complete", "contents": []})];
    let (resource, requests) = join!(client.read_resource("board://x"), play(&mut server, &results));
    assert!(resource.unwrap().contents.is_empty());
    assert_eq!(requests[1]["method"], "resources/read");
    assert_eq!(requests[1]["params"]["uri"], "board://x");
    assert!(requests[1]["params"].get("name").is_none());

    let results = vec![asks(json!({"a": form()})); 2];
    let (once, _) = join!(
        async {
            let prompt = client.get_prompt_once("greet", (), None).await.unwrap();
            let resource = client.read_resource_once("board://x", None).await.unwrap();
            (matches!(prompt, Once::InputRequired(_)), matches!(resource, Once::InputRequired(_)))
        },
        play(&mut server, &results)
    );
    assert_eq!(once, (true, true));
}

#[tokio::test]
async fn results_of_a_wrong_kind_are_errors() {
    let (client, mut server) = modern(agrees).await;
    for (result, why) in [
        (json!({"resultType": "input_required"}), "neither inputRequests nor requestState"),
        (
            json!({"resultType": "input_required", "inputRequests": {}}),
            "neither inputRequests nor requestState",
        ),
        (json!({"resultType": "task", "taskId": "t"}), "resultType `task` is unknown in 2026-07-28"),
        (asks(json!({"a": {"method": "tools/list"}})), "not a request that may be asked of a client"),
        (asks(Value::Null), "an object of requests"),
        (json!({"resultType": 5, "content": []}), "invalid type"),
        (json!([]), "the result is no object"),
    ] {
        let (outcome, _) = join!(call(&client), play(&mut server, [result]));
        let text = outcome.unwrap_err().to_string();
        assert!(text.starts_with("the server's answer is invalid: ") && text.contains(why), "{text}");
    }
    // Listings cannot ask; a result that does not say what it is is complete.
    let results = [asks(json!({"a": form()})), json!({"content": []})];
    let ((listed, called), _) =
        join!(async { (client.list_tools().await, call(&client).await) }, play(&mut server, &results));
    assert!(listed.unwrap_err().to_string().contains("resultType is `input_required`"));
    called.unwrap();
}
