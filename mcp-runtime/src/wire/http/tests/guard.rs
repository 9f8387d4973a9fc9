//! `Host` and `Origin` by the address bound.

use std::net::IpAddr;

use super::*;
use crate::wire::http::Guard;

async fn status(guard: &Guard, host: Option<&str>, origin: Option<&str>) -> u16 {
    let mut ask = modern("tools/list", json!({})).without("host");
    if let Some(host) = host {
        ask = ask.header("host", host);
    }
    if let Some(origin) = origin {
        ask = ask.header("origin", origin);
    }
    let options = HttpOptions { guard: guard.clone(), ..HttpOptions::default() };
    Server::with(options).send(ask).await.status().as_u16()
}

fn bound_to(address: &str) -> Guard {
    Guard::bound_to(address.parse::<IpAddr>().unwrap())
}

#[tokio::test]
async fn on_a_loopback_address_only_this_machine_is_served() {
    for guard in [Guard::default(), bound_to("127.0.0.1"), bound_to("::1")] {
        for host in ["localhost", "LOCALHOST:1", "127.0.0.1:8000", "[::1]", "[::1]:8000"] {
            assert_eq!(status(&guard, Some(host), None).await, 200, "{host}");
            assert_eq!(status(&guard, Some(host), Some("http://localhost:6274")).await, 200);
        }
        for host in ["evil.example", "localhost.evil.example", "localhost:8000.evil", "::1", ""] {
            assert_eq!(status(&guard, Some(host), None).await, 421, "{host}");
        }
        assert_eq!(status(&guard, None, None).await, 421);
        for origin in ["http://evil.example", "null", "http://localhost.evil.example", "localhost"] {
            assert_eq!(status(&guard, Some("localhost"), Some(origin)).await, 403, "{origin}");
        }
    }
}

#[tokio::test]
async fn elsewhere_the_origin_must_be_the_host() {
    for guard in [bound_to("0.0.0.0"), bound_to("::"), bound_to("192.0.2.1")] {
        assert_eq!(status(&guard, Some("shop.example"), None).await, 200);
        assert_eq!(status(&guard, Some("shop.example:80"), Some("http://Shop.example:80")).await, 200);
        assert_eq!(status(&guard, Some("shop.example"), Some("http://shop.example:81")).await, 403);
        assert_eq!(status(&guard, Some("shop.example"), Some("https://evil.example")).await, 403);
        assert_eq!(status(&guard, Some("shop.example"), Some("http://localhost")).await, 403);
        assert_eq!(status(&guard, Some("shop.example"), Some("null")).await, 403);
    }
}

#[tokio::test]
async fn hosts_can_be_allowed() {
    for guard in [bound_to("127.0.0.1"), bound_to("0.0.0.0")] {
        let guard = guard.allowed_hosts(["shop.example", "two.example:81"]);
        assert_eq!(status(&guard, Some("Shop.example:9"), Some("https://shop.example:9")).await, 200);
        assert_eq!(status(&guard, Some("two.example:81"), None).await, 200);
        assert_eq!(status(&guard, Some("two.example:82"), None).await, 421);
        assert_eq!(status(&guard, Some("localhost:8000"), None).await, 200);
        assert_eq!(status(&guard, Some("evil.example"), None).await, 421);
    }
}

#[tokio::test]
async fn origins_can_be_allowed() {
    let guard = bound_to("0.0.0.0").allowed_origins(["https://app.example"]);
    assert_eq!(status(&guard, Some("shop.example"), Some("https://App.example")).await, 200);
    assert_eq!(status(&guard, Some("shop.example"), Some("http://app.example")).await, 403);
    // The list stands instead of the comparison, which a rebound name would pass.
    assert_eq!(status(&guard, Some("evil.example"), Some("http://evil.example")).await, 403);
}

#[tokio::test]
async fn two_hosts_or_one_bad_origin_of_two_are_refused() {
    let ask = modern("tools/list", json!({})).second("host", "127.0.0.1:8000");
    assert_eq!(Server::new().send(ask).await.status(), StatusCode::MISDIRECTED_REQUEST);
    let ask = modern("tools/list", json!({})).header("origin", "http://localhost");
    let ask = ask.second("origin", "http://evil.example");
    assert_eq!(Server::new().send(ask).await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_refusals_say_what_to_do() {
    let server = Server::new();
    let text = server.send(Ask::new(Method::GET).header("host", "shop.example")).await.text().await;
    assert!(text.contains("\"shop.example\"") && text.contains("allowed_hosts"), "{text}");
    let text = server.send(Ask::new(Method::GET).header("origin", "null")).await.text().await;
    assert!(text.contains("allowed_origins"), "{text}");
}
