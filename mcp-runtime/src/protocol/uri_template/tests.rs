//! Tests of parsing and matching.

use crate::protocol::uri_template::{Match, UriTemplate, well_formed};

fn parsed(template: &str) -> UriTemplate {
    UriTemplate::parse(template).unwrap_or_else(|error| panic!("{template}: {error}"))
}

/// `template` matches `uri` with these values, each after the name of its variable.
#[track_caller]
fn matches(template: &str, uri: &str, expected: &[(&str, &str)]) {
    let template = parsed(template);
    let names: Vec<&str> = template.variables().collect();
    let Match::Yes(values) = template.matches(uri) else { panic!("{uri} gives {:?}", template.matches(uri)) };
    let values: Vec<(&str, &str)> =
        values.iter().map(|(index, value)| (names[*index], value.as_str())).collect();
    assert_eq!(values, expected, "{uri}");
}

#[track_caller]
fn differs(template: &str, uri: &str) {
    assert_eq!(parsed(template).matches(uri), Match::No, "{uri}");
}

#[track_caller]
fn is_refused(template: &str, expected: &str) {
    let error = UriTemplate::parse(template).expect_err(template);
    assert_eq!(error.to_string(), expected, "{template}");
    assert!(!well_formed(template), "{template}");
}

#[test]
fn says_why_a_template_is_refused() {
    is_refused("file://{name", "Unclosed expression at position 7");
    is_refused("}{", "Unclosed expression at position 1");
    is_refused("file://{}", "Empty expression at position 7");
    is_refused("a{+}", "Expression has operator but no variables at position 1");
    is_refused("{v:3}", "Prefix modifier {var:N} is not supported (in 'v:3' at position 0)");
    for (template, name) in [
        ("{-bad}", "-bad"),
        ("{bad-name}", "bad-name"),
        ("{a,,b}", ""),
        ("{a.}", "a."),
        ("{a..b}", "a..b"),
        ("{{a}}", "{a"),
        ("{é}", "é"),
        ("{*}", ""),
    ] {
        is_refused(template, &format!("Invalid variable name '{name}' at position 0"));
    }
    is_refused("{+x*}", "Explode modifier on {+x*} is not supported for matching");
    is_refused("{x*}", "Explode modifier on {x*} is not supported for matching");
    is_refused("{?x*}", "Explode modifier on {?x*} is not supported for matching");
    is_refused("{a}{b}{a}", "Variable 'a' appears more than once; repeated variables are not supported");
    is_refused(
        "{?a}{&b}{?c}",
        "Template contains more than one {?...} expression; use {?a,b} or {?a}{&b} for multiple \
         query parameters",
    );
    is_refused(
        "m://{+path}{ext}",
        "Variables 'path' and 'ext' are adjacent with no literal separator; matching cannot \
         determine where one ends and the other begins. Add a literal between them or use a \
         single variable.",
    );
    is_refused(
        "copy://{+from}/to/{+to}",
        "Template contains more than one multi-segment variable ({+var}, {#var}, or explode \
         modifier); matching would be ambiguous",
    );
    is_refused(&"x".repeat(8_193), "Template exceeds maximum length of 8192");
    let many: Vec<String> = (0..257).map(|n| format!("v{n}")).collect();
    is_refused(&format!("{{{}}}", many.join(",")), "Template exceeds maximum of 256 variables");
    parsed(&format!("{{{}}}", many[..256].join(",")));
    parsed(&"x".repeat(8_192));
}

#[test]
fn neighbours_need_a_border() {
    for template in [
        "{a}{b}",
        "{a}{/p*}",
        "{/seg}{;k*}",
        "api{;key}{+rest}",
        "{/a*}{.b*}",
        "{+a}{/b*}",
        "{?a}{+b}x",
        "{a}{+p}-{b}",
    ] {
        let error = UriTemplate::parse(template).expect_err(template).to_string();
        assert!(error.contains("are adjacent with no literal separator"), "{template}: {error}");
    }
    for template in [
        "{a}{#b}",
        "{+a}{/b}",
        "{+a}{.b}",
        "{+a}{;b}",
        "api{;key}/{+rest}",
        "api/{+path}{?v,page}",
        "api/{+path}{&next}",
        "tree://nodes{/path*}",
        "{a}}{b}",
    ] {
        parsed(template);
    }
}

#[test]
fn names_its_variables() {
    let template = parsed("a{b.c}/{+d}{?e,f}");
    assert_eq!(template.variables().collect::<Vec<_>>(), ["b.c", "d", "e", "f"]);
    assert!(template.has_variables());
    assert!(!parsed("file://static").has_variables());
}

#[test]
fn every_operator_matches() {
    matches("file://docs/{name}", "file://docs/readme.txt", &[("name", "readme.txt")]);
    matches("{a}/{b}", "foo/bar", &[("a", "foo"), ("b", "bar")]);
    matches("{a,b}", "1,2", &[("a", "1"), ("b", "2")]);
    matches("file://{+path}", "file://src/main.rs", &[("path", "src/main.rs")]);
    matches("page{#section}", "page#intro/x?y", &[("section", "intro/x?y")]);
    matches("file{.ext}", "file.txt", &[("ext", "txt")]);
    matches("api{/v}", "api/v1", &[("v", "v1")]);
    matches("item{;id}", "item;id=42", &[("id", "42")]);
    matches("item{;id}", "item;id", &[("id", "")]);
    matches("item{;id}", "item;id=a=b", &[("id", "a=b")]);
    matches("{;a}{;b}", ";a=x=y;b=z", &[("a", "x=y"), ("b", "z")]);
    matches("api{&page}", "api&page=2", &[("page", "2")]);
    matches("?a=1{&b}", "?a=1&b=2", &[("b", "2")]);
    matches("tickets://{id}", "tickets://", &[("id", "")]);
    matches("static", "static", &[]);
}

#[test]
fn exploded_items_share_an_index() {
    let path = [("path", "a"), ("path", "b")];
    matches("/files{/path*}", "/files/a/b", &path);
    matches("/files{/path*}/edit", "/files/a/b/edit", &path);
    matches("/files{/path*}", "/files", &[]);
    matches("/files{/path*}", "/files/a%2Fb/c", &[("path", "a/b"), ("path", "c")]);
    matches("/files{/path*}", "/files/a//", &[("path", "a"), ("path", ""), ("path", "")]);
    matches("host{.l*}", "host.example.com", &[("l", "example"), ("l", "com")]);
    matches("item{;k*}", "item;k=a;k;k=b", &[("k", "a"), ("k", ""), ("k", "b")]);
    differs("item{;k*}", "item;admin=true");
    differs("item{;k*}", "item;k=a;kk=b");
    differs("X{/path*}", "Xnoslash");
    differs("X{/path*}", "X/a?b");
}

#[test]
fn query_variables_match_in_any_order_and_may_be_absent() {
    let both = [("q", "mcp"), ("lang", "en")];
    matches("search{?q,lang}", "search?q=mcp&lang=en", &both);
    matches("search{?q,lang}", "search?lang=en&utm=x&q=mcp", &both);
    matches("search{?q}{&lang}", "search?lang=en&q=mcp", &both);
    matches("search{?q,lang}", "search?lang=en", &both[1..]);
    matches("search{?q}", "search", &[]);
    matches("search{?q}", "search?q=", &[("q", "")]);
    matches("search{?q}", "search?&q=hello&", &[("q", "hello")]);
    matches("search{?q}", "search?q=first&q=second", &[("q", "first")]);
    matches("search{?q}", "search?q=C++%20x", &[("q", "C++ x")]);
    matches("search{?q}", "search?q=a#part", &[("q", "a")]);
    matches("x{?token}", "x?%74oken=evil&token=real", &[("token", "real")]);
    matches("x{?token}", "x?%74oken=evil", &[]);
    matches("{+path}{?page}", "a/b?page=2", &[("path", "a/b"), ("page", "2")]);
    // Text that looks like a query or fragment inside the path keeps the order strict.
    matches("api?x{?page}", "api?x?page=2", &[("page", "2")]);
    matches("page#lit{?q}", "page#lit?q=x", &[("q", "x")]);
    matches("page{#s}{?q}", "page#intro?q=x", &[("s", "intro"), ("q", "x")]);
    differs("api/{name}{?q}", "wrong/path?q=x");
}

#[test]
fn literals_anchor_the_values() {
    matches("{owner}@{+path}", "al@src/main", &[("owner", "al"), ("path", "src/main")]);
    matches("{+path}@{name}", "src@main@v1", &[("path", "src@main"), ("name", "v1")]);
    matches("{+path}{.ext}", "src/main.tar.gz", &[("path", "src/main.tar"), ("ext", "gz")]);
    matches("{a}-{b}", "x-y-z", &[("a", "x-y"), ("b", "z")]);
    matches("prefix-{id}", "prefix-prefix-123", &[("id", "prefix-123")]);
    matches("L{a}L{b}", "LxLyLz", &[("a", "xLy"), ("b", "z")]);
    matches("~{v}~", "~~~~~", &[("v", "~~~")]);
    matches("///{a}////{b}////", "///x////y////", &[("a", "x"), ("b", "y")]);
    matches("api{;key}=base/{+p}", "api;key=base/a/b", &[("key", ""), ("p", "a/b")]);
    matches("api{;key}=base/{+p}", "api;key=v=base/x", &[("key", "v"), ("p", "x")]);
    matches("api{;key}X{+rest}", "api;keyXtail", &[("key", ""), ("rest", "tail")]);
    matches("é{a}ü{+b}", "éaüb/c", &[("a", "a"), ("b", "b/c")]);
    for (template, uri) in [
        ("file://docs/{name}", "file://other/readme.txt"),
        ("{a}/{b}", "foo"),
        ("/users/{id}", "/users/123/extra"),
        ("///{a}////{b}////", "//x////y////"),
        ("item{;id}", "item;identity=john"),
        ("item{;id}", "item;ident"),
        ("file.txt/{id}", "fileXtxt/42"),
        ("{a}-{+b}x", &"-".repeat(200)),
        ("{a}L{b}L{c}L{d}M", &"L".repeat(200)),
        ("file://{+path}.txt", "file://x"),
        ("foo{+a}oob", "fooob"),
        ("api://{+path}", "api://foo?bar"),
        ("docs/{+path}/v/{name}", "docs/v/x"),
        ("api{;key}X{+rest}", "api;keyZX/tail"),
    ] {
        differs(template, uri);
    }
}

#[test]
fn decodes_once_and_only_utf8() {
    matches("{v}", "a%20b%2fc", &[("v", "a b/c")]);
    matches("d/{v}", "d/..%252Fetc", &[("v", "..%2Fetc")]);
    matches("{v}", "50%", &[("v", "50%")]);
    matches("{v}", "%zz%4", &[("v", "%zz%4")]);
    matches("{v}", "%C3%A9", &[("v", "é")]);
    differs("{v}", "%C3");
}

#[test]
fn a_value_that_escapes_is_unsafe() {
    for (template, uri) in [
        ("file://{+path}", "file://../etc/passwd"),
        ("file://{+path}", "file:///etc/passwd"),
        ("file://{name}", "file://..%2F..%2Fetc"),
        ("file://{name}", "file://C%3A%5Cx"),
        ("file://{name}", "file://a%00b"),
        ("files{/path*}", "files/a/.."),
        ("files{/path*}", "files//etc/passwd"),
        ("search{?q}", "search?q=../a"),
    ] {
        assert_eq!(parsed(template).matches(uri), Match::Unsafe, "{uri}");
    }
    matches("file://{+path}", "file://a/../b", &[("path", "a/../b")]);
}

#[test]
fn a_long_uri_matches_nothing() {
    let template = parsed("{+v}");
    assert!(matches!(template.matches(&"x".repeat(65_536)), Match::Yes(_)));
    assert_eq!(template.matches(&"x".repeat(65_537)), Match::No);
}
