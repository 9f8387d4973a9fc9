//! What all requests to one endpoint share.

use std::sync::Arc;

use crate::wire::Service;
use crate::wire::http::options::HttpOptions;
use crate::wire::http::sessions::Sessions;

/// What answers, the open sessions, and the limits.
pub(super) struct Endpoint<S: Service> {
    pub(super) service: Arc<S>,
    pub(super) sessions: Arc<Sessions<S::Session>>,
    pub(super) options: HttpOptions,
}

impl<S: Service> Endpoint<S> {
    pub(super) fn new(service: Arc<S>, options: HttpOptions) -> Self {
        let sessions = Arc::new(Sessions::new(options.max_sessions, options.session_idle));
        Self { service, sessions, options }
    }
}
