//! Protocol revisions: which are known, which era each belongs to (basic/versioning).

use std::fmt;

/// A revision of the Model Context Protocol, named by its date.
///
/// Revisions up to 2025-11-25 open a session with `initialize`; 2026-07-28 carries its version in
/// every request. Revisions are ordered by date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ProtocolVersion {
    /// 2024-11-05.
    V2024_11_05,
    /// 2025-03-26.
    V2025_03_26,
    /// 2025-06-18.
    V2025_06_18,
    /// 2025-11-25, the last revision with a handshake.
    V2025_11_25,
    /// 2026-07-28, the first stateless revision.
    V2026_07_28,
}

impl ProtocolVersion {
    /// Every revision this crate speaks, oldest first.
    pub const ALL: [Self; 5] =
        [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25, Self::V2026_07_28];
    /// The revision a handshake ends in when the client asks for one that has no handshake here.
    pub const LATEST_LEGACY: Self = Self::V2025_11_25;
    /// The newest revision.
    pub const LATEST: Self = Self::V2026_07_28;

    /// The revision as it stands on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Reads a revision; `None` when it is not one this crate speaks.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == text)
    }

    /// Whether requests carry their own version and no session exists.
    #[must_use]
    pub const fn is_modern(self) -> bool {
        matches!(self, Self::V2026_07_28)
    }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The modern revisions a server supports, as `supported` and `supportedVersions` list them.
pub const MODERN: [&str; 1] = [ProtocolVersion::V2026_07_28.as_str()];
