//! Where an operator keeps secrets: a variable of the environment, or a file.

use std::env::VarError;
use std::path::Path;

use zeroize::Zeroizing;

use crate::seal::keys::Secret;
use crate::seal::policy::PolicyError;

/// The secrets in a variable; `None` if it is not set.
pub(super) fn from_env(variable: &str) -> Result<Option<Vec<Secret>>, PolicyError> {
    match std::env::var(variable) {
        Ok(text) => Ok(Some(listed(&Zeroizing::new(text)))),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(PolicyError::Unreadable {
            source: variable.to_owned(),
            why: "it is no UTF-8 text".to_owned(),
        }),
    }
}

/// The secrets in a file.
pub(super) fn from_file(path: &Path) -> Result<Vec<Secret>, PolicyError> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(listed(&Zeroizing::new(text))),
        Err(error) => {
            Err(PolicyError::Unreadable { source: path.display().to_string(), why: error.to_string() })
        }
    }
}

/// One secret a line, or several with commas between them.
///
/// A line that begins with `#` is skipped: taken for a secret, a comment that is long enough would
/// be a key that everybody knows who can read the comment.
fn listed(text: &str) -> Vec<Secret> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#'))
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .filter(|secret| !secret.is_empty())
        .map(Secret::from)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::keys::KeyRing;

    fn count(text: &str) -> usize {
        listed(text).len()
    }

    #[test]
    fn secrets_are_told_apart_and_comments_are_none() {
        assert_eq!(count(""), 0);
        assert_eq!(count(" \n\r\n,, "), 0);
        assert_eq!(count("one"), 1);
        assert_eq!(count("one,two, three"), 3);
        assert_eq!(count("one\r\n  two\n\nthree\n"), 3);
        assert_eq!(count("# made for the fleet, by the people who run it, last week\none\n  # two\n"), 1);
    }

    #[test]
    fn white_space_around_a_secret_is_not_part_of_it() {
        let secret = "0123456789abcdef0123456789abcdef";
        let id = |text: &str| KeyRing::of(&listed(text)).unwrap().sealing().id;
        assert_eq!(id(secret), id(&format!("\t{secret} \r\n")));
        assert_eq!(id(secret), KeyRing::of(&[secret.into()]).unwrap().sealing().id);
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = from_file(Path::new("/no/such/file of keys")).unwrap_err().to_string();
        assert!(error.contains("/no/such/file of keys"), "{error}");
    }
}
