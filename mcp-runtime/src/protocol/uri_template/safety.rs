//! The default check of matched values: none may leave a directory that it is joined to.

/// Whether no value contains NUL, is an absolute path, or climbs out with `..`.
///
/// The items of an exploded variable, which share an index, are also checked together: a handler
/// that joins them with `/` must not get an absolute path.
pub(super) fn is_safe(values: &[(usize, String)]) -> bool {
    values.iter().all(|(_, value)| !value.contains('\0') && !is_absolute(value) && !climbs_out(value))
        && values.chunk_by(|(a, _), (b, _)| a == b).all(|items| items.len() == 1 || !items[0].1.is_empty())
}

/// Absolute on any platform: `/`, `\` or a drive such as `C:` at the start.
fn is_absolute(path: &str) -> bool {
    let mut chars = path.chars();
    match chars.next() {
        Some('/' | '\\') => true,
        Some(drive) => drive.is_alphabetic() && chars.next() == Some(':'),
        None => false,
    }
}

/// Whether the `..` components outnumber the names before them at any point.
fn climbs_out(path: &str) -> bool {
    let mut depth = 0_usize;
    for component in path.split(['/', '\\']) {
        match component {
            "" | "." => {}
            ".." => match depth.checked_sub(1) {
                Some(above) => depth = above,
                None => return true,
            },
            _ => depth += 1,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn safe(values: &[&str]) -> bool {
        is_safe(&values.iter().map(|value| (0, (*value).to_owned())).collect::<Vec<_>>())
    }

    #[test]
    fn relative_values_are_safe() {
        for value in ["", "a", "a/b/c", "a/../b", "1.0..2.0", "...", "./a", "ab:c", "1:2"] {
            assert!(safe(&[value]), "{value}");
        }
        assert!(safe(&["a", "", "b"]));
        assert!(safe(&[""]));
    }

    #[test]
    fn values_that_escape_are_not() {
        for value in
            ["..", "../etc", "a/../../b", "a\\..\\..\\b", "./..", "/etc", "\\server", "C:\\a", "c:", "a\0b"]
        {
            assert!(!safe(&[value]), "{value:?}");
        }
        assert!(!safe(&["a", ".."]));
        assert!(!safe(&["", "etc"]));
    }
}
