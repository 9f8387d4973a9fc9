//! Where sealed state meets a request: what dispatch calls before a handler runs, and after it.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{SystemTime, UNIX_EPOCH};

use chacha20poly1305::aead::Generate as _;

use crate::context::Context;
use crate::seal::claims::Claims;
use crate::seal::digest::Arguments;
use crate::seal::error::{Rejected, SealError};
use crate::seal::policy::{PolicyError, Prepared, RequestStateSecurity};
use crate::seal::principal::PrincipalClaim;

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
    /// The arguments as they came.
    pub arguments: &'a Arguments,
    /// Who sent the request, as [`Boundary::principal`] tells.
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
    id: [u8; 16],
    expires: u64,
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

    /// Who a request comes from, by the policy's function.
    ///
    /// # Errors
    ///
    /// If that function panics, so that state is neither opened nor sealed for nobody by mistake.
    pub fn principal(&self, ctx: &Context) -> Result<Option<String>, PrincipalPanicked> {
        let Some(bind) = &self.policy.bind_principal else { return Ok(None) };
        catch_unwind(AssertUnwindSafe(|| bind(ctx))).map_err(|_| PrincipalPanicked)
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

    /// Spends a token that was opened, if the policy lets each be used once: to be called when
    /// nothing but the author's code is left to run, and not twice.
    ///
    /// # Errors
    ///
    /// If it was used before, or nobody can tell.
    pub async fn spend(&self, opened: &Opened) -> Result<(), Rejected> {
        let Some(store) = &self.policy.single_use else { return Ok(()) };
        match store.spend(opened.id, opened.expires, CLOCK_SKEW).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(Rejected::Spent),
            Err(error) => Err(Rejected::Store(error)),
        }
    }

    /// Seals state for the request that it answers. The flow starts now unless it was opened from
    /// a token, which tells when it did.
    ///
    /// # Errors
    ///
    /// If the token would be larger than the policy allows, the author's codec fails, or the
    /// operating system gives no random bytes.
    pub fn seal(
        &self,
        state: &str,
        binding: &Binding<'_>,
        flow_started: Option<u64>,
    ) -> Result<String, SealError> {
        self.seal_at(now(), state, binding, flow_started)
    }

    /// Counts and logs that a token was not opened.
    pub fn note_rejected(&self, method: &str, rejected: &Rejected) {
        self.policy.rejections.rejected(method, rejected);
    }

    /// Counts and logs that state was not sealed; `detail` is the error, or says more.
    pub fn note_not_sealed(&self, method: &str, error: &SealError, detail: &dyn Display) {
        self.policy.rejections.not_sealed(method, error, detail);
    }

    pub(super) fn open_at(&self, now: u64, token: &str, binding: &Binding<'_>) -> Result<Opened, Rejected> {
        if token.len() > self.policy.max_size {
            return Err(Rejected::TooLong);
        }
        let mut payload = self.policy.sealer.open(token)?;
        let claims = Claims::decode(&payload).ok_or(Rejected::Malformed)?;
        self.verify(now, &claims, binding)?;
        let Claims { flow_started, id, expires, state, .. } = claims;
        // The state is the beginning of the payload, and its text is in the same memory.
        let length = state.len();
        payload.truncate(length);
        let state = String::from_utf8(payload).map_err(|_| Rejected::Malformed)?;
        Ok(Opened { state, flow_started, id, expires })
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
        if claims.arguments != binding.arguments.digest() {
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
        let random = Random::draw().ok_or(SealError::Internal)?;
        let claims = Claims {
            issued: now,
            expires: now.saturating_add(self.policy.ttl),
            flow_started: flow_started.unwrap_or(now),
            id: random.id,
            arguments: binding.arguments.digest(),
            principal: binding.principal.map(|principal| PrincipalClaim::of(principal, random.salt)),
            method: binding.method,
            target: binding.target,
            audience: &self.policy.audience,
            state: state.as_bytes(),
        };
        let (length, limit) = (claims.encoded_len(), self.policy.max_size);
        self.policy.sealer.seal(random.nonce, length, limit, |out| claims.encode(out))
    }
}

/// The author's function that tells the principal panicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrincipalPanicked;

impl From<PrincipalPanicked> for Rejected {
    fn from(_: PrincipalPanicked) -> Self {
        Self::PrincipalPanicked
    }
}

impl From<PrincipalPanicked> for SealError {
    fn from(_: PrincipalPanicked) -> Self {
        Self::PrincipalPanicked
    }
}

/// What is random in a token, drawn at once because each draw is a call of the system.
struct Random {
    nonce: [u8; 24],
    id: [u8; 16],
    salt: [u8; 16],
}

impl Random {
    /// Fails only if the operating system gives no random bytes.
    fn draw() -> Option<Self> {
        let drawn = <[u8; 24 + 16 + 16]>::try_generate().ok()?;
        let (nonce, rest) = drawn.split_first_chunk()?;
        let (id, rest) = rest.split_first_chunk()?;
        let (salt, _) = rest.split_first_chunk()?;
        Some(Self { nonce: *nonce, id: *id, salt: *salt })
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
