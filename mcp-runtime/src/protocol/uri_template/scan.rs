//! The grammar of URI templates, usable in constants.

/// A template longer than this is refused.
pub(super) const MAX_TEMPLATE_LENGTH: usize = 8_192;
/// A template with more variables than this is refused.
pub(super) const MAX_VARIABLES: usize = 256;

/// Whether `template` can be parsed, and so matched.
#[must_use]
pub const fn well_formed(template: &str) -> bool {
    validate(template).is_ok()
}

/// Whether `template`, which is well-formed, has a variable of this name.
#[must_use]
pub const fn has_variable(template: &str, name: &str) -> bool {
    let bytes = template.as_bytes();
    let name_bytes = name.as_bytes();
    let whole = Span { start: 0, end: name_bytes.len() };
    let mut cursor = Cursor::START;
    while let Ok(Some((piece, next))) = step(bytes, cursor) {
        if let Piece::Variable(variable) = piece
            && same(bytes, variable.name, name_bytes, whole)
        {
            return true;
        }
        cursor = next;
    }
    false
}

/// How many variables `template`, which is well-formed, has.
#[must_use]
pub const fn variable_count(template: &str) -> usize {
    let bytes = template.as_bytes();
    let mut count = 0;
    let mut cursor = Cursor::START;
    while let Ok(Some((piece, next))) = step(bytes, cursor) {
        if let Piece::Variable(_) = piece {
            count += 1;
        }
        cursor = next;
    }
    count
}

/// A part of the template's text.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub start: usize,
    pub end: usize,
}

/// One variable of an expression.
#[derive(Clone, Copy)]
pub(super) struct Variable {
    pub name: Span,
    /// The operator of its expression, or 0 for none.
    pub operator: u8,
    /// Whether it has the modifier `*`.
    pub explode: bool,
    /// Whether it is the first of its expression.
    pub first: bool,
    /// Where its expression begins.
    pub brace: usize,
}

impl Variable {
    /// Whether its value may reach over several path segments.
    pub(super) const fn is_greedy(self) -> bool {
        self.explode || matches!(self.operator, b'+' | b'#')
    }

    /// Whether the expansion has literal text of its own before the value.
    const fn has_lead(self) -> bool {
        !self.explode && (!self.first || !matches!(self.operator, 0 | b'+'))
    }
}

/// The next thing in a template.
#[derive(Clone, Copy)]
pub(super) enum Piece {
    Literal(Span),
    Variable(Variable),
}

/// Why a template cannot be used.
#[derive(Clone, Copy)]
pub(super) enum Fault {
    TooLong,
    TooManyVariables,
    Unclosed { brace: usize },
    Empty { brace: usize },
    OperatorOnly { brace: usize },
    Prefix { spec: Span, brace: usize },
    Name { name: Span, brace: usize },
    Explode { spec: Span, operator: u8 },
    Repeated { name: Span },
    SecondQuery,
    Adjacent { left: Span, right: Span },
    SecondGreedy,
}

/// How far a template has been read.
#[derive(Clone, Copy)]
pub(super) struct Cursor {
    at: usize,
    /// The expression being read: its operator, its brace, and whether a variable was read.
    inside: Option<(u8, usize, bool)>,
}

impl Cursor {
    pub(super) const START: Self = Self { at: 0, inside: None };
}

/// Reads one piece. `None` is the end of the template.
pub(super) const fn step(text: &[u8], mut cursor: Cursor) -> Result<Option<(Piece, Cursor)>, Fault> {
    if cursor.inside.is_none() {
        if cursor.at >= text.len() {
            return Ok(None);
        }
        if text[cursor.at] != b'{' {
            let end = find(text, cursor.at, text.len(), b'{');
            let literal = Piece::Literal(Span { start: cursor.at, end });
            return Ok(Some((literal, Cursor { at: end, inside: None })));
        }
        cursor = match open(text, cursor.at) {
            Ok(cursor) => cursor,
            Err(fault) => return Err(fault),
        };
    }
    match cursor.inside {
        Some((operator, brace, begun)) => variable(text, cursor.at, operator, brace, !begun),
        None => Ok(None),
    }
}

/// Checks everything that makes a template unusable, in the order in which it is reported.
pub(super) const fn validate(template: &str) -> Result<(), Fault> {
    let text = template.as_bytes();
    if text.len() > MAX_TEMPLATE_LENGTH {
        return Err(Fault::TooLong);
    }
    if let Err(fault) = validate_pieces(text) {
        return Err(fault);
    }
    if let Err(fault) = validate_names(text) {
        return Err(fault);
    }
    validate_borders(text)
}

/// Where the query expressions at the end begin that are matched in any order, or the length of
/// the text if there are none. It is asked of well-formed pieces only.
pub(super) const fn query_tail(text: &[u8]) -> usize {
    let mut tail = text.len();
    // A URI is split at its first `?` and `#`, so those of the template must not come earlier.
    let mut blocked = false;
    let mut cursor = Cursor::START;
    while let Ok(Some((piece, next))) = step(text, cursor) {
        match piece {
            Piece::Variable(Variable { operator: b'&', .. }) => {}
            Piece::Variable(Variable { operator: b'?', first, brace, .. }) => {
                if first && !blocked {
                    tail = brace;
                    blocked = true;
                }
            }
            Piece::Variable(variable) => {
                tail = text.len();
                blocked = blocked || variable.operator == b'#';
            }
            Piece::Literal(span) => {
                tail = text.len();
                blocked = blocked
                    || find(text, span.start, span.end, b'?') < span.end
                    || find(text, span.start, span.end, b'#') < span.end;
            }
        }
        cursor = next;
    }
    tail
}

/// Enters the expression at `brace`.
const fn open(text: &[u8], brace: usize) -> Result<Cursor, Fault> {
    let close = find(text, brace, text.len(), b'}');
    if close == text.len() {
        return Err(Fault::Unclosed { brace });
    }
    let body = brace + 1;
    if body == close {
        return Err(Fault::Empty { brace });
    }
    let operator = match text[body] {
        operator @ (b'+' | b'#' | b'.' | b'/' | b';' | b'?' | b'&') => operator,
        _ => 0,
    };
    let at = if operator == 0 { body } else { body + 1 };
    if at == close {
        return Err(Fault::OperatorOnly { brace });
    }
    Ok(Cursor { at, inside: Some((operator, brace, false)) })
}

/// Reads one variable of an expression that is known to be closed.
const fn variable(
    text: &[u8],
    start: usize,
    operator: u8,
    brace: usize,
    first: bool,
) -> Result<Option<(Piece, Cursor)>, Fault> {
    let mut end = start;
    while text[end] != b',' && text[end] != b'}' {
        end += 1;
    }
    let spec = Span { start, end };
    if find(text, start, end, b':') < end {
        return Err(Fault::Prefix { spec, brace });
    }
    let explode = end > start && text[end - 1] == b'*';
    let name = Span { start, end: if explode { end - 1 } else { end } };
    if !is_name(text, name) {
        return Err(Fault::Name { name, brace });
    }
    if explode && !matches!(operator, b'/' | b'.' | b';') {
        return Err(Fault::Explode { spec, operator });
    }
    let inside = if text[end] == b',' { Some((operator, brace, true)) } else { None };
    let piece = Piece::Variable(Variable { name, operator, explode, first, brace });
    Ok(Some((piece, Cursor { at: end + 1, inside })))
}

/// Letters, digits and underscores, in groups joined by single dots.
const fn is_name(text: &[u8], name: Span) -> bool {
    let mut at = name.start;
    let mut after_dot = true;
    while at < name.end {
        match text[at] {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' => after_dot = false,
            b'.' if !after_dot => after_dot = true,
            _ => return false,
        }
        at += 1;
    }
    !after_dot
}

const fn validate_pieces(text: &[u8]) -> Result<(), Fault> {
    let mut count = 0;
    let mut cursor = Cursor::START;
    loop {
        match step(text, cursor) {
            Ok(Some((piece, next))) => {
                if let Piece::Variable(_) = piece {
                    count += 1;
                    if count > MAX_VARIABLES {
                        return Err(Fault::TooManyVariables);
                    }
                }
                cursor = next;
            }
            Ok(None) => return Ok(()),
            Err(fault) => return Err(fault),
        }
    }
}

/// No name twice: both would have to match the same text. And one `?` only, as in any URI.
const fn validate_names(text: &[u8]) -> Result<(), Fault> {
    let mut queries = 0;
    let mut cursor = Cursor::START;
    while let Ok(Some((piece, next))) = step(text, cursor) {
        if let Piece::Variable(variable) = piece {
            let mut later = next;
            while let Ok(Some((piece, next))) = step(text, later) {
                if let Piece::Variable(other) = piece
                    && same(text, variable.name, text, other.name)
                {
                    return Err(Fault::Repeated { name: other.name });
                }
                later = next;
            }
            if variable.operator == b'?' && variable.first {
                queries += 1;
            }
        }
        cursor = next;
    }
    if queries > 1 { Err(Fault::SecondQuery) } else { Ok(()) }
}

/// Every variable outside the query is bordered by literal text, and at most one is greedy.
const fn validate_borders(text: &[u8]) -> Result<(), Fault> {
    let tail = query_tail(text);
    let mut greedy = false;
    let mut left: Option<Span> = None;
    let mut cursor = Cursor::START;
    while let Ok(Some((piece, next))) = step(text, cursor) {
        match piece {
            Piece::Literal(_) => left = None,
            Piece::Variable(variable) if variable.brace >= tail => {}
            Piece::Variable(variable) => {
                if let Some(left) = left
                    && !variable.has_lead()
                {
                    return Err(Fault::Adjacent { left, right: variable.name });
                }
                if variable.is_greedy() {
                    if greedy {
                        return Err(Fault::SecondGreedy);
                    }
                    greedy = true;
                }
                left = Some(variable.name);
            }
        }
        cursor = next;
    }
    Ok(())
}

/// The first place of `byte` between `start` and `end`, or `end`.
const fn find(text: &[u8], start: usize, end: usize, byte: u8) -> usize {
    let mut at = start;
    while at < end && text[at] != byte {
        at += 1;
    }
    at
}

const fn same(a: &[u8], in_a: Span, b: &[u8], in_b: Span) -> bool {
    if in_a.end - in_a.start != in_b.end - in_b.start {
        return false;
    }
    let mut offset = 0;
    while in_a.start + offset < in_a.end {
        if a[in_a.start + offset] != b[in_b.start + offset] {
            return false;
        }
        offset += 1;
    }
    true
}

// The functions above are promised to work in constants.
const _: () = assert!(
    well_formed("file://{dir}/{+path}{?page,size}")
        && !well_formed("{a}{b}")
        && has_variable("file://{dir}/{+path}{?page,size}", "size")
        && !has_variable("{page}", "pag")
        && variable_count("file://{dir}/{+path}{?page,size}") == 4
);
