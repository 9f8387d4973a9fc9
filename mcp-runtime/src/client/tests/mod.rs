//! The client against scripted servers.

mod fake;
mod golden;
mod legacy;
mod lines;
mod modes;
mod rounds;

#[cfg(feature = "client")]
mod fake_http;
#[cfg(feature = "client")]
mod http_legacy;
#[cfg(feature = "client")]
mod http_modern;
#[cfg(all(feature = "client", unix))]
mod spawn;
