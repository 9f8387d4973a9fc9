//! Content: what tools answer with and prompts are made of (server/tools, server/prompts).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// Who speaks in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The user.
    User,
    /// The model.
    Assistant,
}

/// One block of content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// A picture.
    Image {
        /// Its bytes in base64.
        data: String,
        /// Its media type, such as `image/png`.
        mime_type: String,
    },
    /// A sound.
    Audio {
        /// Its bytes in base64.
        data: String,
        /// Its media type, such as `audio/wav`.
        mime_type: String,
    },
    /// A pointer to a resource that the client may read.
    ResourceLink {
        /// Where the resource is.
        uri: String,
        /// Its name.
        name: String,
        /// What it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        description: Option<String>,
        /// Its media type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
    },
    /// A resource's contents, inlined.
    Resource {
        /// The contents.
        resource: ResourceContents,
    },
    /// A block of a type that this version of the crate does not know; never sent.
    #[serde(other, skip_serializing)]
    Unknown,
}

impl Content {
    /// A block of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// A picture from its bytes and media type.
    pub fn image(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::Image { data: STANDARD.encode(bytes), mime_type: mime_type.into() }
    }

    /// A sound from its bytes and media type.
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::Audio { data: STANDARD.encode(bytes), mime_type: mime_type.into() }
    }

    /// The text, if this is a block of text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text { text } => Some(text),
            _ => None,
        }
    }
}

/// What a resource holds under one URI: text, or bytes in base64.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceContents {
    /// Where it is.
    pub uri: String,
    /// Its media type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The text, for text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The bytes in base64, for anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
}

impl ResourceContents {
    /// Text under a URI.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self { uri: uri.into(), mime_type: None, text: Some(text.into()), blob: None }
    }

    /// Bytes under a URI.
    pub fn blob(uri: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        Self { uri: uri.into(), mime_type: None, text: None, blob: Some(STANDARD.encode(bytes)) }
    }

    /// The same contents with a media type.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_blocks_do_not_spoil_a_result() {
        let blocks: Vec<Content> =
            serde_json::from_str(r#"[{"type":"hologram","x":1},{"type":"text","text":"a"}]"#).unwrap();
        assert_eq!(blocks, [Content::Unknown, Content::text("a")]);
    }
}
