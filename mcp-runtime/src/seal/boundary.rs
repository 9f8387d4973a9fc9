//! Where sealed state meets a request: what dispatch calls before a handler runs, and after it.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::seal::claims::Claims;
use crate::seal::digest::arguments_digest;
use crate::seal::error::{Rejected, SealError};
use crate::seal::policy::{PolicyError, Prepared, RequestStateSecurity};
use crate::seal::principal::PrincipalClaim;
use crate::seal::token;

/// Seals state as it leaves the server and opens it as it comes back.
#[derive(Debug)]
pub struct Boundary {
    policy: Prepared,
}

/// What state is bound to: it opens only with the same four.
#[derive(Debug, Clone, Copy)]
pub struct Binding<'a> {
    /// The method of the request.
    pub method: &'a str,
    /// The name of the tool or prompt, or the URI of the resource.
    pub target: &'a str,
    /// The arguments as they came, in JSON, unless there were none.
    pub arguments: Option<&'a str>,
    /// Who sent the request, if that is known.
    pub principal: Option<&'a str>,
}

/// State that was opened and may be trusted as the server's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The state as it was before it was sealed.
    pub state: String,
    /// When the flow had its first round, in milliseconds of Unix time. To be given to
    /// [`Boundary::seal`] with the state of the next round.
    pub flow_started: u64,
}

impl Boundary {
    /// The boundary of the server of this name; made once, at start.
    ///
    /// # Errors
    ///
    /// If the policy is no good, with a text that says what to change.
    pub fn new(policy: RequestStateSecurity, server_name: &str) -> Result<Self, PolicyError> {
        Ok(Self { policy: policy.prepare(server_name)? })
    }

    /// Opens a token that came with a request.
    ///
    /// # Errors
    ///
    /// If the token is not one of this server's, for this request, in time. The client is to see
    /// one and the same error for all of them; this one is for the log.
    pub fn open(&self, token: &str, binding: &Binding<'_>) -> Result<Opened, Rejected> {
        self.open_at(now(), token, binding)
    }

    /// Seals state for the request that it answers. The flow starts now unless it was opened from
    /// a token, which tells when it did.
    ///
    /// # Errors
    ///
    /// If the token would be larger than the policy allows, if the request's arguments have no
    /// canonical form, or if the operating system gives no random bytes.
    pub fn seal(
        &self,
        state: &str,
        binding: &Binding<'_>,
        flow_started: Option<u64>,
    ) -> Result<String, SealError> {
        self.seal_at(now(), state, binding, flow_started)
    }

    pub(super) fn open_at(&self, now: u64, token: &str, binding: &Binding<'_>) -> Result<Opened, Rejected> {
        if token.len() > self.policy.max_size {
            return Err(Rejected::TooLong);
        }
        let payload = token::open(&self.policy.ring, token)?;
        let claims = Claims::decode(payload.as_bytes()).ok_or(Rejected::Malformed)?;
        self.verify(now, &claims, binding)?;
        Ok(Opened { state: claims.state.to_owned(), flow_started: claims.flow_started })
    }

    fn verify(&self, now: u64, claims: &Claims<'_>, binding: &Binding<'_>) -> Result<(), Rejected> {
        if claims.issued > now.saturating_add(CLOCK_SKEW) {
            return Err(Rejected::Future);
        }
        if now >= claims.expires {
            return Err(Rejected::Expired);
        }
        if now.saturating_sub(claims.flow_started) >= self.policy.max_age {
            return Err(Rejected::OverAge);
        }
        if claims.method != binding.method {
            return Err(Rejected::Method);
        }
        if claims.target != binding.target {
            return Err(Rejected::Target);
        }
        if claims.arguments != arguments_digest(binding.arguments)? {
            return Err(Rejected::Arguments);
        }
        if claims.audience != self.policy.audience {
            return Err(Rejected::Audience);
        }
        match (&claims.principal, binding.principal) {
            (None, None) => Ok(()),
            (Some(claim), Some(principal)) if claim.is_for(principal) => Ok(()),
            (Some(_), Some(_)) => Err(Rejected::Principal),
            _ => Err(Rejected::PrincipalDrift),
        }
    }

    pub(super) fn seal_at(
        &self,
        now: u64,
        state: &str,
        binding: &Binding<'_>,
        flow_started: Option<u64>,
    ) -> Result<String, SealError> {
        let principal = match binding.principal {
            Some(principal) => Some(PrincipalClaim::of(principal).ok_or(SealError::Internal)?),
            None => None,
        };
        let claims = Claims {
            issued: now,
            expires: now.saturating_add(self.policy.ttl),
            flow_started: flow_started.unwrap_or(now),
            arguments: arguments_digest(binding.arguments)?,
            principal,
            method: binding.method,
            target: binding.target,
            audience: &self.policy.audience,
            state,
        };
        let payload_len = claims.encoded_len();
        let sealed = token::sealed_len(payload_len);
        if sealed > self.policy.max_size {
            let limit = self.policy.max_size;
            return Err(SealError::TooLarge { sealed, limit });
        }
        token::seal(&self.policy.ring, payload_len, |out| claims.encode(out)).ok_or(SealError::Internal)
    }
}

/// By how many milliseconds the clock of the process that sealed may be ahead of this one's.
const CLOCK_SKEW: u64 = 60_000;

/// A clock before 1970 counts as 1970: no token of a sane clock opens then.
fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
