//! Every keyword that an author can write in an attribute.

/// The marker of a parameter that takes a resolver's value.
pub const RESOLVE: &str = "resolve";
/// The options of a parameter that is an argument.
pub const ARG: &str = "arg";
/// The options of a form.
pub const FORM: &str = "form";
/// The options of a form's field.
pub const FIELD: &str = "field";
/// The options of a choice's variant.
pub const CHOICE: &str = "choice";

pub const ANNOTATIONS: &str = "annotations";
pub const BLOCKING: &str = "blocking";
pub const CRATE: &str = "crate";
pub const DEFAULT: &str = "default";
pub const FORMAT: &str = "format";
pub const ICONS: &str = "icons";
pub const KEY: &str = "key";
pub const LENGTH: &str = "length";
pub const META: &str = "meta";
pub const MIME_TYPE: &str = "mime_type";
pub const NAME: &str = "name";
pub const PATTERN: &str = "pattern";
pub const RANGE: &str = "range";
pub const REMEMBER: &str = "remember";
pub const TITLE: &str = "title";

pub const READ_ONLY: &str = "read_only";
pub const DESTRUCTIVE: &str = "destructive";
pub const IDEMPOTENT: &str = "idempotent";
pub const OPEN_WORLD: &str = "open_world";

/// What `#[mcp::tool(..)]` takes.
pub const TOOL_OPTIONS: &[&str] = &[NAME, TITLE, ANNOTATIONS, ICONS, META, BLOCKING, CRATE];
/// What `annotations(..)` takes.
pub const ANNOTATIONS_OPTIONS: &[&str] = &[READ_ONLY, DESTRUCTIVE, IDEMPOTENT, OPEN_WORLD];
/// What `#[mcp::prompt(..)]` takes.
pub const PROMPT_OPTIONS: &[&str] = &[NAME, TITLE, BLOCKING, CRATE];
/// What `#[mcp::resource("..", ..)]` takes.
pub const RESOURCE_OPTIONS: &[&str] = &[NAME, TITLE, MIME_TYPE, BLOCKING, CRATE];
/// What `#[mcp::resolver(..)]` takes.
pub const RESOLVER_OPTIONS: &[&str] = &[KEY, REMEMBER, BLOCKING, CRATE];
/// What `#[arg(..)]` takes.
pub const ARG_OPTIONS: &[&str] = &[DEFAULT, NAME, RANGE, LENGTH, PATTERN];
/// What `#[form(..)]` takes.
pub const FORM_OPTIONS: &[&str] = &[CRATE];
/// What `#[field(..)]` takes.
pub const FIELD_OPTIONS: &[&str] = &[TITLE, NAME, DEFAULT, RANGE, LENGTH, FORMAT];
/// What `#[choice(..)]` takes.
pub const CHOICE_OPTIONS: &[&str] = &[NAME, TITLE];

/// The formats that a form's text can have.
pub const FORMATS: &[&str] = &["email", "uri", "date", "date-time"];

/// The alternatives as a sentence lists them.
pub fn one_of(legal: &[&str]) -> String {
    let quoted: Vec<String> = legal.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [only] => format!("expected {only}"),
        _ => format!("expected one of {}", quoted.join(", ")),
    }
}
