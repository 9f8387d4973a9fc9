//! The place of a value inside an argument, kept on the stack until a violation needs its text.

use std::fmt;

/// A member name longer than this is cut in paths: names come from the other side.
const LONGEST_NAME: usize = 64;

/// A place such as `items[2].price`.
#[derive(Clone, Copy)]
pub(super) enum Path<'a> {
    /// Where the caller said that the value is.
    Root(&'a str),
    /// A member of an object.
    Member(&'a Path<'a>, &'a str),
    /// An item of an array.
    Item(&'a Path<'a>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Path::Root(name) => f.write_str(name),
            Path::Item(parent, index) => write!(f, "{parent}[{index}]"),
            Path::Member(Path::Root(""), name) if is_plain(name) => f.write_str(name),
            Path::Member(parent, name) if is_plain(name) => write!(f, "{parent}.{name}"),
            Path::Member(parent, name) => {
                let short: String = name.chars().take(LONGEST_NAME).collect();
                let cut = if short.len() < name.len() { "…" } else { "" };
                write!(f, "{parent}[{}{cut}]", serde_json::Value::from(short))
            }
        }
    }
}

fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= LONGEST_NAME
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renders_plain_and_odd_names() {
        let root = Path::Root("order");
        let items = Path::Member(&root, "items");
        let item = Path::Item(&items, 2);
        assert_eq!(Path::Member(&item, "price").to_string(), "order.items[2].price");
        assert_eq!(Path::Member(&root, "a \"b\"\n").to_string(), r#"order["a \"b\"\n"]"#);
        assert_eq!(Path::Member(&Path::Root(""), "title").to_string(), "title");
        let long = "é".repeat(100);
        assert_eq!(
            Path::Member(&root, &long).to_string(),
            format!("order[\"{}\"…]", "é".repeat(LONGEST_NAME))
        );
    }
}
