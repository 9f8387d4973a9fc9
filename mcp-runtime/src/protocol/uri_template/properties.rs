//! Properties of matching and of the constant functions.

use proptest::prelude::*;

use crate::protocol::uri_template::{Match, UriTemplate, has_variable, variable_count, well_formed};

/// One part of a random template: literal text, or an operator with variables.
#[derive(Clone, Debug)]
enum Part {
    Literal(String),
    Expression(&'static str, Vec<bool>),
}

/// Templates, most of them well-formed; values and literals have no character in common.
fn any_parts() -> impl Strategy<Value = Vec<Part>> {
    let operator = prop::sample::select(vec!["", "+", "#", ".", "/", ";", "?", "&"]);
    let explode = prop::bool::weighted(0.2);
    let part = prop_oneof![
        "[XY~_.é-]{1,2}".prop_map(Part::Literal),
        (operator, prop::collection::vec(explode, 1..3))
            .prop_map(|(operator, variables)| Part::Expression(operator, variables)),
    ];
    prop::collection::vec(part, 1..6)
}

fn template_of(parts: &[Part]) -> String {
    let mut index = 0;
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Literal(literal) => text.push_str(literal),
            Part::Expression(operator, variables) => {
                let names: Vec<String> = variables
                    .iter()
                    .map(|explode| {
                        index += 1;
                        format!("v{}{}", index - 1, if *explode { "*" } else { "" })
                    })
                    .collect();
                text.push_str(&format!("{{{operator}{}}}", names.join(",")));
            }
        }
    }
    text
}

/// The expansion of RFC 6570, section 3.2; the items of a variable are those that share its index.
fn expand(parts: &[Part], values: &[(usize, String)]) -> String {
    let mut index = 0;
    let mut text = String::new();
    for part in parts {
        let (operator, variables) = match part {
            Part::Literal(literal) => {
                text.push_str(literal);
                continue;
            }
            Part::Expression(operator, variables) => (*operator, variables),
        };
        let (mut lead, separator) = match operator {
            "" | "+" => ("", ","),
            "#" => ("#", ","),
            "?" => ("?", "&"),
            same => (same, same),
        };
        for _ in variables {
            for (_, value) in values.iter().filter(|(of, _)| *of == index) {
                text.push_str(lead);
                lead = separator;
                match operator {
                    ";" if value.is_empty() => text.push_str(&format!("v{index}")),
                    ";" | "?" | "&" => text.push_str(&format!("v{index}={value}")),
                    _ => text.push_str(value),
                }
            }
            index += 1;
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn matching_inverts_expansion(
        parts in any_parts(),
        words in prop::collection::vec(prop::collection::vec("[a-z0-9]{0,4}", 1..3), 12),
    ) {
        let Ok(template) = UriTemplate::parse(&template_of(&parts)) else { return Ok(()) };
        let explodes = parts.iter().flat_map(|part| match part {
            Part::Literal(_) => [].iter(),
            Part::Expression(_, variables) => variables.iter(),
        });
        let values: Vec<(usize, String)> = explodes
            .zip(&words)
            .enumerate()
            .flat_map(|(index, (explode, words))| {
                let count = if *explode { words.len() } else { 1 };
                words[..count].iter().map(move |word| (index, word.clone()))
            })
            .collect();
        let uri = expand(&parts, &values);
        match template.matches(&uri) {
            // Another way to expand to the same URI is as good.
            Match::Yes(found) => prop_assert_eq!(expand(&parts, &found), uri),
            Match::Unsafe => prop_assert!(values.iter().any(|(_, value)| value.is_empty())),
            Match::No => prop_assert!(false, "{} does not match", uri),
        }
    }

    #[test]
    fn constants_agree_with_the_parser(template in "[{}{}{}ab_.,:*+#/;?&é]{0,12}") {
        match UriTemplate::parse(&template) {
            Ok(parsed) => {
                prop_assert!(well_formed(&template));
                prop_assert_eq!(variable_count(&template), parsed.variables().count());
                for name in parsed.variables() {
                    prop_assert!(has_variable(&template, name));
                }
                for name in ["a", "b", "ab", ""] {
                    prop_assert_eq!(
                        has_variable(&template, name),
                        parsed.variables().any(|known| known == name)
                    );
                }
            }
            Err(_) => prop_assert!(!well_formed(&template)),
        }
    }

    #[test]
    fn matching_never_panics(parts in any_parts(), uri in "[XYab~_.é/;?&=#,%0-]{0,20}") {
        if let Ok(template) = UriTemplate::parse(&template_of(&parts)) {
            let _ = template.matches(&uri);
        }
    }
}
