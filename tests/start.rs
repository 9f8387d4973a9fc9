//! What can only be wrong at start, and what is set up and torn down around a server's life.

use std::sync::{Arc, Mutex};

use mcp::{Client, Lifespan, Server, State};

#[mcp::tool]
fn needs_state(number: State<u64>) -> u64 {
    *number
}

#[mcp::resolver]
fn hidden_need(text: State<String>) -> String {
    text.to_string()
}

#[mcp::tool(name = "needs_state_inside")]
fn needs_state_too(#[resolve(hidden_need)] text: String) -> String {
    text
}

mod twin {
    #[mcp::tool]
    pub(super) fn needs_state() -> u64 {
        0
    }
}

async fn failure(server: Server) -> String {
    Client::in_process(server).open().await.expect_err("a fault").to_string()
}

#[tokio::test]
async fn every_fault_is_reported_at_once() {
    let server = Server::empty("Faulty").with(mcp::items![needs_state, needs_state_too, twin::needs_state]);
    let text = failure(server).await;
    assert!(text.contains("two tools are named `needs_state`: at "), "{text}");
    assert_eq!(text.matches("start.rs:").count(), 4, "{text}");
    assert!(text.contains("tool `needs_state` takes a State<u64>, which nothing set up"), "{text}");
    assert!(
        text.contains("tool `needs_state_inside` (in `hidden_need`) takes a State<alloc::string::String>"),
        "{text}"
    );
}

#[tokio::test]
async fn lifespans_set_up_in_order_and_tear_down_in_reverse() {
    let log: Arc<Mutex<Vec<&'static str>>> = Arc::default();
    let (first, second) = (log.clone(), log.clone());
    let note = |log: &Mutex<Vec<&'static str>>, line| log.lock().unwrap().push(line);
    let server = Server::empty("Alive")
        .with(mcp::items![needs_state])
        .lifespan(move |mut lifespan: Lifespan| async move {
            note(&first, "first up");
            lifespan.state(42_u64);
            lifespan.serve().await;
            note(&first, "first down");
            Ok(())
        })
        .lifespan(move |lifespan: Lifespan| async move {
            note(&second, "second up");
            lifespan.serve().await;
            note(&second, "second down");
            Ok(())
        });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(server.serve_listener(listener, async {
        let _ = stopped.await;
    }));
    let client = Client::connect(url).open().await.unwrap();
    assert_eq!(client.call_tool("needs_state", ()).await.unwrap().as_text(), "42");
    client.close().await;
    stop.send(()).unwrap();
    serving.await.unwrap().unwrap();
    assert_eq!(*log.lock().unwrap(), ["first up", "second up", "second down", "first down"]);
}

#[tokio::test]
async fn a_lifespan_that_fails_fails_the_start() {
    let server = Server::empty("Stillborn").lifespan(|_| async { Err(mcp::Error::new("no database")) });
    assert_eq!(failure(server).await, "no database");
    let server = Server::empty("Mute").lifespan(|_| async { Ok(()) });
    assert!(failure(server).await.contains("without calling Lifespan::serve"));
}

#[tokio::test]
async fn a_router_is_nested_in_an_application() {
    let router =
        Server::empty("Nested").state(7_u64).with(mcp::items![needs_state]).into_router().await.unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/api/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, axum::Router::new().nest("/api", router)).await });
    let client = Client::connect(url).open().await.unwrap();
    assert_eq!(client.call_tool("needs_state", ()).await.unwrap().as_text(), "7");
}

#[test]
fn a_graph_can_be_looked_at() {
    let graph = Server::empty("Drawn").with(mcp::items![needs_state_too]).graph();
    assert!(graph.mermaid().contains("hidden_need --> tool_needs_state_inside_"), "{}", graph.mermaid());
    let json: serde_json::Value = serde_json::from_str(&graph.json()).unwrap();
    assert_eq!(json["items"][0]["resolvers"][0]["name"], "hidden_need");
}
