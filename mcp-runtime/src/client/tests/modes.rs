//! Finding the revision to speak, and falling back to the handshake.

use serde_json::{Value, json};
use tokio::join;
use tokio::time::{Duration, Instant};

use crate::client::tests::fake::{Fake, discovered, fake, initialized};
use crate::client::{Client, Mode};
use crate::error::Result;
use crate::protocol::version::ProtocolVersion;

/// How the server answers the next request.
enum Step {
    /// The probe, with a result.
    Discover(Value),
    /// The probe, with an error.
    Refuse(Value),
    /// The probe, not at all.
    Ignore,
    /// The handshake.
    Open,
    /// The handshake, with an error.
    RefuseOpen(Value),
}
use Step::{Discover, Ignore, Open, Refuse, RefuseOpen};

/// Opens a client in that mode, against a server that takes these steps and is sent nothing else.
async fn open(mode: Mode, steps: Vec<Step>) -> Result<Client> {
    let (builder, mut server) = fake();
    let (client, ()) = join!(builder.mode(mode).open(), play(&mut server, steps));
    if client.is_err() {
        server.expect_end().await;
    }
    client
}

async fn play(server: &mut Fake, steps: Vec<Step>) {
    for step in steps {
        match step {
            Discover(result) => {
                let probe = server.expect("server/discover").await;
                server.answer(&probe, result).await;
            }
            Refuse(error) => {
                let probe = server.expect("server/discover").await;
                server.refuse(&probe, error).await;
            }
            Ignore => _ = server.expect("server/discover").await,
            Open => server.open_session().await,
            RefuseOpen(error) => {
                let request = server.expect("initialize").await;
                server.refuse(&request, error).await;
            }
        }
    }
}

fn error(code: i64) -> Value {
    json!({"code": code, "message": "No"})
}

fn unsupported(data: Value) -> Value {
    json!({"code": -32022, "message": "Unsupported protocol version", "data": data})
}

fn supports(versions: &[&str]) -> Value {
    unsupported(json!({"supported": versions, "requested": "2026-07-28"}))
}

fn version(client: Result<Client>) -> ProtocolVersion {
    client.unwrap().protocol_version()
}

#[tokio::test]
async fn a_discover_result_is_adopted() {
    let client = open(Mode::Auto, vec![Discover(discovered())]).await;
    assert_eq!(version(client), ProtocolVersion::V2026_07_28);
    let mut several = discovered();
    several["supportedVersions"] = json!(["2099-01-01", "2025-11-25", "2026-07-28"]);
    assert_eq!(version(open(Mode::Auto, vec![Discover(several)]).await), ProtocolVersion::V2026_07_28);
}

#[tokio::test]
async fn a_server_that_is_not_modern_gets_the_handshake() {
    let mut legacy_only = discovered();
    legacy_only["supportedVersions"] = json!(["2025-11-25"]);
    for step in [
        Discover(json!({"resultType": "complete"})),
        Discover(json!({"resultType": "hologram", "supportedVersions": ["2026-07-28"], "capabilities": {}})),
        Discover(Value::Null),
        Discover(legacy_only),
        Refuse(error(-32601)),
        Refuse(error(-32602)),
        Refuse(error(0)),
        Refuse(supports(&["2025-06-18", "2025-11-25"])),
        Refuse(unsupported(json!("2025-11-25"))),
        Refuse(unsupported(Value::Null)),
        Refuse(unsupported(json!({"supported": [1]}))),
        Refuse(supports(&[])),
    ] {
        assert_eq!(version(open(Mode::Auto, vec![step, Open]).await), ProtocolVersion::V2025_11_25);
    }
}

#[tokio::test]
async fn a_refused_version_is_corrected_once() {
    let both = || Refuse(supports(&["2026-07-28", "2025-11-25"]));
    let client = open(Mode::Auto, vec![both(), Discover(discovered())]).await;
    assert_eq!(version(client), ProtocolVersion::V2026_07_28);

    let refused = open(Mode::Auto, vec![both(), both()]).await.unwrap_err();
    assert_eq!(refused.code(), Some(-32022));

    // Any other answer to the second probe is judged like one to the first.
    let client = open(Mode::Auto, vec![both(), Refuse(error(-32601)), Open]).await;
    assert_eq!(version(client), ProtocolVersion::V2025_11_25);
}

#[tokio::test]
async fn a_modern_server_gets_no_handshake() {
    for refusal in [supports(&["2099-01-01"]), error(-32021), error(-32020)] {
        let refused = open(Mode::Auto, vec![Refuse(refusal.clone())]).await.unwrap_err();
        assert_eq!(refused.code(), refusal["code"].as_i64());
        assert_eq!(refused.data(), refusal.get("data"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_ignores_the_probe_gets_the_handshake_after_ten_seconds() {
    let start = Instant::now();
    let client = open(Mode::Auto, vec![Ignore, Open]).await;
    assert_eq!(version(client), ProtocolVersion::V2025_11_25);
    assert_eq!(start.elapsed().as_secs(), 10);
}

#[tokio::test(start_paused = true)]
async fn a_slow_modern_server_is_probed_again() {
    let refusal = || RefuseOpen(supports(&["2026-07-28"]));
    let client = open(Mode::Auto, vec![Ignore, refusal(), Discover(discovered())]).await;
    assert_eq!(version(client), ProtocolVersion::V2026_07_28);

    // Once, and only after the first probe timed out.
    let refused = open(Mode::Auto, vec![Ignore, refusal(), Ignore]).await.unwrap_err();
    assert_eq!(
        (refused.code(), refused.data().unwrap()["requested"].as_str()),
        (Some(-32022), Some("2026-07-28"))
    );
    let refused = open(Mode::Auto, vec![Refuse(error(-32601)), refusal()]).await.unwrap_err();
    assert_eq!(refused.code(), Some(-32022));
    let refused = open(Mode::Auto, vec![Ignore, RefuseOpen(error(-32603))]).await.unwrap_err();
    assert_eq!(refused.code(), Some(-32603));
}

#[tokio::test]
async fn a_closed_connection_is_no_legacy_server() {
    let (builder, server) = fake();
    drop(server);
    let error = builder.open().await.unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), (None, "the connection to the server is closed"));
}

#[tokio::test]
async fn legacy_mode_sends_no_probe_and_takes_an_older_revision() {
    let (builder, mut server) = fake();
    let (client, ()) = join!(builder.mode(Mode::Legacy).open(), async {
        let request = server.expect("initialize").await;
        assert_eq!(request["params"]["protocolVersion"], "2025-11-25");
        server.answer(&request, initialized("2025-03-26")).await;
        server.expect("notifications/initialized").await;
    });
    assert_eq!(version(client), ProtocolVersion::V2025_03_26);
    let refused = open(Mode::Legacy, vec![RefuseOpen(supports(&["2026-07-28"]))]).await.unwrap_err();
    assert_eq!(refused.code(), Some(-32022));
}

#[tokio::test]
async fn a_session_in_an_unknown_revision_is_not_used() {
    for unknown in ["2026-07-28", "1999-01-01"] {
        let (builder, mut server) = fake();
        let (client, ()) = join!(builder.mode(Mode::Legacy).open(), async {
            let request = server.expect("initialize").await;
            server.answer(&request, initialized(unknown)).await;
            server.expect_end().await;
        });
        let text = client.unwrap_err().to_string();
        assert_eq!(
            text,
            format!("the server opened a session in {unknown}, which this client does not speak")
        );
    }
}

#[tokio::test]
async fn a_pinned_modern_revision_sends_nothing() {
    let client = open(Mode::Pinned(ProtocolVersion::V2026_07_28), vec![]).await.unwrap();
    assert_eq!(client.protocol_version(), ProtocolVersion::V2026_07_28);
    assert!(client.server_info().is_none() && client.server_capabilities().tools.is_none());
}

#[tokio::test]
async fn a_pinned_legacy_revision_is_the_one_or_none() {
    let pinned = Mode::Pinned(ProtocolVersion::V2025_06_18);
    assert_eq!(version(open(pinned, vec![Open]).await), ProtocolVersion::V2025_06_18);

    let (builder, mut server) = fake();
    let (client, ()) = join!(builder.mode(pinned).open(), async {
        let request = server.expect("initialize").await;
        server.answer(&request, initialized("2025-11-25")).await;
    });
    assert_eq!(client.unwrap_err().to_string(), "the server speaks 2025-11-25, not 2025-06-18");
}

#[tokio::test(start_paused = true)]
async fn a_shorter_timeout_shortens_the_probe() {
    let (builder, mut server) = fake();
    let start = Instant::now();
    let (client, ()) =
        join!(builder.timeout(Duration::from_secs(1)).open(), play(&mut server, vec![Ignore, Open]));
    client.unwrap();
    assert_eq!(start.elapsed().as_secs(), 1);
}
