//! Text assembled at compile time, for the messages of const panics.

const CAPACITY: usize = 1024;

/// A text with a fixed capacity; what does not fit is cut off.
#[derive(Debug)]
pub struct Text {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl Text {
    /// The empty text.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [0; CAPACITY], length: 0 }
    }

    /// The text with `part` after it.
    #[must_use]
    pub const fn with(mut self, part: &str) -> Self {
        let part = part.as_bytes();
        if self.length + part.len() <= CAPACITY {
            let mut index = 0;
            while index < part.len() {
                self.bytes[self.length] = part[index];
                self.length += 1;
                index += 1;
            }
        }
        self
    }

    /// The text itself.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether two texts are equal.
#[must_use]
pub const fn equal(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// A name as a number (FNV-1a), to stand in a const generic.
#[must_use]
pub const fn hash(name: &str) -> u128 {
    let name = name.as_bytes();
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    let mut index = 0;
    while index < name.len() {
        hash ^= name[index] as u128;
        hash = hash.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013B);
        index += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_and_overlong_ones_are_left_out() {
        assert_eq!(Text::new().with("a").with("bc").as_str(), "abc");
        assert_eq!(Text::new().with("a").with(&"x".repeat(CAPACITY)).as_str(), "a");
    }

    #[test]
    fn names_differ_in_their_numbers() {
        assert_ne!(hash("title"), hash("titel"));
        assert!(equal("title", "title") && !equal("title", "titel") && !equal("a", "ab"));
    }
}
