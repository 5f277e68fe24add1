//! What authors of statecharts get wrong is named at its place.

use lockstep_core::language::statechart::read;
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
        (
            "A --> A : go, stop [else]",
            "misplaced-else",
            "A --> A : go, stop [else]",
        ),
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
            "statechart M { [*] --> A }\ncheck same uml, bmc4uml",
            "expected-subject",
        ),
        (
            "statechart M { [*] --> A }\ncheck reach M.A within x",
            "bad-bound",
        ),
        (
            "statechart M { [*] --> A }\nscenario s { }",
            "not-available",
        ),
        ("statechart M { [*] --> A", "unclosed-block"),
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
