//! Sealed state in hostile hands: whatever a client does to it, it gets one error, byte for byte, and
//! none of the author's code runs. Every case goes over HTTP and names the reason the log would have.

mod bindings;
mod codecs;
mod outbound;
mod peer;
mod single_use;
mod tokens;

use mcp::{Rejections, RequestStateSecurity};
use mcp_tests::adversary::{Steps, server};

use self::peer::{Peer, Request};

/// What a client gets for a token that is no good, and all it gets.
const FROZEN: &str = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid or expired requestState","data":{"reason":"invalid_request_state"}}}"#;

const OLD_KEY: [u8; 32] = [1; 32];
const NEW_KEY: [u8; 32] = [2; 32];

/// The usual policy of these cases.
fn keys() -> RequestStateSecurity {
    RequestStateSecurity::keys([OLD_KEY])
}

/// The usual request.
fn order() -> Request {
    Request::tool("guarded", r#"{"title":"Emma","count":1}"#)
}

/// A running server with a connection to it.
struct Shop {
    peer: Peer,
    steps: Steps,
    rejections: Rejections,
}

impl Shop {
    async fn open(policy: RequestStateSecurity) -> Self {
        Self::named("Shop", policy).await
    }

    async fn named(name: &str, policy: RequestStateSecurity) -> Self {
        let (steps, rejections) = (Steps::default(), policy.rejections());
        let peer = Peer::of(server(name, &steps).request_state_security(policy)).await;
        Self { peer, steps, rejections }
    }

    /// The token of a first round.
    async fn ask(&mut self, request: &Request) -> String {
        let answer = self.peer.send(request).await;
        let result = &answer.json()["result"];
        assert_eq!(
            (answer.status, &result["resultType"]),
            (200, &"input_required".into()),
            "{}",
            answer.text
        );
        assert!(!self.steps.take().is_empty());
        result["requestState"].as_str().expect("a token").to_owned()
    }

    /// The request with an answer and this token completes.
    #[track_caller]
    fn accepts(&mut self, request: &Request, token: &str) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        let retry = request.clone().answered().with_token(token);
        async move {
            let answer = self.peer.send(&retry).await;
            let complete = answer.json()["result"]["resultType"] == "complete" && answer.status == 200;
            assert!(complete, "{caller}: {}", answer.text);
            assert_eq!(self.steps.take().last(), Some(&"body"), "{caller}");
        }
    }

    /// The request with an answer and this token gets the frozen error, and nothing runs.
    #[track_caller]
    fn refuses(&mut self, request: &Request, token: &str, reason: &'static str) -> impl Future<Output = ()> {
        let retry = request.clone().answered().with_token(token);
        self.refuses_as_it_is(retry, reason)
    }

    #[track_caller]
    fn refuses_as_it_is(&mut self, request: Request, reason: &'static str) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            let before = self.rejections.count(reason);
            let answer = self.peer.send(&request).await;
            assert_eq!((answer.status, answer.text.as_str()), (400, FROZEN), "{caller}: {}", request.text());
            assert_eq!(self.steps.take(), Vec::<&str>::new(), "{caller}: {}", request.text());
            let times = self.rejections.count(reason) - before;
            assert_eq!(times, 1, "{caller}: not for the reason {reason:?}, but {:?}", self.counted());
        }
    }

    fn counted(&self) -> Vec<(&'static str, u64)> {
        self.rejections.iter().filter(|(_, count)| *count > 0).collect()
    }
}
