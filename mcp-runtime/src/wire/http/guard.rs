//! `Host` and `Origin`: who may talk to the server from a browser (DNS rebinding).

use std::net::IpAddr;

use ::http::header::{HOST, ORIGIN};
use ::http::request::Parts;
use ::http::{HeaderValue, StatusCode};

use crate::wire::http::refusal::Refusal;

/// Which `Host` and `Origin` headers are served.
///
/// A web page that a user visits can make the browser send requests to servers the page could not
/// reach itself; these two headers give it away.
#[derive(Clone, Debug)]
pub struct Guard {
    /// Whether only this machine can reach the server.
    local: bool,
    hosts: Option<Vec<String>>,
    origins: Option<Vec<String>>,
}

impl Default for Guard {
    /// The guard of a loopback address: the safe one when the address is not known.
    fn default() -> Self {
        Self { local: true, hosts: None, origins: None }
    }
}

impl Guard {
    /// The guard for a server that is bound to `address`.
    ///
    /// On a loopback address `Host` must name this machine, and so must `Origin` if there is one.
    /// On other addresses any `Host` is served, and `Origin` must be absent or the same as `Host`.
    #[must_use]
    pub fn bound_to(address: IpAddr) -> Self {
        Self { local: address.is_loopback(), ..Self::default() }
    }

    /// Serves these hosts too (`shop.example`, or `shop.example:8080` for that port only), and
    /// besides them only the names of this machine.
    #[must_use]
    pub fn allowed_hosts(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.hosts.get_or_insert_default().extend(hosts.into_iter().map(Into::into));
        self
    }

    /// Serves pages of these origins (`https://shop.example`) instead of those that `Host` names.
    #[must_use]
    pub fn allowed_origins(mut self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.origins.get_or_insert_default().extend(origins.into_iter().map(Into::into));
        self
    }

    pub(super) fn check(&self, request: &Parts) -> Result<(), Refusal> {
        let mut hosts = request.headers.get_all(HOST).iter().map(HeaderValue::to_str);
        let host = match (hosts.next(), hosts.next()) {
            (Some(Ok(host)), None) => host,
            // HTTP/2 has the host in the URI.
            (None, _) => request.uri.authority().map_or("", |authority| authority.as_str()),
            _ => return Err(invalid_host("")),
        };
        if !self.serves(host) {
            return Err(invalid_host(host));
        }
        for origin in request.headers.get_all(ORIGIN) {
            if !origin.to_str().is_ok_and(|origin| self.trusts(origin, host)) {
                return Err(Refusal::text(
                    StatusCode::FORBIDDEN,
                    "Invalid Origin header: pages of this origin may not use this server; \
                     `allowed_origins` names those that may",
                ));
            }
        }
        Ok(())
    }

    fn serves(&self, host: &str) -> bool {
        if !self.local && self.hosts.is_none() {
            return true;
        }
        is_this_machine(host)
            || self
                .hosts
                .iter()
                .flatten()
                .any(|allowed| allowed.eq_ignore_ascii_case(host) || allowed.eq_ignore_ascii_case(name(host)))
    }

    fn trusts(&self, origin: &str, host: &str) -> bool {
        // Pages without an origin of their own say `null`, which has no authority.
        let Some((_, authority)) = origin.split_once("://") else {
            return false;
        };
        if self.local && is_this_machine(authority) {
            return true;
        }
        match &self.origins {
            None => authority.eq_ignore_ascii_case(host),
            Some(origins) => origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin)),
        }
    }
}

fn invalid_host(host: &str) -> Refusal {
    Refusal::text(
        StatusCode::MISDIRECTED_REQUEST,
        format!(
            "Invalid Host header: {host:?} is not a name this server goes by; to serve it, add it \
             to `allowed_hosts`"
        ),
    )
}

fn is_this_machine(authority: &str) -> bool {
    let name = name(authority);
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|local| local.eq_ignore_ascii_case(name))
}

/// The authority without its port.
fn name(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => authority,
    }
}
