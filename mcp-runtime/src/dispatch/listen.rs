//! `subscriptions/listen`: acknowledged, then kept open until the client or the server ends it.
//!
//! What is offered is fixed while a server runs, so that there is nothing to tell yet: the
//! acknowledgement honours no kind of notification, and the stream stays silent.

use serde_json::json;
use serde_json::value::to_raw_value;

use crate::dispatch::{Dispatcher, render};
use crate::protocol::call::Call;
use crate::protocol::jsonrpc::{ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST};
use crate::protocol::meta::SUBSCRIPTION_ID;
use crate::protocol::subscriptions::{ACKNOWLEDGED, SubscriptionFilter};
use crate::wire::{Exchange, Reply};

pub(super) async fn answer(dispatcher: &Dispatcher, call: Call<'_>, exchange: Exchange) -> Reply {
    let id = &call.id;
    let refused = |code, text: &'static str| Reply::error(Some(id), &ErrorObject::new(code, text));
    let wanted = call.params.notifications.map(|raw| serde_json::from_str::<SubscriptionFilter>(raw.get()));
    if !matches!(wanted, Some(Ok(_))) {
        return refused(INVALID_PARAMS, "params.notifications must be an object of what to listen for");
    }
    let Some(outbox) = exchange.outbox else {
        return refused(INVALID_REQUEST, "this transport cannot carry a subscription");
    };
    let Ok(_permit) = dispatcher.subscriptions.try_acquire() else {
        return refused(INTERNAL_ERROR, "Subscription limit reached");
    };
    let acknowledgement = json!({
        "jsonrpc": "2.0",
        "method": ACKNOWLEDGED,
        "params": { "_meta": { SUBSCRIPTION_ID: id }, "notifications": SubscriptionFilter::default() },
    });
    let _ = outbox.send(acknowledgement.to_string().into_bytes()).await;
    let mut draining = dispatcher.parts.draining.clone();
    // An error means that the server is gone, which ends the subscription too.
    let _ = draining.wait_for(|draining| *draining).await;
    let result = to_raw_value(&json!({ "resultType": "complete", "_meta": { SUBSCRIPTION_ID: id } }));
    match result {
        Ok(result) => render::plain(id, &result),
        Err(_) => refused(INTERNAL_ERROR, "Internal error"),
    }
}
