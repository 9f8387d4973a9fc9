//! Matching a URI against a template, in time linear in the URI for each variable.
//!
//! There is no backtracking. What stands after the one greedy variable is matched from the right,
//! what stands before it from the left, and the variable takes the rest. Without a greedy variable
//! everything is matched from the right.

use crate::protocol::uri_template::parse::{Atom, Capture, UriTemplate};
use crate::protocol::uri_template::safety::is_safe;

/// A URI longer than this matches nothing.
const MAX_URI_LENGTH: usize = 65_536;

/// What matching found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// The URI is not of this form.
    No,
    /// The URI is of this form, but a value could escape a directory it is joined to. No other
    /// template may be tried.
    Unsafe,
    /// The values, percent-decoded, each with the index of its variable. An absent query variable
    /// is missing, and an exploded variable appears once for each of its items.
    Yes(Vec<(usize, String)>),
}

/// Raw values by variable, still percent-encoded.
type Found<'u> = Vec<(usize, &'u str)>;

impl UriTemplate {
    /// Matches `uri` and checks that the values are safe to use as relative paths.
    #[must_use]
    pub fn matches(&self, uri: &str) -> Match {
        if uri.len() > MAX_URI_LENGTH {
            return Match::No;
        }
        let Some(mut found) = self.find(uri) else {
            return Match::No;
        };
        found.sort_by_key(|(variable, _)| *variable);
        let decoded = found
            .into_iter()
            .map(|(variable, raw)| Some((variable, percent_decoded(raw)?)))
            .collect::<Option<Vec<_>>>();
        match decoded {
            None => Match::No,
            Some(values) if is_safe(&values) => Match::Yes(values),
            Some(_) => Match::Unsafe,
        }
    }

    fn find<'u>(&self, uri: &'u str) -> Option<Found<'u>> {
        let mut found = Found::new();
        let Some(query_variables) = &self.query else {
            self.find_in_path(uri, &mut found)?;
            return Some(found);
        };
        let uri = uri.split('#').next().unwrap_or_default();
        let (path, query) = uri.split_once('?').unwrap_or((uri, ""));
        self.find_in_path(path, &mut found)?;
        for variable in query_variables {
            // Names are compared as they are: an expansion never encodes them, and decoding would
            // let a disguised name win over the plain one.
            let value = query.split('&').find_map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                (name == self.name(*variable)).then_some(value)
            });
            found.extend(value.map(|value| (*variable, value)));
        }
        Some(found)
    }

    fn find_in_path<'u>(&self, path: &'u str, found: &mut Found<'u>) -> Option<()> {
        let greedy = self.atoms.iter().enumerate().find_map(|(index, atom)| match atom {
            Atom::Capture(capture) if capture.is_greedy() => Some((index, *capture)),
            _ => None,
        });
        let Some((index, greedy)) = greedy else {
            return from_right(&self.atoms, path, true, found)?.is_empty().then_some(());
        };
        let rest = from_right(&self.atoms[index + 1..], path, false, found)?;
        let rest = from_left(&self.atoms[..index], rest, found)?;
        self.find_greedy(greedy, rest, found)
    }

    fn find_greedy<'u>(&self, capture: Capture, raw: &'u str, found: &mut Found<'u>) -> Option<()> {
        let Capture { variable, operator, explode } = capture;
        if !explode {
            found.push((variable, raw));
            return (!raw.contains(|c| ends_value(operator, c))).then_some(());
        }
        if raw.is_empty() {
            return Some(());
        }
        let separator = char::from(operator);
        for item in raw.strip_prefix(separator)?.split(separator) {
            if item.contains(|c| ends_value(operator, c)) {
                return None;
            }
            let item = match operator {
                b';' => {
                    let rest = item.strip_prefix(self.name(variable))?;
                    if rest.is_empty() { rest } else { rest.strip_prefix('=')? }
                }
                _ => item,
            };
            found.push((variable, item));
        }
        Some(())
    }
}

/// Matches atoms from the end of `text` and returns what is left of it. Each variable takes as
/// little as the literal before it allows. If `whole`, the atoms begin where the text begins.
fn from_right<'u>(atoms: &[Atom], text: &'u str, whole: bool, found: &mut Found<'u>) -> Option<&'u str> {
    let mut rest = text;
    for (index, atom) in atoms.iter().enumerate().rev() {
        let capture = match atom {
            Atom::Literal(literal) => {
                rest = rest.strip_suffix(literal.as_str())?;
                continue;
            }
            Atom::Capture(capture) => *capture,
        };
        let before = match index.checked_sub(1).map(|before| &atoms[before]) {
            Some(Atom::Literal(literal)) => literal.as_str(),
            _ => "",
        };
        let earliest = rest.rfind(|c| ends_value(capture.operator, c)).map_or(0, |stop| stop + 1);
        let (end, start) = if capture.operator == b';' {
            // An empty value is written `;name`, any other `;name=value`.
            if rest.ends_with(before) {
                (rest.len(), rest.len())
            } else {
                let equals = earliest + rest[earliest..].find('=')?;
                (equals, equals + 1)
            }
        } else {
            let start = if before.is_empty() {
                earliest
            } else if whole && index == 1 {
                // The first literal stands at the start, however often it is in the value.
                if rest.starts_with(before) {
                    before.len()
                } else {
                    return None;
                }
            } else {
                rest.rfind(before)? + before.len()
            };
            if start < earliest {
                return None;
            }
            (start, start)
        };
        found.push((capture.variable, &rest[start..]));
        rest = &rest[..end];
    }
    Some(rest)
}

/// Matches atoms from the start of `text` and returns what is left of it. Each variable takes as
/// little as the literal after it allows.
fn from_left<'u>(atoms: &[Atom], text: &'u str, found: &mut Found<'u>) -> Option<&'u str> {
    let mut rest = text;
    for (index, atom) in atoms.iter().enumerate() {
        let capture = match atom {
            Atom::Literal(literal) => {
                rest = rest.strip_prefix(literal.as_str())?;
                continue;
            }
            Atom::Capture(capture) => *capture,
        };
        // No two variables are neighbours, so a literal follows.
        let Some(Atom::Literal(after)) = atoms.get(index + 1) else {
            return None;
        };
        if capture.operator == b';' {
            if rest.starts_with(after.as_str()) {
                found.push((capture.variable, ""));
                continue;
            }
            rest = rest.strip_prefix('=')?;
        }
        let end = rest.find(after.as_str())?;
        let (value, tail) = rest.split_at(end);
        if value.contains(|c| ends_value(capture.operator, c)) {
            return None;
        }
        found.push((capture.variable, value));
        rest = tail;
    }
    Some(rest)
}

/// Whether `c`, unencoded, cannot be part of a value: it belongs to the form of the URI.
fn ends_value(operator: u8, c: char) -> bool {
    match operator {
        0 => matches!(c, '/' | '?' | '#' | '&' | ','),
        b'+' => matches!(c, '?' | '#'),
        b'.' => matches!(c, '.' | '/' | '?' | '#'),
        b'/' => matches!(c, '/' | '?' | '#'),
        b';' => matches!(c, ';' | '/' | '?' | '#'),
        b'?' | b'&' => matches!(c, '&' | '#'),
        _ => false,
    }
}

/// Decodes once. `None` if the bytes are not UTF-8; a `%` without two digits stays.
fn percent_decoded(raw: &str) -> Option<String> {
    if !raw.contains('%') {
        return Some(raw.to_owned());
    }
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = match (first, tail) {
            (b'%', [high, low, after @ ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                bytes.push(hex(*high) << 4 | hex(*low));
                after
            }
            _ => {
                bytes.push(*first);
                tail
            }
        };
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 0x20) - b'a' + 10,
    }
}
