//! What authors of statecharts get wrong is named at its place.

use crate::statechart::read;
use lockstep_core::text::Diagnostic;
use lockstep_tests::spans_fit;

/// The findings of a statechart that holds some lines, with its code and its place.
fn of(lines: &str) -> (String, Vec<Diagnostic>) {
    let text = format!(
        "statechart M {{\nvar x : 0..5 = 0\nvar b : boolean = false\n[*] --> A\n{lines}\n}}\nsystem {{\nm : M\nenvironment sends go, stop to m\n}}\n"
    );
    let (_, findings) = read(&text);
    (text, findings)
}

#[test]
fn mistakes_are_named_at_their_place() {
    for (lines, code, place) in [
        (
            "A --> B : go\nstate c <<choice>>\nB --> c : stop",
            "no-way-out",
            "c",
        ),
        (
            "A --> c : go\nstate c <<choice>>\nc --> A : [x > 3]\nA --> A : stop",
            "no-way-out",
            "c",
        ),
        (
            "A --> j : go\nA --> A : stop\nB --> j\nA --> B : go\nstate j <<join>>\nj --> A",
            "join-without-fork",
            "j",
        ),
        (
            "A --> f : go\nstate f <<fork>>\nf --> B\nf --> C\nA --> A : stop",
            "fork-targets",
            "f",
        ),
        (
            "A --> B : go\nstate S { [*] --> I\n I --> S : stop\n}\nB --> S",
            "target-contains-source",
            "I --> S : stop",
        ),
        (
            "A --> A : go, stop\nstate S {\nstate T\n}",
            "unreachable-state",
            "S",
        ),
        (
            "A --> A : go, stop\nA --> S : go\nstate S { [*] --> T\nstate U\n}",
            "unreachable-state",
            "U",
        ),
        (
            "A --> A : go, stop, halt",
            "never-sent",
            "A --> A : go, stop, halt",
        ),
        ("A --> A : go, stop / self.gone()", "never-taken", "gone"),
        ("A --> A : go, stop [x > 5]", "guard-never-true", "x > 5"),
        (
            "A --> A : go, stop [b && !b]",
            "guard-never-true",
            "b && !b",
        ),
        (
            "A --> B\nB --> A\nA --> A : go, stop",
            "endless-completion",
            "B --> A",
        ),
        (
            "A --> S : go, stop\nstate S { [*] --> T\n--\n[*] --> U\nU --> T : go\n}",
            "across-regions",
            "",
        ),
        (
            "[*] --> B\nA --> B : go, stop",
            "two-initial-states",
            "[*] --> B",
        ),
        ("A -> B : go, stop", "wrong-arrow", "->"),
        ("A --> B : go, stop / y := 1", "unknown-variable", "y"),
        ("A --> B : go, stop / x = 1", "expected-action", "x"),
        ("A --> B : go, stop / halt()", "expected-action", "halt"),
        ("A --> B : go, stop / z.halt()", "unknown-name", "z"),
        ("A --> B : go, stop / x.halt()", "no-receiver", "x"),
        (
            "A --> B : go, stop / accept go",
            "accept-outside-do",
            "accept go",
        ),
        (
            "A --> B : go, stop / self.go(1)",
            "wrong-parameters",
            "self.go(1)",
        ),
        ("A --> B : go(n), stop", "wrong-parameters", "go"),
        ("A --> B : go, stop [y > 1]", "unknown-name", "y"),
        ("A --> B : go, stop [x]", "type-mismatch", "x"),
        (
            "A --> B : after(3, 2)\nA --> A : go, stop",
            "empty-interval",
            "after(3, 2)",
        ),
        (
            "A --> B : go, stop\nB --> [*]\n[*] --> A",
            "two-initial-states",
            "[*] --> A",
        ),
        (
            "A --> c : go, stop\nstate c <<choise>>",
            "unknown-stereotype",
            "choise",
        ),
        (
            "A --> A : go, stop\nstate A\nstate A",
            "declared-twice",
            "A",
        ),
        ("A --> A : go, stop\nqueue 1000000", "queue-size", "1000000"),
        (
            "A --> A : go, stop\nentry / x := 1",
            "outside-states",
            "entry / x := 1",
        ),
        (
            "A --> A : go, stop\nstate c <<junction>> {\nentry / x := 1\n}\nA --> c : go\nc --> A",
            "body-of-pseudostate",
            "c",
        ),
        (
            "A --> c : go, stop\nstate c <<junction>>\nc --> A : stop",
            "trigger-behind-pseudostate",
            "c --> A : stop",
        ),
        ("A --> A : go, stop [else]", "misplaced-else", "else"),
        ("A --> B.C : go, stop", "unknown-state", "B.C"),
        ("A --> A[H] : go, stop", "history-of-simple", "A"),
        (
            "A --> A : go, stop\nA --> B <<local>> : go",
            "not-local",
            "A --> B <<local>> : go",
        ),
        (
            "A --> A : go, stop\nA : [x > 1] / x := 2",
            "internal-completion",
            "A : [x > 1] / x := 2",
        ),
        ("A --> A : go, stop\nB", "expected-arrow", "B"),
        ("A --> A : go, stop [x > ]", "unreadable-expression", "]"),
        (
            "var y : [integer] -> integer\nA --> A : go, stop",
            "array-variable",
            "[integer] -> integer",
        ),
        (
            "state in <<entryPoint>>\nA --> A : go, stop",
            "point-without-state",
            "in",
        ),
        (
            "state S {\nvar y : integer\n[*] --> T\n}\nA --> S : go, stop",
            "misplaced-declaration",
            "y",
        ),
        (
            "A --> c : go, stop\nstate c <<junction>>\nc --> A\nc : entry / x := 1",
            "behaviour-of-pseudostate",
            "c : entry / x := 1",
        ),
        (
            "A --> S : go, stop\nstate S {\nregion R {\n[*] --> T\n--\n[*] --> U\n}\n}",
            "divided-region",
            "--",
        ),
        ("A --> A : go, stop\nstate S.T", "dotted-name", "S.T"),
        (
            "A --> S : go, stop\nstate S {\n[*] --> T\nT --> out : go\nstate out <<exitPoint>>\n}\nout --> A\nA --> out : go",
            "exit-from-outside",
            "A --> out : go",
        ),
        (
            "A --> B : after(x, 3)\nA --> A : go, stop",
            "expected-number",
            "x",
        ),
        (
            "A --> A : go, stop\nqueue 3 overflow vanish",
            "expected-policy",
            "vanish",
        ),
        (
            "A --> f : go, stop\nstate f <<fork>>\nf --> S.P.T : [x > 1]\nf --> S.Q.U\nstate S {\nregion P { [*] --> T }\nregion Q { [*] --> U }\n}",
            "guard-behind-pseudostate",
            "f --> S.P.T : [x > 1]",
        ),
        (
            "A --> S[H] : go, stop\nA --> S : go\nstate S {\nregion P { [*] --> T }\nregion Q { [*] --> U }\n}",
            "history-of-regions",
            "S",
        ),
        (
            "A --> S : go, stop\nstate S {\nregion P { [*] --> T }\nregion Q { [*] --> U }\n}\nstate j <<join>>\nT --> j\nU --> j\nj --> A\nj --> B",
            "join-ways-out",
            "j",
        ),
        (
            "A --> A : go, stop\nstate j <<join>>\nj --> A",
            "join-without-sources",
            "j",
        ),
        (
            "A --> j : go, stop\nstate j <<join>>\nj --> A",
            "lonely-branch",
            "j",
        ),
        (
            "A --> f : go, stop\nstate f <<fork>>\nf --> A",
            "lonely-branch",
            "f",
        ),
        (
            "A --> B : go, stop\nstate B <<final>>\nB --> A : go",
            "leaves-final",
            "B --> A : go",
        ),
        (
            "A --> A : go, stop\nA : do / x := 1\nA : do / x := 2",
            "second-activity",
            "A : do / x := 2",
        ),
        (
            "A --> S : go, stop\nA --> S[H] : go\nstate S {\n[*] --> T\n[H] --> T\n[H] --> U\n}",
            "second-default",
            "[H] --> U",
        ),
        (
            "A --> B : after(1, 20000)\nA --> A : go, stop",
            "too-late",
            "after(1, 20000)",
        ),
        (
            "A --> B : after 10s\nA --> A : go, stop",
            "spelled-delay",
            "after 10s",
        ),
        (
            "A --> B : after (2 sec, 3) [x > 1]\nA --> A : go, stop",
            "spelled-delay",
            "after (2 sec, 3)",
        ),
        ("A --> A : go, stop / trace(x)", "expected-text", "x"),
        (
            "A --> A : go, stop\nA --> B <<locall>> : go",
            "expected-word",
            "locall",
        ),
        ("var y : 0..3 = 7\nA --> A : go, stop", "outside-range", "7"),
        ("A --> A : go, stop\n= 3", "unknown-statement", "="),
        (
            "var y : integer = 1 / 0\nA --> A : go, stop",
            "undefined-value",
            "1 / 0",
        ),
    ] {
        let (text, findings) = of(lines);
        let found = findings.iter().find(|it| it.code == code);
        let found = found.unwrap_or_else(|| panic!("{lines}\n{findings:#?}"));
        if !place.is_empty() {
            assert_eq!(found.span.text(&text), place, "{lines}\n{found:?}");
        }
        assert!(
            found.hint.is_some() || found.title.starts_with("Expected"),
            "{found:?}"
        );
        assert!(
            findings.len() < 3,
            "{lines}: one mistake, one finding: {findings:#?}"
        );
        spans_fit(&findings, &text);
    }
}

#[test]
fn mistakes_outside_of_statecharts_are_named() {
    for (text, code) in [
        ("statechart M { }", "no-initial-state"),
        (
            "statechart M { [*] --> A\n A --> A : go }\nsystem { m : N\n environment sends go to m }",
            "unknown-statechart",
        ),
        (
            "statechart M { [*] --> A\n A --> A : go }\nsystem { m : M\n environment sends go to n }",
            "unknown-object",
        ),
        (
            "statechart M { [*] --> A\n A --> A : go }\nsystem { m : M\n environment sends go then go, go to m }",
            "mixed-order",
        ),
        (
            "statechart M { [*] --> A\n A --> A : go }\nsystem { m : M\n environment sends go to m\n semantics umll }",
            "unknown-reading",
        ),
        (
            "statechart M { [*] --> A }\ncheck reach M.B",
            "unknown-name",
        ),
        (
            "statechart M { [*] --> A }\ncheck reach M.A expect none",
            "expected-answer",
        ),
        (
            "statechart M { [*] --> A }\ncheck the same",
            "expected-subject",
        ),
        (
            "statechart M { [*] --> A }\ncheck reach M.A within x",
            "bad-bound",
        ),
        ("statechart M { [*] --> A }\nneg s { }", "expected-scenario"),
        ("statechart M { [*] --> A", "unclosed-block"),
        (
            "statechart M { [*] --> A }\nsystem { m : M }\nsystem { n : M }",
            "second-system",
        ),
        (
            "statechart M { [*] --> A }\ncheck deadlock semantics 3",
            "expected-reading",
        ),
        (
            "statechart M { [*] --> A }\ncheck deadlock without me",
            "expected-word",
        ),
        (
            "signal go(x : 0..3\nstatechart M { [*] --> A }",
            "expected-symbol",
        ),
        (
            "statechart M { [*] --> A }\nmachine N { [*] --> a }",
            "mixed-kinds",
        ),
    ] {
        let all = lockstep_core::language::Languages::whole().read(text);
        let found = all.diagnostics.iter().any(|it| it.code == code);
        assert!(found, "{text}\n{:#?}", all.diagnostics);
    }
}

#[test]
fn one_kind_alone_knows_the_items_of_the_others() {
    let (_, findings) = read("statechart M { [*] --> A }\nmachine N { [*] --> a }");
    assert!(
        findings.iter().any(|it| it.code == "mixed-kinds"),
        "{findings:#?}"
    );
}

/// Every finding has a row above, or is shown by tests of its own.
#[test]
fn every_finding_of_the_source_code_is_tested() {
    let manifest = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let texts = |folder: &str| -> Vec<String> {
        let files = std::fs::read_dir(manifest.join(folder)).expect("a readable folder");
        let paths = files.map(|it| it.expect("a readable folder").path());
        let paths = paths.filter(|it| it.is_file());
        paths
            .map(|it| std::fs::read_to_string(it).expect("an UTF-8 text"))
            .collect()
    };
    let tests = texts("statechart").concat();
    let mut codes = std::collections::BTreeSet::new();
    for text in texts("../core/src/language/statechart") {
        for call in ["Diagnostic::error(", "Diagnostic::warning(", ".expected("] {
            for after in text.split(call).skip(1) {
                if let Some(code) = after.trim_start().strip_prefix('"') {
                    codes.extend(code.split('"').next().map(str::to_owned));
                }
            }
        }
        for after in text.split("error(").skip(1) {
            let after = after.trim_start().strip_prefix("findings,");
            if let Some(code) = after.and_then(|it| it.trim_start().strip_prefix('"')) {
                codes.extend(code.split('"').next().map(str::to_owned));
            }
        }
    }
    assert!(codes.len() > 50, "{codes:?}");
    // Only diagrams of other tools can say so.
    assert!(codes.remove("leads-to-initial"));
    codes.retain(|it| !tests.contains(&format!("\"{it}\"")));
    assert!(codes.is_empty(), "without an example: {codes:?}");
}

#[test]
fn a_delay_with_a_unit_is_written_as_the_language_has_it_by_one_click() {
    for (spelled, meant) in [
        ("after 10s", "after(10)"),
        ("after 10", "after(10)"),
        ("after 3 minutes", "after(3)"),
        ("after(5ms)", "after(5)"),
        ("after(1 s, 2 s)", "after(1, 2)"),
    ] {
        let (text, findings) = of(&format!("A --> B : {spelled} / x := 1\nA --> A : go, stop"));
        let [finding] = &findings[..] else {
            panic!("{spelled}: {findings:?}");
        };
        assert_eq!(finding.span.text(&text), spelled);
        assert_eq!(finding.fixes[0].title, format!("Write `{meant}`"));
        let mended = lockstep_core::text::apply(&text, &finding.fixes[0].patches);
        assert!(
            mended.contains(&format!("A --> B : {meant} / x := 1")),
            "{mended}"
        );
        assert!(read(&mended).1.is_empty(), "{mended}");
    }
}

#[test]
fn what_an_undeclared_event_brings_is_said_once_and_declared_by_a_click() {
    let text = "// A link.\nstatechart Sender {\n  var bit : 0..1 = 0\n  [*] --> Ready\n  Ready --> Waiting : / line.frame(bit)\n  \
        Waiting --> Ready : after(3) / line.frame(1 - bit); line.frame(bit)\n}\nstatechart Line {\n  var b : 0..1 = 0\n  [*] --> Free\n  \
        Free --> Busy : frame(x) [x != b] / b := x\n  Busy --> Free : after(1)\n}\nsystem {\n  sender : Sender\n  line : Line\n}\ncheck deadlock\n";
    let (_, findings) = read(text);
    let said: Vec<_> = findings
        .iter()
        .map(|it| (it.code, it.title.as_str()))
        .collect();
    assert_eq!(
        said,
        [(
            "wrong-parameters",
            "`frame` brings 1 value, but no `signal` says what"
        )]
    );
    let fix = &findings[0].fixes[0];
    assert_eq!(fix.title, "Declare `signal frame(bit : 0..1)`");
    let mended = lockstep_core::text::apply(text, &fix.patches);
    assert!(mended.starts_with("// A link.\nsignal frame(bit : 0..1)\n\nstatechart Sender {"));
    assert_eq!(read(&mended).1, [], "{mended}");
    // Of one that is declared the number of values is wrong, wherever it is sent.
    let wrong = mended.replace("frame(bit)", "frame(bit, 1)");
    let titles: Vec<_> = read(&wrong).1.into_iter().map(|it| it.title).collect();
    assert_eq!(titles, ["`frame` brings 1 value, but 2 values are sent"; 2]);
    // All uses tell what it brings: a range tells more than a number that stands alone, or than a name in a trigger.
    let fixes = |texts: &[(&str, &str)]| {
        let text = (texts.iter()).fold(text.to_owned(), |it, (was, is)| it.replacen(was, is, 1));
        read(&text).1[0].fixes[0].title.clone()
    };
    let first = ("line.frame(bit)", "line.frame(0)");
    assert_eq!(fixes(&[first]), "Declare `signal frame(bit : 0..1)`");
    assert_eq!(
        fixes(&[
            first,
            ("/ line.frame(1 - bit); line.frame(bit)", "/ line.frame(7)")
        ]),
        "Declare `signal frame(x : 0..7)`"
    );
    assert_eq!(
        fixes(&[first, ("/ line.frame(1 - bit); line.frame(bit)", "")]),
        "Declare `signal frame(x : integer)`"
    );
    // Two values of one name have two names.
    let (_, findings) = of("A --> A : go, stop / self.pair(x, x); self.pair(1, 2)\nA --> A : pair");
    assert_eq!(
        findings[0].fixes[0].title,
        "Declare `signal pair(x : 0..5, x2 : 0..5)`"
    );
}

#[test]
fn what_cannot_be_read_is_said_before_what_names_lack() {
    // The name is missing since the second item is broken, or stands in the text before what is.
    let text = "statechart A {\n  [*] --> Idle\n  Idle --> Busy : go / b.hello()\n}\nstatechart B\n  [*] --> W\n}\nsystem {\n  a : A\n  b : B\n}\n";
    let (_, findings) = read(text);
    let codes: Vec<_> = findings.iter().map(|it| it.code).collect();
    assert_eq!(codes[0], "expected-brace", "{codes:?}");
    let text = "statechart A {\n  [*] --> Idle\n  Idle --> Busy : / count := 1\n  Busy --> Idle : go [1 > ]\n}\nsystem {\n  a : A\n}\n";
    let (_, findings) = read(text);
    let codes: Vec<_> = findings.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["unreadable-expression", "unknown-variable"]);
}
