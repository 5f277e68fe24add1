//! Texts of transition systems: what is wrong is named at its place, and nothing brings the reader down.

use lockstep_core::generate::{Random, SystemShape, bytes, transitions};
use lockstep_core::language::transitions::{parse, print, read, resolve, unresolve};
use lockstep_core::text::{MOST_FINDINGS, apply};
use lockstep_seeds::{share, wanted};
use lockstep_tests::spans_fit;

/// A system with one statement, one variable and one property of choice.
fn system(statement: &str) -> String {
    format!(
        "type Light : {{ Red, Green }}\nvar light : Light = Red\nvar x : 0..5 = 0\nvar y : integer = 0\n\
         var a : [0..5] -> integer = [default <- 0]\ntrans {{ {statement} }}\ninit {{}}\nenv {{}}\nprop {{ true }}\n"
    )
}

#[test]
fn mistakes_are_named_at_their_place() {
    for (statement, code, place) in [
        ("x = 1;", "expected-symbol", "="),
        ("x := 1", "expected-symbol", "1"),
        ("x := 1 y := 2;", "expected-symbol", "1"),
        ("x := ;", "unreadable-expression", ";"),
        ("x := (1;", "unreadable-expression", ";"),
        ("chioce {} or {}", "expected-statement", "chioce"),
        ("choice {} else {}", "reserved-word", "else"),
        ("havoc;", "expected-name", ";"),
        ("havoc Red;", "unknown-variable", "Red"),
        ("havoc z;", "unknown-variable", "z"),
        ("z := 1;", "unknown-variable", "z"),
        ("var z : integer;", "not-local", "var"),
        ("local z : integer;", "expected-word", "z"),
        ("local var z : Lihgt;", "unknown-type", "Lihgt"),
        ("local var z : int;", "unknown-type", "int"),
        (
            "local var z : integer; local var z : boolean;",
            "declared-twice",
            "z",
        ),
        ("local var z : 5..3;", "empty-range", "5..3"),
        (
            "local var z : [ [integer] -> integer ] -> boolean;",
            "array-index",
            "[integer] -> integer",
        ),
        ("assume x;", "type-mismatch", "x"),
        ("assume light == Gren;", "unknown-name", "Gren"),
        ("if x == 1 then y := 1;", "expected-symbol", "x"),
        ("if (x == 1 y := 1;", "expected-symbol", "y"),
        ("for i from 0 to 3 { y := i; }", "expected-word", "{"),
        ("for 1 from 0 to 3 do {}", "bad-name", "1"),
        ("x[0] := 1;", "type-mismatch", "x"),
        ("a[true] := 1;", "type-mismatch", "true"),
        ("x := 7;", "outside-range", "7"),
        ("a[6] := 1;", "outside-range", "6"),
        (";", "empty-statement", ";"),
        ("{ x := 1; } y := i;", "unknown-name", "i"),
        ("par x := 1; or y := 1;", "reserved-word", "or"),
        (
            "y := 99999999999999999999;",
            "number-too-large",
            "99999999999999999999",
        ),
    ] {
        let text = system(statement);
        let (_, findings) = read(&text);
        let first = findings
            .first()
            .unwrap_or_else(|| panic!("{statement} is fine"));
        assert_eq!(
            (first.code, first.span.text(&text)),
            (code, place),
            "{statement}: {first:?}"
        );
        assert!(
            first.hint.is_some() || first.title.starts_with("Expected"),
            "{first:?}"
        );
        assert!(
            findings.len() < 3,
            "{statement}: one mistake, one finding: {findings:?}"
        );
    }
}

#[test]
fn items_are_named_too() {
    let body = "trans {} init {} env {} prop { true }";
    for (text, code, place) in [
        ("trans {} init {} env {}", "no-property", "}"),
        ("trans {} init {} prop { true }", "no-relation", "}"),
        (
            "trans {} env {} init {} prop { true }",
            "item-order",
            "init",
        ),
        (
            "trans {} trans {} init {} env {} prop { true }",
            "duplicate-item",
            "trans",
        ),
        (
            "vra x : integer trans {} init {} env {} prop { true }",
            "expected-item",
            "vra",
        ),
        (
            "var x : integer var x : boolean trans {} init {} env {} prop { true }",
            "declared-twice",
            "x",
        ),
        (
            "type A : { B, B } trans {} init {} env {} prop { true }",
            "declared-twice",
            "B",
        ),
        (
            "type A : { B } type A : { C } trans {} init {} env {} prop { true }",
            "declared-twice",
            "A",
        ),
        (
            "type A : B trans {} init {} env {} prop { true }",
            "expected-symbol",
            "B",
        ),
        (
            "var x : 0..3 = 4 trans {} init {} env {} prop { true }",
            "outside-range",
            "4",
        ),
        ("trans {} init {} env {} prop { 1 }", "type-mismatch", "1"),
        (
            "trans {} init {} env {} prop { true } }",
            "expected-item",
            "}",
        ),
        (
            "trans {} init {} env {} prop { true } check raech true",
            "expected-subject",
            "raech",
        ),
        (
            "trans {} init {} env {} check reach true expect holds",
            "expected-answer",
            "holds",
        ),
        (
            "trans {} init {} env {} check reach true within x",
            "bad-bound",
            "x",
        ),
        (
            "trans {} init {} env {} check deadlock within 2 within 3",
            "duplicate-clause",
            "within",
        ),
        (
            "trans {} init {} env {} check deadlock every state",
            "misplaced-clause",
            "every state",
        ),
        (
            "trans {} init {} env {} check always true every state every state",
            "duplicate-clause",
            "every state",
        ),
        (
            "trans {} init {} env {} check always G true",
            "not-available",
            "G",
        ),
        (
            "var x : 1..5 var y : boolean trans {} init {} env { havoc y; } prop { y || x > 1 }",
            "missing-value",
            "x",
        ),
        (
            "trans { init {} env {} prop { true }",
            "unclosed-block",
            "{",
        ),
        (
            "trans {} or init {} env {} prop { true }",
            "reserved-word",
            "init",
        ),
        ("machine A { [*] --> a }", "expected-item", "machine"),
    ] {
        let (_, findings) = read(text);
        let first = findings.first().unwrap_or_else(|| panic!("{text} is fine"));
        assert_eq!(
            (first.code, first.span.text(text)),
            (code, place),
            "{text}: {first:?}"
        );
    }
    for text in [
        body.to_string(),
        format!("var check : boolean = true var par : integer = 0 var and : integer = 1 {body}"),
        format!(
            "{body} check always true; check reach true then false within 3 expect unreachable"
        ),
        "trans choice { } or { } init { } env { } check deadlock".into(),
    ] {
        let (_, findings) = read(&text);
        assert_eq!(findings, [], "{text}");
    }
}

/// Reads a text in every way; spans must fit, and what has no errors is printed as itself.
fn survive(text: &str) -> bool {
    let (document, mut findings) = parse(text);
    let (model, more) = resolve(&document);
    findings.extend(more);
    assert!(findings.len() <= 2 * MOST_FINDINGS);
    spans_fit(&findings, text);
    let sound = findings
        .iter()
        .all(|it| it.severity != lockstep_core::text::Severity::Error);
    if sound {
        let (again, findings) = parse(&print::print(&document));
        assert_eq!(findings, [], "{text}");
        assert_eq!(again.without_spans(), document.without_spans(), "{text}");
        // What is resolved is written back as a text that is resolved to the same again.
        let written = unresolve::document(&model);
        let printed = print::print(&written);
        let (again, findings) = read(&printed);
        assert!(
            findings
                .iter()
                .all(|it| matches!(it.code, "outside-range" | "missing-value")),
            "{findings:?}\n{printed}"
        );
        assert_eq!(
            print::print(&unresolve::document(&again)),
            printed,
            "{text}"
        );
    }
    sound
}

const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ":=",
    "=",
    "==",
    ";",
    "or",
    "and",
    "par",
    "choice",
    "if",
    "else",
    "for",
    "trans",
    "init",
    "env",
    "prop",
    "var",
    "local",
    "havoc x;",
    "<-",
    "default",
    "..",
    "!",
    "&&",
    "99999999999999999999",
    "/*",
    "//",
    "\"",
    "😀",
    "\u{202e}",
    "check",
    "true",
    "-",
    ".",
    "$",
];

/// A text with a few random changes.
fn mutated(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..random.between(1, 3) {
        let at = random.between(0, characters.len());
        let end = (at + random.between(0, 12)).min(characters.len());
        match random.between(0, 3) {
            0 => drop(characters.drain(at..end)),
            1 => {
                let copy = characters[at..end].to_vec();
                characters.splice(at..at, copy);
            }
            _ => {
                let piece = random.choose(PIECES);
                characters.splice(at..at, piece.chars());
            }
        }
    }
    characters.into_iter().collect()
}

#[test]
fn random_systems_are_read_and_mutated_ones_survived() {
    let mut random = Random::new(11);
    let mut sound = 0;
    for round in 0..wanted(3_000) {
        let text = print::print(&transitions(&SystemShape::default(), &mut random));
        assert!(survive(&text), "{text}");
        let text = mutated(&text, &mut random);
        sound += usize::from(survive(&text));
        if round % 10 == 0 {
            survive(&bytes(random.between(0, 200), &mut random));
        }
    }
    assert!(
        sound > share(100),
        "mutations that break everything test little: {sound}"
    );
}

#[test]
fn deep_and_long_texts_come_to_an_end() {
    let nested = |open: &str, inner: &str, close: &str, depth: usize| {
        system(&format!(
            "{}{inner}{}",
            open.repeat(depth),
            close.repeat(depth)
        ))
    };
    for (open, close) in [
        ("{", "}"),
        ("choice {", "}"),
        ("choice { y := 1; } or {", "}"),
        ("par {", "} and { y := 2; }"),
        ("if (y == 0) {", "}"),
        ("for i from 0 to 1 do {", "}"),
        ("choice ", ""),
    ] {
        let most = if open.starts_with("par") { 150 } else { 500 };
        for (depth, fits) in [(most, true), (50_000, false)] {
            let text = nested(open, "y := 3;", close, depth);
            assert_eq!(survive(&text), fits, "{open} {depth}");
        }
    }
    // A thousand choices in one another, as generated texts may have them.
    assert!(survive(&nested("choice {", "y := 3;", "}", 1_000)));
    let many = |count: usize, piece: fn(usize) -> String| (0..count).map(piece).collect::<String>();
    let variables = many(10_000, |it| format!("var v{it} : boolean = false\n"));
    let statements = many(10_000, |it| format!("v{it} := !v{it};\n"));
    let text = format!("{variables}trans {{ {statements} }} init {{}} env {{}} prop {{ v77 }}");
    assert!(survive(&text));
    let unknown = many(20_000, |it| format!("w{it} := !v{it};\n"));
    let text = format!("{variables}trans {{ {unknown} }} init {{}} env {{}} prop {{ v77 }}");
    assert!(!survive(&text));
    for piece in [
        "{",
        "}",
        "[",
        "(",
        "x := ",
        "choice ",
        "trans ",
        "var x : [",
        "if (",
        "a[0",
        "/*",
        "- ",
        "x;",
    ] {
        let text = system(&piece.repeat((1 << 19) / piece.len()));
        survive(&text);
    }
}

/// What begins with any value is said once, and one click writes the defaults of the types.
#[test]
fn missing_values_are_written_by_a_click() {
    let text = "type Light : { Red, Green }\nvar light : Light\nvar x : 1..5 = 2\nvar y : integer\nvar in : boolean\n\
        var a : [0..1] -> integer\nvar z : integer\ntrans { y := y + x; }\ninit { z := 3; }\nenv { havoc in; }\n\
        prop { y < 3 || light == Red || a[0] == z || in }\n";
    let (_, findings) = read(text);
    let said: Vec<_> = findings.iter().map(|it| (it.code, &*it.title)).collect();
    let title = "`light` and 2 more variables have no value to begin with: they may begin with any";
    assert_eq!(said, [("missing-value", title)]);
    let written = apply(text, &findings[0].fixes[0].patches);
    for line in [
        "var light : Light = Red\n",
        "var y : integer = 0\n",
        "var a : [0..1] -> integer = [",
        "var in : boolean\n",
        "var z : integer\n",
    ] {
        assert!(written.contains(line), "{line} is missing in\n{written}");
    }
    assert_eq!(read(&written).1, [], "{written}");
    let one = text.replace("light : Light", "light : Light = Red");
    let one = one.replace("-> integer", "-> integer = [default <- 0]");
    let (_, one) = read(&one);
    assert_eq!(
        one[0].title,
        "`y` has no value to begin with: it may begin with any"
    );
    assert_eq!(one[0].fixes[0].title, "Write `= 0`");
}
