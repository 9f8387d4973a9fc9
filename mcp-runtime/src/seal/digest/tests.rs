//! Which arguments count as equal, and which do not.

use proptest::prelude::*;
use serde_json::Value;

use super::*;

fn arguments_digest(raw: Option<&str>) -> Result<blake3::Hash, ArgumentsError> {
    Arguments::read(raw).map(|arguments| arguments.digest())
}

fn digest(raw: &str) -> blake3::Hash {
    arguments_digest(Some(raw)).unwrap_or_else(|error| panic!("{raw}: {error}"))
}

fn error(raw: &str) -> ArgumentsError {
    arguments_digest(Some(raw)).expect_err(raw)
}

#[track_caller]
fn all_equal(texts: &[&str]) {
    for text in texts {
        assert_eq!(digest(text), digest(texts[0]), "{text} and {}", texts[0]);
    }
}

#[track_caller]
fn all_differ(texts: &[&str]) {
    for (index, one) in texts.iter().enumerate() {
        for other in &texts[..index] {
            assert_ne!(digest(one), digest(other), "{one} and {other}");
        }
    }
}

/// Tokens in flight must survive an upgrade, so the canonical form may not drift.
#[test]
fn the_digest_is_pinned() {
    let raw = r#"{"b":[1,-2.50e+3,"\u00e9\ud800",{}],"a":{"y":null,"x":[true,false]}}"#;
    let canonical = b"{\"a\xff{\"x\xff[tf]\"y\xffn}\"b\xff[1\xff-2.50e+3\xff\"\xc3\xa9\xed\xa0\x80\xff{}]}";
    assert_eq!(digest(raw), blake3::hash(canonical));
}

#[test]
fn absent_null_and_empty_are_equal() {
    let absent = arguments_digest(None).unwrap();
    for raw in ["null", "{}", " null\n", "{ }", "\t{\r\n}"] {
        assert_eq!(digest(raw), absent, "{raw}");
    }
    for raw in [r#"{"a":null}"#, "[]", "false", "0", r#""""#, r#""n""#, r#""{}""#] {
        assert_ne!(digest(raw), absent, "{raw}");
    }
}

#[test]
fn only_the_arguments_themselves_may_be_null_or_empty_alike() {
    all_differ(&["{}", r#"{"a":null}"#, r#"{"a":{}}"#, r#"{"a":[]}"#, r#"{"a":""}"#]);
}

#[test]
fn the_order_of_members_does_not_matter() {
    all_equal(&[r#"{"a":1,"b":2,"c":3}"#, r#"{"c":3,"a":1,"b":2}"#, r#"{"b":2,"c":3,"a":1}"#]);
    all_equal(&[
        r#"{"o":{"x":{"p":1,"q":2},"y":0},"n":[{"a":1,"b":2}]}"#,
        r#"{"n":[{"b":2,"a":1}],"o":{"y":0,"x":{"q":2,"p":1}}}"#,
    ]);
}

#[test]
fn the_order_of_elements_matters() {
    all_differ(&["[1,2]", "[2,1]", "[[1],2]", "[[1,2]]", "[1,[2]]", "[12]"]);
}

#[test]
fn numbers_and_their_spellings_differ() {
    all_differ(&[
        r#"{"n":1}"#,
        r#"{"n":1.0}"#,
        r#"{"n":"1"}"#,
        r#"{"n":1e0}"#,
        r#"{"n":1E0}"#,
        r#"{"n":-1}"#,
        r#"{"n":0}"#,
        r#"{"n":-0}"#,
        r#"{"n":true}"#,
        r#"{"n":[1]}"#,
    ]);
}

#[test]
fn digits_beyond_a_double_count() {
    all_differ(&[
        "[9007199254740992]",
        "[9007199254740993]",
        "[9007199254740993.0]",
        "[0.1]",
        "[0.1000000000000000055511151231257827]",
        "[1e400]",
        "[1e401]",
        "[18446744073709551616]",
        "[18446744073709551617]",
    ]);
}

#[test]
fn extra_members_count() {
    all_differ(&[r#"{"a":1}"#, r#"{"a":1,"b":null}"#, r#"{"a":1,"_":0}"#, r#"{"b":1}"#]);
}

#[test]
fn white_space_does_not_matter_outside_strings() {
    all_equal(&[r#"{"a":[1,"x y"]}"#, " {\n\t\"a\" :\r[ 1 , \"x y\" ] } "]);
    all_differ(&[r#"["x y"]"#, r#"["xy"]"#, r#"["x  y"]"#]);
}

#[test]
fn escapes_do_not_matter() {
    all_equal(&[r#"{"A":"A"}"#, r#"{"\u0041":"\u0041"}"#]);
    all_equal(&[r#"["\n\t\r\b\f\/\"\\"]"#, r#"["\u000a\u0009\u000D\u0008\u000c/\u0022\u005c"]"#]);
    all_equal(&[r#"["é€😀"]"#, r#"["\u00e9\u20AC\ud83d\uDE00"]"#]);
    all_differ(&[r#"["\\n"]"#, r#"["\n"]"#, r#"["n"]"#, r#"["\\u0041"]"#, r#"["A"]"#]);
}

#[test]
fn lone_surrogates_have_digests_of_their_own() {
    all_differ(&[
        r#"["\ud800"]"#,
        r#"["\udfff"]"#,
        r#"["\udc00\ud800"]"#,
        r#"["\ud800\udc00"]"#,
        r#"["\ud800\ud800"]"#,
        r#"["\ud800\ud800\udc00"]"#,
        r#"["\ud800\\udc00"]"#,
        r#"["\ud800A"]"#,
        r#"["\ud800\u0042"]"#,
        r#"["\ufffd"]"#,
    ]);
    all_equal(&[r#"["\ud800A"]"#, r#"["\uD800\u0041"]"#]);
    assert_eq!(error(r#"{"\ud800":1,"\uD800":2}"#), ArgumentsError::Duplicate);
}

#[test]
fn every_code_unit_has_a_digest_of_its_own() {
    let digests: std::collections::HashSet<_> =
        (0..=u16::MAX).map(|unit| *digest(&format!(r#""\u{unit:04x}""#)).as_bytes()).collect();
    assert_eq!(digests.len(), 1 << 16);
}

#[test]
fn structure_cannot_be_forged_by_content() {
    all_differ(&[
        r#"["a","b"]"#,
        r#"["a\",\"b"]"#,
        r#"["a\"b"]"#,
        r#"["ab",""]"#,
        r#"["","ab"]"#,
        r#"{"a":"b"}"#,
        r#"["a",["b"]]"#,
        r#"[["a"],"b"]"#,
        r#"["}{"]"#,
        r#"["]"]"#,
    ]);
}

#[test]
fn long_values_count_in_full() {
    let of = |tail: &str| format!(r#"{{"z":"{}{tail}","a":[["{}"]]}}"#, "x".repeat(500), "y".repeat(500));
    all_differ(&[&of(""), &of("x"), &of("y")]);
    let other_order = format!(r#"{{"a":[["{}"]],"z":"{}"}}"#, "y".repeat(500), "x".repeat(500));
    assert_eq!(digest(&of("")), digest(&other_order));
    // A value that is written like the digest that stands for a long one is still another value.
    let long = format!(r#"["{}"]"#, "x".repeat(500));
    assert_ne!(digest(&long), digest(r#"["@"]"#));
}

/// Where long values are folded is part of the canonical form as well.
#[test]
fn the_digest_of_a_long_value_is_pinned() {
    for (length, folds) in [(254, false), (255, true)] {
        let text = "x".repeat(length);
        let alone = [b"\"", text.as_bytes(), b"\xff"].concat();
        let stands =
            if folds { [b"@", blake3::hash(&alone).as_bytes().as_slice()].concat() } else { alone.clone() };
        let canonical = [b"{\"a\xff", stands.as_slice(), b"}"].concat();
        let raw = format!(r#"{{"a":"{text}"}}"#);
        assert_eq!(digest(&raw), blake3::hash(&canonical), "{length}");
        // The outermost value is hashed as it is.
        assert_eq!(digest(&format!("{text:?}")), blake3::hash(&alone));
    }
}

#[test]
fn duplicate_members_are_an_error() {
    for raw in [
        r#"{"a":1,"a":1}"#,
        r#"{"a":1,"b":2,"a":3}"#,
        r#"{"b":1,"a":2,"a":3}"#,
        r#"{"a":1,"\u0061":2}"#,
        r#"{"":1,"":2}"#,
        r#"[{"o":{"a":1,"a":2}}]"#,
    ] {
        assert_eq!(error(raw), ArgumentsError::Duplicate, "{raw}");
    }
    // The same name in different objects is not a duplicate.
    digest(r#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}"#);
}

#[test]
fn nesting_is_bounded_as_in_serde_json() {
    for (open, middle, close) in [("[", "", "]"), (r#"{"a":"#, "1", "}"), (r#"[{"a":"#, "1", "}]")] {
        for depth in 60..140 {
            let raw = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
            let readable = serde_json::from_str::<Value>(&raw).is_ok();
            let result = arguments_digest(Some(&raw));
            assert_eq!(result.is_ok(), readable, "{open} {depth} deep");
            if !readable {
                assert_eq!(result, Err(ArgumentsError::Depth));
            }
        }
    }
    let deep = "[".repeat(1_000_000);
    assert_eq!(error(&deep), ArgumentsError::Depth);
}

#[test]
fn what_is_not_json_is_an_error() {
    for raw in [
        "",
        " ",
        "{",
        "}",
        "[",
        "]",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "{1:2}",
        "\"",
        "\"a",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\ud800\\u\"",
        "\"\\ud800\\u00\"",
        "\"\n\"",
        "\"\0\"",
        "nul",
        "nulll",
        "True",
        "tru",
        "NaN",
        "Infinity",
        "-",
        "+1",
        "01",
        "-01",
        "1.",
        ".5",
        "1e",
        "1e+",
        "1.e1",
        "0x1",
        "1 1",
        "{} {}",
        "null null",
        "\u{feff}{}",
        "//",
        "\u{a0}1",
    ] {
        assert_eq!(error(raw), ArgumentsError::Malformed, "{raw:?}");
    }
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// The same value written otherwise: members reversed, spaced out, every character escaped.
fn rewritten(value: &Value) -> String {
    match value {
        Value::String(text) => rewritten_text(text),
        Value::Array(elements) => {
            let elements: Vec<_> = elements.iter().map(rewritten).collect();
            format!("[ {} ]", elements.join(" ,"))
        }
        Value::Object(members) => {
            let members: Vec<_> = members
                .iter()
                .rev()
                .map(|(name, value)| format!("{} : {}", rewritten_text(name), rewritten(value)))
                .collect();
            format!("{{\n{}\n}}", members.join("\t, "))
        }
        scalar => scalar.to_string(),
    }
}

fn rewritten_text(text: &str) -> String {
    let units: String = text.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect();
    format!("\"{units}\"")
}

proptest! {
    #[test]
    fn a_value_has_one_digest_however_it_is_written(value in json()) {
        prop_assert_eq!(digest(&value.to_string()), digest(&rewritten(&value)));
    }

    #[test]
    fn different_values_have_different_digests(one in json(), other in json()) {
        let none = [Value::Null, serde_json::json!({})];
        let both_none = none.contains(&one) && none.contains(&other);
        let (one, other) = (one.to_string(), other.to_string());
        let equal = one == other || both_none;
        prop_assert_eq!(digest(&one) == digest(&other), equal);
    }

    /// Exactly what `serde_json` takes, duplicates and lone surrogates aside.
    #[test]
    fn it_reads_what_serde_json_reads(text in r#"[\[\]{}",:\\u0-9eE.+\-dD8cntrfalse ]{0,12}"#) {
        let readable = serde_json::from_str::<&serde_json::value::RawValue>(&text).is_ok();
        match arguments_digest(Some(&text)) {
            Ok(_) => prop_assert!(readable),
            Err(ArgumentsError::Malformed) => prop_assert!(!readable),
            Err(_) => {}
        }
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = arguments_digest(Some(&text));
    }
}
