//! Forms: what a user can be asked for, flat by construction (client/elicitation).

use serde_json::{Map, Value, json};

use crate::schema::{Checker, Constraints};

/// A form: a struct whose fields are strings, numbers, booleans, choices, lists of choices, or
/// `Option`s of these. Derive it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form",
    label = "not a form",
    note = "put `#[derive(Clone, mcp::Form)]` on a struct of strings, numbers, booleans and enums"
)]
pub trait Form: Clone + Send + Sync + 'static {
    /// The form's fields, rendered once.
    fn schema() -> &'static FormSchema;

    /// Reads the fields; `None` if one of them does not fit.
    fn read(reader: &FormReader) -> Option<Self>;
}

/// The page that `Elicit::url` opens asks for nothing.
impl Form for () {
    fn schema() -> &'static FormSchema {
        static SCHEMA: std::sync::LazyLock<FormSchema> =
            std::sync::LazyLock::new(|| FormSchema::new(Vec::new()));
        &SCHEMA
    }

    fn read(_: &FormReader) -> Option<Self> {
        Some(())
    }
}

/// A field of a form.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a form",
    label = "not a string, number, boolean or enum",
    note = "a form is flat: use strings, numbers, booleans, enums with `#[derive(Clone, mcp::Form)]`, \
            lists of such enums, or `Option`s of these"
)]
pub trait FormField: Sized {
    /// Whether the field may be left out.
    const OPTIONAL: bool = false;

    /// The field's JSON Schema.
    fn schema() -> Value;

    /// Reads a value; `None` if it does not fit.
    fn read(value: &Value) -> Option<Self>;

    /// The value as JSON, to show a default.
    fn write(&self) -> Value;

    /// What stands for a field that was left out.
    fn absent() -> Option<Self> {
        None
    }
}

/// An enum without data, from whose variants the user chooses. Derive [`Form`] on it.
#[diagnostic::on_unimplemented(
    message = "a list in a form holds choices, not `{Self}`",
    label = "not an enum that derives `mcp::Form`",
    note = "use a list of an enum with `#[derive(Clone, mcp::Form)]`"
)]
pub trait Choice: Clone + Send + Sync + 'static {
    /// The values on the wire, with what people read where that differs.
    const CHOICES: &'static [(&'static str, Option<&'static str>)];

    /// The variant of that index.
    fn choice(index: usize) -> Option<Self>;

    /// The index of this variant.
    fn index(&self) -> usize;
}

/// One field of a form, as the derive describes it.
pub struct Field<T> {
    name: &'static str,
    title: &'static str,
    description: Option<&'static str>,
    constraints: Constraints,
    format: Option<&'static str>,
    default: Option<fn() -> T>,
    schema: fn() -> Value,
    read: fn(&Value) -> Option<T>,
    write: fn(&T) -> Value,
    absent: fn() -> Option<T>,
    optional: bool,
}

impl Field<()> {
    /// A field of type `T` and of that name on the wire, with a name for people.
    #[must_use]
    pub const fn of<T: FormField>(name: &'static str, title: &'static str) -> Field<T> {
        Field {
            name,
            title,
            description: None,
            constraints: Constraints::NONE,
            format: None,
            default: None,
            schema: T::schema,
            read: T::read,
            write: T::write,
            absent: T::absent,
            optional: T::OPTIONAL,
        }
    }
}

impl<T> Field<T> {
    /// Says what it is.
    #[must_use]
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = Some(description);
        self
    }

    /// Limits it.
    #[must_use]
    pub const fn constraints(mut self, constraints: Constraints) -> Self {
        self.constraints = constraints;
        self
    }

    /// Names the format of its text.
    #[must_use]
    pub const fn format(mut self, format: &'static str) -> Self {
        self.format = Some(format);
        self
    }

    /// Says what stands for it when it is left out.
    #[must_use]
    pub const fn default(mut self, default: fn() -> T) -> Self {
        self.default = Some(default);
        self
    }

    /// Renders it.
    #[must_use]
    pub fn property(&self) -> Property {
        let mut schema = (self.schema)();
        self.constraints.apply(&mut schema);
        if let Value::Object(members) = &mut schema {
            members.insert("title".into(), self.title.into());
            for (key, text) in [("description", self.description), ("format", self.format)] {
                if let Some(text) = text {
                    members.insert(key.into(), text.into());
                }
            }
            if let Some(default) = self.default {
                members.insert("default".into(), (self.write)(&default()));
            }
        }
        Property { name: self.name, schema, required: !self.optional && self.default.is_none() }
    }
}

/// One property of a form's schema.
pub struct Property {
    name: &'static str,
    schema: Value,
    required: bool,
}

/// The rendered fields of a form.
pub struct FormSchema {
    requested: Value,
    checker: Option<Checker>,
    empty: bool,
}

impl FormSchema {
    /// Renders the fields.
    #[must_use]
    pub fn new(fields: Vec<Property>) -> Self {
        let required: Vec<&str> =
            fields.iter().filter(|field| field.required).map(|field| field.name).collect();
        let empty = fields.is_empty();
        let required = json!(required);
        let properties: Map<String, Value> =
            fields.into_iter().map(|field| (field.name.to_owned(), field.schema)).collect();
        let mut requested = json!({ "type": "object", "properties": properties });
        if required.as_array().is_some_and(|names| !names.is_empty()) {
            requested["required"] = required;
        }
        let checker = Checker::compile(&requested).ok();
        Self { requested, checker, empty }
    }

    /// The schema as `requestedSchema` carries it.
    #[must_use]
    pub fn requested_schema(&self) -> &Value {
        &self.requested
    }

    /// Whether the form has no field.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.empty
    }

    /// Checks an accepted content and reads it.
    ///
    /// # Errors
    /// What does not fit, by field, without the values.
    pub fn read<T: Form>(&self, content: Map<String, Value>) -> Result<T, String> {
        let content = Value::Object(content);
        let found = self.checker.as_ref().map(|checker| checker.check(&content, "")).unwrap_or_default();
        let reader = FormReader { content };
        let read = if found.is_empty() { T::read(&reader) } else { None };
        read.ok_or_else(|| {
            let fields: Vec<String> = found
                .iter()
                .map(|violation| format!("{}: expected {}", violation.path, violation.expected))
                .collect();
            let mut why =
                "an accepted elicitation whose content does not match the requested schema".to_owned();
            if !fields.is_empty() {
                why.push_str(": ");
                why.push_str(&fields.join("; "));
            }
            why
        })
    }
}

/// The content of an accepted form, read field by field.
pub struct FormReader {
    content: Value,
}

impl FormReader {
    /// Reads a field; one that was left out has its default.
    #[must_use]
    pub fn field<T>(&self, field: &Field<T>) -> Option<T> {
        match self.content.get(field.name) {
            None | Some(Value::Null) => field.default.map(|default| default()).or_else(field.absent),
            Some(value) => (field.read)(value),
        }
    }
}

impl FormField for String {
    fn schema() -> Value {
        json!({ "type": "string" })
    }

    fn read(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }

    fn write(&self) -> Value {
        self.as_str().into()
    }
}

impl FormField for bool {
    fn schema() -> Value {
        json!({ "type": "boolean" })
    }

    fn read(value: &Value) -> Option<Self> {
        value.as_bool()
    }

    fn write(&self) -> Value {
        (*self).into()
    }
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl FormField for $type {
            fn schema() -> Value {
                let mut schema = json!({ "type": "integer" });
                // Wider bounds cannot be written in JSON and cannot be left by what it can carry.
                if size_of::<$type>() < size_of::<i64>() {
                    schema["minimum"] = json!(<$type>::MIN);
                    schema["maximum"] = json!(<$type>::MAX);
                } else if <$type>::MIN == 0 {
                    schema["minimum"] = json!(0);
                }
                schema
            }

            fn read(value: &Value) -> Option<Self> {
                if let Some(number) = value.as_i64() {
                    return Self::try_from(number).ok();
                }
                if let Some(number) = value.as_u64() {
                    return Self::try_from(number).ok();
                }
                // JSON Schema counts 3.0 as an integer.
                let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
                format!("{number:.0}").parse().ok()
            }

            fn write(&self) -> Value {
                (*self).into()
            }
        }
    )*};
}

integers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

impl FormField for f64 {
    fn schema() -> Value {
        json!({ "type": "number" })
    }

    fn read(value: &Value) -> Option<Self> {
        value.as_f64()
    }

    fn write(&self) -> Value {
        (*self).into()
    }
}

impl FormField for f32 {
    fn schema() -> Value {
        json!({ "type": "number" })
    }

    #[expect(clippy::cast_possible_truncation, reason = "the author chose the smaller type")]
    fn read(value: &Value) -> Option<Self> {
        value.as_f64().map(|number| number as Self)
    }

    fn write(&self) -> Value {
        (*self).into()
    }
}

impl<T: FormField> FormField for Option<T> {
    const OPTIONAL: bool = true;

    fn schema() -> Value {
        T::schema()
    }

    fn read(value: &Value) -> Option<Self> {
        T::read(value).map(Some)
    }

    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::write)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Choice> FormField for Vec<T> {
    fn schema() -> Value {
        let mut items = choices::<T>();
        if let Some(titled) = items.as_object_mut().and_then(|items| items.remove("oneOf")) {
            items = json!({ "anyOf": titled });
        }
        json!({ "type": "array", "items": items })
    }

    fn read(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(read_choice).collect()
    }

    fn write(&self) -> Value {
        self.iter().map(write_choice).collect()
    }
}

/// The schema of a single choice. The derive calls it for the `FormField` that an enum is, too.
#[must_use]
pub fn choices<T: Choice>() -> Value {
    if T::CHOICES.iter().any(|(_, title)| title.is_some()) {
        let titled: Vec<Value> = T::CHOICES
            .iter()
            .map(|(value, title)| json!({ "const": value, "title": title.unwrap_or(value) }))
            .collect();
        return json!({ "type": "string", "oneOf": titled });
    }
    let values: Vec<&str> = T::CHOICES.iter().map(|(value, _)| *value).collect();
    json!({ "type": "string", "enum": values })
}

/// Reads a single choice.
#[must_use]
pub fn read_choice<T: Choice>(value: &Value) -> Option<T> {
    let value = value.as_str()?;
    T::choice(T::CHOICES.iter().position(|(choice, _)| *choice == value)?)
}

/// Writes a single choice.
#[must_use]
pub fn write_choice<T: Choice>(choice: &T) -> Value {
    T::CHOICES.get(choice.index()).map_or(Value::Null, |(value, _)| (*value).into())
}
