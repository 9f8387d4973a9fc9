//! When a modern answer becomes a stream, what the stream carries, and what dropping it stops.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

use super::*;
use crate::wire::http::sse::{Events, Inbox, Sequence, Step};

#[tokio::test]
async fn messages_come_first_and_then_the_answer() {
    let mut answer = Server::new().send(streaming("test/messages")).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.header("content-type").as_deref(), Some("text/event-stream"));
    assert_eq!(answer.header("cache-control").as_deref(), Some("no-cache"));
    assert_eq!(answer.header("x-accel-buffering").as_deref(), Some("no"));
    for number in 0..40 {
        assert_eq!(answer.event().await["params"], number);
    }
    assert_eq!(answer.event().await["result"]["outbox"], true);
    assert_eq!(answer.piece().await, None);
}

#[tokio::test]
async fn a_message_right_before_the_answer_is_not_lost() {
    let mut answer = Server::new().send(streaming("test/message")).await;
    assert_eq!(answer.event().await["params"], 0);
    assert_eq!(answer.event().await["id"], 0);
    assert_eq!(answer.piece().await, None);
}

#[tokio::test]
async fn without_a_token_there_is_no_stream() {
    let answer = Server::new().send(modern("test/messages", json!({}))).await;
    assert_eq!(answer.json().await["result"]["outbox"], false);
}

#[tokio::test]
async fn a_token_alone_makes_no_stream() {
    let answer = Server::new().send(streaming("tools/list")).await;
    assert_eq!(answer.json().await["result"]["outbox"], true);
}

#[tokio::test(start_paused = true)]
async fn a_slow_request_becomes_a_stream_that_is_kept_alive() {
    let server = Server::new();
    let begun = Instant::now();
    // No token: silence alone commits to the stream.
    let mut answer = server.send(modern("test/gate", json!({}))).await;
    assert_eq!(begun.elapsed(), Duration::from_secs(15));
    assert_eq!(answer.header("content-type").as_deref(), Some("text/event-stream"));
    assert_eq!(answer.piece().await.unwrap(), ": keep-alive\n\n");
    assert_eq!(answer.piece().await.unwrap(), ": keep-alive\n\n");
    assert_eq!(begun.elapsed(), Duration::from_secs(30));
    server.fake.gate.add_permits(1);
    assert_eq!(answer.event().await["result"]["method"], "test/gate");
    assert_eq!(answer.piece().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_message_puts_the_keep_alive_off() {
    let (outbox, inbox) = mpsc::channel(1);
    let unanswered = Box::pin(std::future::pending());
    let keep_alive = Some(Duration::from_secs(3));
    let mut sequence = Sequence::new(unanswered, Inbox::Open(inbox), keep_alive);
    let begun = Instant::now();
    let send = async {
        tokio::time::sleep(Duration::from_secs(2)).await;
        outbox.send(Vec::new()).await.unwrap();
    };
    let (first, ()) = tokio::join!(sequence.next(), send);
    assert!(matches!(first, Step::Message(_)));
    assert!(matches!(sequence.next().await, Step::Silence));
    assert_eq!(begun.elapsed(), Duration::from_secs(5));
    assert!(matches!(sequence.next().await, Step::Silence));
    assert_eq!(begun.elapsed(), Duration::from_secs(8));
}

#[tokio::test(start_paused = true)]
async fn an_answer_in_time_is_no_stream() {
    let server = Server::new();
    let (answer, ()) = tokio::join!(server.send(modern("test/gate", json!({}))), async {
        tokio::time::sleep(Duration::from_millis(14_999)).await;
        server.fake.gate.add_permits(1);
    });
    assert_eq!(answer.json().await["result"]["method"], "test/gate");
}

#[tokio::test]
async fn a_subscription_is_acknowledged_and_stays_open() {
    let server = Server::new();
    let mut answer = server.send(modern("subscriptions/listen", json!({}))).await;
    assert_eq!(answer.event().await["params"], 0);
    drop(answer);
    server.fake.dropped.notified().await;
}

#[tokio::test]
async fn dropping_the_stream_drops_the_work() {
    let server = Server::new();
    let mut answer = server.send(streaming("test/steps")).await;
    assert_eq!(answer.event().await["params"], 1);
    drop(answer);
    server.fake.dropped.notified().await;
}

#[tokio::test]
async fn dropping_the_request_drops_the_work() {
    let server = Server::new();
    tokio::select! {
        _ = server.send(modern("test/hang", json!({}))) => panic!("answered"),
        () = server.fake.started.notified() => {}
    }
    server.fake.dropped.notified().await;
}

#[tokio::test]
async fn a_line_break_between_tokens_does_not_break_an_event() {
    let text = b"{\r\n\"a\":\n1}".to_vec();
    let reply = Box::pin(async { Some(Reply { text, error: None }) });
    let events = Events::of(Sequence::new(reply, Inbox::None, None));
    let body = events.collect().await.unwrap().to_bytes();
    assert_eq!(body, "event: message\ndata: {  \"a\": 1}\n\n");
}
