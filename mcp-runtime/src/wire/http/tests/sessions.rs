//! How sessions end: by DELETE, by the idle limit; and how many there may be.

use std::time::Duration;

use tokio::sync::watch;

use super::*;

fn get(id: &str) -> Ask {
    Ask::new(Method::GET).header("mcp-session-id", id).header("accept", "text/event-stream")
}

fn delete(id: &str) -> Ask {
    Ask::new(Method::DELETE).header("mcp-session-id", id)
}

async fn ping(server: &Server, id: &str) -> StatusCode {
    server.send(legacy(99, "ping").header("mcp-session-id", id)).await.status()
}

#[tokio::test]
async fn delete_ends_the_session_and_what_runs_in_it() {
    let server = Server::new();
    let (id, other) = (server.open().await, server.open().await);
    let mut listening = server.send(get(&id)).await;
    let mut asked = server.send(legacy(2, "test/steps").header("mcp-session-id", &id)).await;
    assert_eq!(asked.event().await["params"], 1);

    let answer = server.send(delete(&id)).await;
    assert_eq!(answer.status(), StatusCode::OK);
    server.fake.dropped.notified().await;
    assert_eq!(asked.piece().await, None);
    assert_eq!(listening.piece().await, None);
    assert_eq!(ping(&server, &id).await, StatusCode::NOT_FOUND);
    assert_eq!(server.send(delete(&id)).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(ping(&server, &other).await, StatusCode::OK);
}

#[tokio::test(start_paused = true)]
async fn one_stream_is_kept_open_and_alive() {
    let server = Server::new();
    let id = server.open().await;
    let mut answer = server.send(get(&id)).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.header("content-type").as_deref(), Some("text/event-stream"));
    for _ in 0..3 {
        assert_eq!(answer.piece().await.unwrap(), ": keep-alive\n\n");
    }
    assert_eq!(server.send(get(&id)).await.status(), StatusCode::CONFLICT);
    let other = server.open().await;
    assert_eq!(server.send(get(&other)).await.status(), StatusCode::OK);
    drop(answer);
    assert_eq!(server.send(get(&id)).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn the_stream_must_be_acceptable() {
    let server = Server::new();
    let id = server.open().await;
    let ask = get(&id).header("accept", "text/html");
    assert_eq!(server.send(ask).await.status(), StatusCode::NOT_ACCEPTABLE);
}

#[tokio::test]
async fn the_stream_ends_when_the_server_stops() {
    let (stop, stopping) = watch::channel(false);
    let server = Server::with(HttpOptions { stopping: Some(stopping), ..HttpOptions::default() });
    let id = server.open().await;
    let mut answer = server.send(get(&id)).await;
    stop.send(true).unwrap();
    assert_eq!(answer.piece().await, None);
}

#[tokio::test(start_paused = true)]
async fn there_is_a_cap_and_room_again_after_an_end() {
    let server = Server::with(HttpOptions { max_sessions: 2, ..HttpOptions::default() });
    let id = server.open().await;
    server.open().await;
    let answer = server.send(legacy(1, "initialize")).await;
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.text().await, "Too many open sessions");
    server.send(delete(&id)).await;
    server.open().await;
    // Idle sessions leave by themselves, without a request that would notice.
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_secs(1801)).await;
        server.open().await;
        server.open().await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_idle_session_ends_and_a_used_one_does_not() {
    let server = Server::new();
    let (idle, used) = (server.open().await, server.open().await);
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_secs(1000)).await;
        // Any message counts.
        let taken = server.send(cancel(1).header("mcp-session-id", &used)).await;
        assert_eq!(taken.status(), StatusCode::ACCEPTED);
    }
    assert_eq!(ping(&server, &idle).await, StatusCode::NOT_FOUND);
    tokio::time::sleep(Duration::from_secs(1799)).await;
    assert_eq!(ping(&server, &used).await, StatusCode::OK);
    tokio::time::sleep(Duration::from_secs(1801)).await;
    assert_eq!(ping(&server, &used).await, StatusCode::NOT_FOUND);
}

#[tokio::test(start_paused = true)]
async fn a_session_with_a_running_request_or_a_stream_is_not_idle() {
    let server = Server::new();
    let (running, listening) = (server.open().await, server.open().await);
    let mut asked = server.send(legacy(2, "test/steps").header("mcp-session-id", &running)).await;
    assert_eq!(asked.event().await["params"], 1);
    let stream = server.send(get(&listening)).await;
    tokio::time::sleep(Duration::from_secs(5000)).await;

    server.fake.gate.add_permits(1);
    assert!(asked.text().await.contains("\"id\":2"));
    drop(stream);
    // The limit counts from here.
    tokio::time::sleep(Duration::from_secs(1799)).await;
    assert_eq!(ping(&server, &running).await, StatusCode::OK);
    assert_eq!(ping(&server, &listening).await, StatusCode::OK);
    tokio::time::sleep(Duration::from_secs(1801)).await;
    assert_eq!(ping(&server, &running).await, StatusCode::NOT_FOUND);
    assert_eq!(ping(&server, &listening).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn requests_at_a_time_have_a_cap() {
    let server = Server::new();
    let id = server.open().await;
    let mut held = Vec::new();
    for number in 0..1024 {
        let mut answer = server.send(legacy(number, "test/steps").header("mcp-session-id", &id)).await;
        answer.event().await;
        held.push(answer);
    }
    let answer = server.send(legacy(5000, "ping").header("mcp-session-id", &id)).await;
    assert_eq!(answer.failure().await, (200, -32603, json!(5000)));
}
