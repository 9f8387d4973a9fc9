//! The digest of a call's arguments, over their JSON text in a canonical form.
//!
//! It works on the raw text, so that no feature of `serde_json` that another crate turns on can
//! change it. Two texts have the same digest exactly if they differ only in white space, in the
//! order of members, in how characters of strings are escaped, and in absent, `null` or `{}` for
//! no arguments at all. Numbers count as they are written: `1`, `1.0` and `1e0` are three.
//!
//! The canonical form is JSON without white space and separators, members sorted by name. Numbers
//! and strings end in a byte that occurs in no UTF-8. A value inside another that is longer than
//! a few hundred bytes stands as its own digest, so the work stays linear however deep it nests.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// The arguments of a call in canonical form.
#[derive(Debug, Clone)]
pub struct Arguments {
    canonical: Cow<'static, [u8]>,
}

impl Arguments {
    /// Reads arguments as they came, in JSON, unless there were none.
    ///
    /// # Errors
    /// They have no canonical form, and the request is wrong.
    pub fn read(raw: Option<&str>) -> Result<Self, ArgumentsError> {
        let none = Self { canonical: Cow::Borrowed(NO_ARGUMENTS) };
        let Some(raw) = raw else { return Ok(none) };
        let mut walker = Walker {
            text: raw.as_bytes(),
            at: 0,
            out: Vec::with_capacity(raw.len()),
            members: Vec::new(),
            spare: Vec::new(),
        };
        walker.value(MAX_DEPTH)?;
        if walker.peek().is_some() {
            return Err(ArgumentsError::Malformed);
        }
        Ok(if walker.out == b"n" { none } else { Self { canonical: Cow::Owned(walker.out) } })
    }

    pub(super) fn digest(&self) -> blake3::Hash {
        blake3::hash(&self.canonical)
    }
}

/// Why arguments have no canonical form. It is the request that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArgumentsError {
    /// One object has two members of one name.
    Duplicate,
    /// Arrays and objects are nested more than 127 deep.
    Depth,
    /// They are not JSON.
    Malformed,
}

impl fmt::Display for ArgumentsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Duplicate => "an object in the arguments has two members of the same name",
            Self::Depth => "the arguments are nested too deeply",
            Self::Malformed => "the arguments are not valid JSON",
        })
    }
}

impl Error for ArgumentsError {}

const NO_ARGUMENTS: &[u8] = b"{}";

/// How many arrays and objects may be inside each other: as many as `serde_json` reads.
const MAX_DEPTH: usize = 127;

/// Ends numbers, strings and names. It occurs in no UTF-8, not even with lone surrogates.
const END: u8 = 0xff;

/// Stands before the digest of a value that is too long to stand itself.
const FOLDED: u8 = b'@';

/// Small values are copied, because hashing each of many tiny ones would cost more.
const FOLD_ABOVE: usize = 256;

struct Walker<'a> {
    text: &'a [u8],
    at: usize,
    /// The canonical form so far.
    out: Vec<u8>,
    /// The members of the objects being walked, innermost last.
    members: Vec<Member>,
    /// Where members are put in order.
    spare: Vec<u8>,
}

/// Where a member stands in the canonical form.
struct Member {
    start: usize,
    name_end: usize,
    end: usize,
}

impl Walker<'_> {
    fn value(&mut self, depth: usize) -> Result<(), ArgumentsError> {
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'n') => self.word(b"null"),
            Some(b't') => self.word(b"true"),
            Some(b'f') => self.word(b"false"),
            _ => Err(ArgumentsError::Malformed),
        }
    }

    fn nested(&mut self, depth: usize) -> Result<(), ArgumentsError> {
        let start = self.out.len();
        self.value(depth)?;
        if self.out.len() - start > FOLD_ABOVE {
            let digest = blake3::hash(&self.out[start..]);
            self.out.truncate(start);
            self.out.push(FOLDED);
            self.out.extend_from_slice(digest.as_bytes());
        }
        Ok(())
    }

    fn array(&mut self, depth: usize) -> Result<(), ArgumentsError> {
        let depth = depth.checked_sub(1).ok_or(ArgumentsError::Depth)?;
        self.require(b'[')?;
        self.out.push(b'[');
        if !self.eat(b']') {
            loop {
                self.nested(depth)?;
                if self.eat(b']') {
                    break;
                }
                self.require(b',')?;
            }
        }
        self.out.push(b']');
        Ok(())
    }

    fn object(&mut self, depth: usize) -> Result<(), ArgumentsError> {
        let depth = depth.checked_sub(1).ok_or(ArgumentsError::Depth)?;
        self.require(b'{')?;
        self.out.push(b'{');
        let first = self.members.len();
        if !self.eat(b'}') {
            loop {
                let start = self.out.len();
                self.string()?;
                let name_end = self.out.len();
                self.require(b':')?;
                self.nested(depth)?;
                self.members.push(Member { start, name_end, end: self.out.len() });
                if self.eat(b'}') {
                    break;
                }
                self.require(b',')?;
            }
        }
        self.order(first)?;
        self.members.truncate(first);
        self.out.push(b'}');
        Ok(())
    }

    /// Sorts the members from `first` on by name, in the list and in the canonical form.
    fn order(&mut self, first: usize) -> Result<(), ArgumentsError> {
        let members = &mut self.members[first..];
        let out = &self.out;
        let name = |member: &Member| &out[member.start..member.name_end];
        if members.is_sorted_by(|one, next| name(one) < name(next)) {
            return Ok(());
        }
        let begin = members[0].start;
        members.sort_unstable_by(|one, other| name(one).cmp(name(other)));
        if members.windows(2).any(|pair| name(&pair[0]) == name(&pair[1])) {
            return Err(ArgumentsError::Duplicate);
        }
        self.spare.clear();
        for member in &*members {
            self.spare.extend_from_slice(&out[member.start..member.end]);
        }
        self.out.truncate(begin);
        self.out.extend_from_slice(&self.spare);
        Ok(())
    }

    /// A string, as UTF-8 in which a surrogate that stands alone has the three bytes it would have
    /// if it were a character.
    fn string(&mut self) -> Result<(), ArgumentsError> {
        self.require(b'"')?;
        self.out.push(b'"');
        loop {
            let rest = &self.text[self.at..];
            let plain = rest
                .iter()
                .position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))
                .ok_or(ArgumentsError::Malformed)?;
            self.out.extend_from_slice(&rest[..plain]);
            self.at += plain + 1;
            match rest[plain] {
                b'"' => break,
                b'\\' => self.escape()?,
                _ => return Err(ArgumentsError::Malformed),
            }
        }
        self.out.push(END);
        Ok(())
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<(), ArgumentsError> {
        let byte = match self.next()? {
            byte @ (b'"' | b'\\' | b'/') => byte,
            b'b' => 0x08,
            b'f' => 0x0c,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => return self.code_point(),
            _ => return Err(ArgumentsError::Malformed),
        };
        self.out.push(byte);
        Ok(())
    }

    /// What follows `\u`: one code unit, or a pair of surrogates that makes one character.
    fn code_point(&mut self) -> Result<(), ArgumentsError> {
        let mut unit = self.code_unit()?;
        while matches!(unit, 0xd800..0xdc00) && self.text[self.at..].starts_with(b"\\u") {
            self.at += 2;
            let next = self.code_unit()?;
            if let Some(Ok(character)) = char::decode_utf16([unit, next]).next() {
                self.character(character);
                return Ok(());
            }
            self.lone_surrogate(unit);
            unit = next;
        }
        match char::from_u32(unit.into()) {
            Some(character) => self.character(character),
            None => self.lone_surrogate(unit),
        }
        Ok(())
    }

    fn character(&mut self, character: char) {
        let mut utf8 = [0; 4];
        self.out.extend_from_slice(character.encode_utf8(&mut utf8).as_bytes());
    }

    fn lone_surrogate(&mut self, unit: u16) {
        let [high, low] = unit.to_be_bytes();
        self.out.extend_from_slice(&[
            0xe0 | high >> 4,
            0x80 | (high & 0x0f) << 2 | low >> 6,
            0x80 | low & 0x3f,
        ]);
    }

    fn code_unit(&mut self) -> Result<u16, ArgumentsError> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = char::from(self.next()?).to_digit(16).ok_or(ArgumentsError::Malformed)?;
            unit = unit << 4 | digit as u16;
        }
        Ok(unit)
    }

    /// A number, as it is written.
    fn number(&mut self) -> Result<(), ArgumentsError> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        self.out.extend_from_slice(&self.text[start..self.at]);
        self.out.push(END);
        Ok(())
    }

    fn digits(&mut self) -> Result<(), ArgumentsError> {
        let rest = &self.text[self.at..];
        let count = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        self.at += count;
        if count == 0 {
            return Err(ArgumentsError::Malformed);
        }
        Ok(())
    }

    fn word(&mut self, word: &[u8]) -> Result<(), ArgumentsError> {
        if !self.text[self.at..].starts_with(word) {
            return Err(ArgumentsError::Malformed);
        }
        self.at += word.len();
        self.out.push(word[0]);
        Ok(())
    }

    /// The next byte that is not white space, if there is one, which stays where it is.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.text.get(self.at) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Takes this byte, and white space before it, if it is what comes next.
    fn eat(&mut self, byte: u8) -> bool {
        self.peek();
        self.take(byte)
    }

    fn require(&mut self, byte: u8) -> Result<(), ArgumentsError> {
        if self.eat(byte) { Ok(()) } else { Err(ArgumentsError::Malformed) }
    }

    /// Takes this byte if it comes next, without white space.
    fn take(&mut self, byte: u8) -> bool {
        let found = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn next(&mut self) -> Result<u8, ArgumentsError> {
        let byte = self.text.get(self.at).ok_or(ArgumentsError::Malformed)?;
        self.at += 1;
        Ok(*byte)
    }
}

#[cfg(test)]
mod tests;
