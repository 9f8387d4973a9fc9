//! A parsed URI template, and why one is refused.

use std::fmt;

use crate::protocol::uri_template::scan::{
    Cursor, Fault, MAX_TEMPLATE_LENGTH, MAX_VARIABLES, Piece, Span, Variable, query_tail, step, validate,
};

/// A URI template that URIs can be matched against.
#[derive(Clone, Debug)]
pub struct UriTemplate {
    /// The names of the variables, in order.
    names: Vec<String>,
    /// What comes before the query expressions.
    pub(super) atoms: Vec<Atom>,
    /// The variables of the query expressions at the end, which match in any order.
    pub(super) query: Option<Vec<usize>>,
}

/// A template that cannot be matched, in words that say what to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    text: String,
}

/// A run of literal text, or one variable. No two of a kind are neighbours.
#[derive(Clone, Debug)]
pub(super) enum Atom {
    Literal(String),
    Capture(Capture),
}

/// A variable that takes a part of the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capture {
    /// Its index among the variables.
    pub variable: usize,
    /// The operator of its expression, or 0 for none.
    pub operator: u8,
    pub explode: bool,
}

impl Capture {
    pub(super) fn is_greedy(self) -> bool {
        self.explode || matches!(self.operator, b'+' | b'#')
    }
}

impl UriTemplate {
    /// Parses a template.
    ///
    /// # Errors
    ///
    /// The template is malformed, too long, or has more than one way to match.
    pub fn parse(template: &str) -> Result<Self, TemplateError> {
        validate(template).map_err(|fault| TemplateError { text: describe(template, fault) })?;
        let text = template.as_bytes();
        let tail = query_tail(text);
        let mut parsed =
            Self { names: Vec::new(), atoms: Vec::new(), query: (tail < text.len()).then(Vec::new) };
        let mut cursor = Cursor::START;
        while let Ok(Some((piece, next))) = step(text, cursor) {
            match piece {
                Piece::Literal(span) => parsed.push_literal(slice(template, span)),
                Piece::Variable(variable) => parsed.push_variable(template, variable, tail),
            }
            cursor = next;
        }
        Ok(parsed)
    }

    /// The names of the variables, in order. Their indices are those of a match.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Whether there is any variable, and so more than one URI that matches.
    #[must_use]
    pub fn has_variables(&self) -> bool {
        !self.names.is_empty()
    }

    pub(super) fn name(&self, variable: usize) -> &str {
        &self.names[variable]
    }

    fn push_variable(&mut self, template: &str, variable: Variable, tail: usize) {
        let name = slice(template, variable.name);
        let index = self.names.len();
        self.names.push(name.to_owned());
        if variable.brace >= tail {
            self.query.get_or_insert_default().push(index);
            return;
        }
        let Variable { operator, explode, first, .. } = variable;
        // The items of an exploded variable bring their separators along.
        match operator {
            _ if explode => {}
            0 | b'+' if first => {}
            b'#' if first => self.push_literal("#"),
            0 | b'+' | b'#' => self.push_literal(","),
            b'.' => self.push_literal("."),
            b'/' => self.push_literal("/"),
            b';' => self.push_literal(&format!(";{name}")),
            b'?' if first => self.push_literal(&format!("?{name}=")),
            _ => self.push_literal(&format!("&{name}=")),
        }
        self.atoms.push(Atom::Capture(Capture { variable: index, operator, explode }));
    }

    fn push_literal(&mut self, text: &str) {
        if let Some(Atom::Literal(last)) = self.atoms.last_mut() {
            last.push_str(text);
        } else {
            self.atoms.push(Atom::Literal(text.to_owned()));
        }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for TemplateError {}

/// Spans begin and end at ASCII characters of the template, so they always slice it.
fn slice(template: &str, span: Span) -> &str {
    template.get(span.start..span.end).unwrap_or_default()
}

fn describe(template: &str, fault: Fault) -> String {
    let of = |span| slice(template, span);
    match fault {
        Fault::TooLong => format!("Template exceeds maximum length of {MAX_TEMPLATE_LENGTH}"),
        Fault::TooManyVariables => {
            format!("Template exceeds maximum of {MAX_VARIABLES} variables")
        }
        Fault::Unclosed { brace } => format!("Unclosed expression at position {brace}"),
        Fault::Empty { brace } => format!("Empty expression at position {brace}"),
        Fault::OperatorOnly { brace } => {
            format!("Expression has operator but no variables at position {brace}")
        }
        Fault::Prefix { spec, brace } => {
            format!("Prefix modifier {{var:N}} is not supported (in '{}' at position {brace})", of(spec))
        }
        Fault::Name { name, brace } => {
            format!("Invalid variable name '{}' at position {brace}", of(name))
        }
        Fault::Explode { spec, operator } => {
            let operator = if operator == 0 { String::new() } else { char::from(operator).into() };
            format!("Explode modifier on {{{operator}{}}} is not supported for matching", of(spec))
        }
        Fault::Repeated { name } => {
            format!("Variable '{}' appears more than once; repeated variables are not supported", of(name))
        }
        Fault::SecondQuery => "Template contains more than one {?...} expression; use {?a,b} or \
                               {?a}{&b} for multiple query parameters"
            .to_owned(),
        Fault::Adjacent { left, right } => format!(
            "Variables '{}' and '{}' are adjacent with no literal separator; matching cannot \
             determine where one ends and the other begins. Add a literal between them or use a \
             single variable.",
            of(left),
            of(right)
        ),
        Fault::SecondGreedy => "Template contains more than one multi-segment variable ({+var}, \
                                {#var}, or explode modifier); matching would be ambiguous"
            .to_owned(),
    }
}
