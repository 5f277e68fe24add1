//! What authors of class models get wrong is named at its place, with what to do next.

use std::collections::BTreeSet;
use std::path::Path;

use lockstep_core::text::apply;
use lockstep_tests::spans_fit;

use super::languages;

/// A text that makes sense, where a mistake is put in the place of `@`.
fn text(mistake: &str) -> String {
    format!(
        "enum Color {{ red, green }}
enum Mood {{ good, red }}
class Light {{
  green, request : Boolean = false
  color : Color = green
  go(by : 0..3)
    pre: not green
    post: green and request = request@pre and color = Color::red
  isRed() : Boolean = not green
  inv named: green or not green
}}
class Base {{ }}
association Has {{ Light[1] role light; Base[*] role bases }}
system {{
  l : Light
  b : Base {{ light = l }}
}}
{mistake}
"
    )
}

const MISTAKES: &[(&str, &str, &str)] = &[
    ("class C { inv: l }", "wrong-type", "l"),
    ("class C { inv: l = true }", "wrong-comparison", "l = true"),
    ("class C { inv: l.green + 1 = 2 }", "wrong-type", "l.green"),
    ("class C { inv: l.gren }", "unknown-property", "gren"),
    ("class C { inv: l.green.x }", "no-property", "l.green.x"),
    ("class C { inv: k }", "unknown-name", "k"),
    ("class C { inv: l.color = good }", "unknown-name", "good"),
    ("class C { inv: Light = l }", "class-as-value", "Light"),
    (
        "class C { inv: l.color = #red }",
        "ambiguous-literal",
        "red",
    ),
    (
        "class C { inv: l.color = Color::blue }",
        "unknown-literal",
        "blue",
    ),
    (
        "class C { inv: l.color = Colour::red }",
        "unknown-enumeration",
        "Colour",
    ),
    (
        "class C { inv: l.green@pre }",
        "misplaced-pre",
        "l.green@pre",
    ),
    ("check always self.green", "no-self", "self"),
    ("check always isRed()", "no-self", "isRed"),
    (
        "class C { inv: l.isGreen() }",
        "unknown-operation",
        "isGreen",
    ),
    (
        "class C { inv: l->sise() = 1 }",
        "unknown-operation",
        "sise",
    ),
    ("class C { inv: l->size(1) = 1 }", "wrong-arguments", "size"),
    ("class C { inv: l.isRed(1) }", "wrong-arguments", "isRed"),
    (
        "class C { inv: Lights.allInstances()->isEmpty() }",
        "unknown-class",
        "Lights",
    ),
    ("class C { all : Set(Light) }", "many-values", "Set(Light)"),
    (
        "class C { all(x : Bag(Integer)) }",
        "many-values",
        "Bag(Integer)",
    ),
    ("class C { inv: Set{l, 1}->isEmpty() }", "wrong-type", "1"),
    (
        "class C { inv: Set{Set{1}}->isEmpty() }",
        "wrong-type",
        "Set{1}",
    ),
    (
        "class C { n : 0..3\n inv: Set{1..n}->isEmpty() }",
        "bad-range",
        "1..n",
    ),
    (
        "class C { inv: Set{1..900}->isEmpty() }",
        "too-large",
        "1..900",
    ),
    ("class C { inv: Set{1} - 1 = Set{} }", "wrong-type", "1"),
    (
        "class C { inv: Set{1} - Set{l} = Set{} }",
        "wrong-comparison",
        "Set{l}",
    ),
    ("class C { inv: 1.max() = 1 }", "wrong-arguments", "max"),
    ("class C { inv: 1.abs(2) = 1 }", "wrong-arguments", "abs"),
    ("class C { inv: l.oclIsKindOf(1) }", "unknown-class", "1"),
    (
        "class C { inv: l.oclIsKindOf(Ligth) }",
        "unknown-class",
        "Ligth",
    ),
    ("class C { inv: l.oclIsTypeOf(Base) }", "wrong-type", "Base"),
    (
        "class C { inv: Set{1}->iterate(x | x) = 1 }",
        "unknown-operation",
        "iterate",
    ),
    (
        "class C { f() : Set(Integer) = Bag{1} }",
        "wrong-type",
        "Bag{1}",
    ),
    ("class C { x : Boolean = 1 / 2 = 3 }", "no-division", "/"),
    ("class C { inv: l.green == true }", "no-operator", "=="),
    ("class C { inv: l.green != true }", "no-operator", "!="),
    (
        "class C { inv: l.green && not l.request }",
        "no-operator",
        "&&",
    ),
    ("class C { inv: l.green || l.request }", "no-operator", "||"),
    (
        "class C { inv: !(l.green and l.request) }",
        "no-operator",
        "!",
    ),
    (
        "class C { x : Boolean = false\n c() post: x := true }",
        "no-assignment",
        ":=",
    ),
    (
        "class C { n : 0..3 = 0\n c() post: n = n + 1 and l.green }",
        "never-true",
        "n = n + 1",
    ),
    (
        "class C { n : 0..3 = 0\n c() post: self.n - 1 = self.n }",
        "never-true",
        "self.n - 1 = self.n",
    ),
    ("class C { inv: l.green = True }", "unknown-name", "True"),
    ("check reach request", "unknown-name", "request"),
    (
        "class C { a() : Boolean = b()\n b() : Boolean = a() }",
        "recursion",
        "b",
    ),
    (
        "class C { inv: l->select(x, y | true)->isEmpty() }",
        "too-many-variables",
        "y",
    ),
    ("class C { inv: (true }", "expected-symbol", "}"),
    ("class C { inv: true and }", "expected-expression", "}"),
    ("class C { inv: if true then false }", "expected-word", "}"),
    ("class C { inv: l. }", "expected-name", "}"),
    ("class C < D { }", "unknown-class", "D"),
    ("class C < C { }", "circular-inheritance", "C"),
    ("class Light { }", "duplicate-name", "Light"),
    ("class C { x : Bolean }", "unknown-type", "Bolean"),
    ("class C { x : = 1 }", "expected-type", "="),
    ("class C { x : 3..1 }", "bad-range", "3..1"),
    (
        "class C { x : Boolean[2..1] }",
        "bad-multiplicity",
        "[2..1]",
    ),
    ("class C { x : Boolean[x] }", "bad-multiplicity", "x"),
    (
        "class C { light : Boolean }\nassociation A { Light[1]; C[*] }",
        "ambiguous-role",
        "Light[1]",
    ),
    ("association A { Light[1] }", "wrong-ends", "A"),
    ("class C { pre: true }", "stray-clause", "pre"),
    (
        "class C { q() : Boolean = true\n pre: true }",
        "stray-clause",
        "pre: true",
    ),
    (
        "class C { x : Boolean\n c() modifies true }",
        "no-slot",
        "true",
    ),
    (
        "class C { x, y : Boolean = false\n c() post: x\n modifies y }",
        "left-out",
        "x",
    ),
    (
        "class C { x, y : Boolean = false\n c() post: x implies y }",
        "only-in-condition",
        "x",
    ),
    ("class C { x : Boolean = false }", "never-changed", "x"),
    ("context Light", "empty-context", "Light"),
    (
        "context Light::stop() pre: true",
        "unknown-operation",
        "stop",
    ),
    (
        "context Light::go(a : Boolean, b : Boolean) pre: true",
        "wrong-arguments",
        "go",
    ),
    ("integers 5..x", "expected-number", "x"),
    ("abstract C { }", "expected-word", "C"),
    (
        "abstract class C { }\nsystem { c : C }",
        "abstract-object",
        "C",
    ),
    ("system { m : Light }", "duplicate-system", "system"),
    ("class C { x : 0..3 = 4 }", "wrong-value", "4"),
    ("class C { x : 0..3 = null }", "wrong-value", "null"),
    ("class C { x : 0..3 = 1 + 1 }", "no-constant", "1 + 1"),
    ("scenario s { -> k : go() }", "unknown-object", "k"),
    ("scenario s { -> l : stop() }", "unknown-operation", "stop"),
    ("scenario s { -> l : go(1, 2) }", "wrong-arguments", "go"),
    ("scenario s { l : go() }", "unknown-statement", "l"),
    ("check s", "unknown-scenario", "s"),
    ("check preserves nam", "unknown-invariant", "nam"),
    ("check deadlock frame closed", "expected-frame", "closed"),
    (
        "check deadlock expect reachable",
        "expected-answer",
        "reachable",
    ),
    ("check reach l.stop()", "unknown-operation", "stop"),
    (
        "class C { n : Integer = 0\n c(a, b : Integer) }",
        "expected-symbol",
        ",",
    ),
];

#[test]
fn mistakes_are_named_at_their_place_with_what_to_do() {
    let languages = languages();
    let base = languages.read(&text("")).diagnostics;
    assert_eq!(base, [], "nothing is wrong yet");
    let mut fixes = 0;
    for (mistake, code, place) in MISTAKES {
        let text = text(mistake);
        let findings = languages.read(&text).diagnostics;
        spans_fit(&findings, &text);
        let found: Vec<_> = findings
            .iter()
            .map(|it| (it.code, it.span.text(&text)))
            .collect();
        assert!(found.contains(&(code, place)), "{mistake}: {found:?}");
        for finding in &findings {
            assert!(
                finding.hint.is_some() || finding.code.starts_with("expected-"),
                "{finding:?}"
            );
            for fix in &finding.fixes {
                fixes += 1;
                let after = languages.read(&apply(&text, &fix.patches)).diagnostics;
                let same = |it: &&lockstep_core::text::Diagnostic| it.title == finding.title;
                let is_mended =
                    after.iter().filter(same).count() < findings.iter().filter(same).count();
                assert!(is_mended, "{finding:?} {after:?}");
            }
        }
    }
    assert!(fixes > 5, "{fixes}");
}

#[test]
fn what_is_open_at_the_start_is_listed_and_what_is_missing_is_asked_for() {
    let languages = languages();
    let code = |text: &str| -> Vec<_> {
        let findings = languages.read(text).diagnostics;
        findings
            .iter()
            .map(|it| format!("{}: {}", it.code, it.title))
            .collect()
    };
    let class = "class A { x, y : Boolean\n a() post: x and y\n}\nassociation L { A[*] role f; A[*] role g }\n";
    assert_eq!(
        code(&format!("{class}system {{ o : A {{ x = true }} }}")),
        ["open-at-start: Open at the start: `L` and `o.y`"]
    );
    let complete = format!("{class}system {{ o, p : A {{ x = true, y = true, f = {{}} }} }}");
    assert_eq!(code(&complete), Vec::<String>::new());
    assert_eq!(
        code(&format!("{class}check deadlock")),
        ["no-system: There are no objects to ask about"]
    );
    assert_eq!(code(class), Vec::<String>::new());
    let calls = "class A { x : Boolean = true\n a(b, c : 0..99) post: x\n}\nsystem { o : A }";
    assert_eq!(
        code(&calls.replace("b, c : 0..99", "b : 0..99, c : 0..99")),
        ["too-many-calls: There are 10,000 possible calls; at most 4,096 can be handled"]
    );
}

/// A page of mistakes that leaves one out would not be noticed.
#[test]
fn every_code_of_the_language_has_an_example() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src/language/classes");
    let mut open = vec![folder];
    let mut codes = BTreeSet::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a readable folder");
            open.extend(entries.map(|it| it.expect("a readable folder").path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("an UTF-8 text");
        for call in ["Diagnostic::error(", "Diagnostic::warning(", "expected("] {
            for after in text.split(call).skip(1) {
                if let Some(code) = after.trim_start().strip_prefix('"') {
                    codes.extend(code.split('"').next().map(str::to_owned));
                }
            }
        }
    }
    assert!(codes.len() > 40, "{codes:?}");
    // They have tests of their own: in this file, and where texts are read.
    for elsewhere in ["no-system", "open-at-start", "nested-too-deep", "too-large"] {
        assert!(codes.remove(elsewhere), "{elsewhere}");
    }
    codes.retain(|code| !MISTAKES.iter().any(|it| it.1 == code));
    assert_eq!(codes, BTreeSet::new());
}

/// What users of other languages write has a fix that says what they mean: with all of them the text is the one that is written in OCL.
#[test]
fn operators_of_other_languages_are_written_as_those_of_ocl() {
    for (written, meant) in [
        ("inv: !(green and request)", "inv: not(green and request)"),
        (
            "inv: !green && request || green",
            "inv: not green and request or green",
        ),
        ("inv: (green)&&request", "inv: (green) and request"),
        ("inv: green == True", "inv: green = true"),
        ("inv: green != request", "inv: green <> request"),
    ] {
        let class =
            |clause: &str| text("").replace("  inv named", &format!("  {clause}\n  inv named"));
        let mut now = class(written);
        for _ in 0..4 {
            let findings = languages().read(&now).diagnostics;
            let Some(fix) = findings.iter().find_map(|it| it.fixes.first()) else {
                break;
            };
            now = apply(&now, &fix.patches);
        }
        assert_eq!(languages().read(&now).diagnostics, [], "{now}");
        assert_eq!(now, class(meant));
    }
}

/// A name of something else is written with whose it is.
#[test]
fn a_property_of_something_near_is_named_with_it() {
    let base = text("").replace("class Base { }", "class Base {\n  inv: request\n}");
    let at_a_role = languages().read(&base).diagnostics;
    assert_eq!(
        at_a_role[0].hint.as_deref(),
        Some("Did you mean `light.request`?")
    );
    let of_an_object = languages().read(&text("check reach request")).diagnostics;
    assert_eq!(
        of_an_object[0].hint.as_deref(),
        Some("Did you mean `l.request`?")
    );
}
