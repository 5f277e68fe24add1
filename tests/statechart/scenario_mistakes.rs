//! What authors of scenarios over objects get wrong is named at its place.

use crate::statechart::read;
use lockstep_core::text::Diagnostic;
use lockstep_tests::spans_fit;

/// The findings of a scenario between two objects, with its code and its place.
fn in_scenario(lines: &str) -> (String, Vec<Diagnostic>) {
    let text = format!(
        "signal ask(n : 0..3)\nstatechart C {{ [*] --> A\n A --> A : go / s.ask(1) }}\n\
         statechart S {{ [*] --> A\n A --> A : ask(n) }}\n\
         system {{ c : C\n s : S\n environment sends go to c }}\n\
         scenario t {{\n  environment -> c : go\n{lines}\n}}\n"
    );
    let (_, findings) = read(&text);
    (text, findings)
}

#[test]
fn mistakes_in_scenarios_are_named_at_their_place() {
    for (lines, code, place, hint) in [
        ("  c -> s : ask(2)", "", "", ""),
        ("  c -> s", "expected-colon", "", "one on each line"),
        (
            "  -> s : ask",
            "unknown-statement",
            "",
            "sender -> receiver",
        ),
        (
            "  cc -> s : ask",
            "unknown-object",
            "cc",
            "Did you mean `c`?",
        ),
        (
            "  environmant -> c : go",
            "unknown-object",
            "environmant",
            "Did you mean `environment`?",
        ),
        (
            "  c -> s : aks",
            "unknown-event",
            "aks",
            "Did you mean `ask`?",
        ),
        (
            "  c -> environment : go",
            "to-environment",
            "environment",
            "begin at `environment`",
        ),
        (
            "  c -> s : ask(1, 2)",
            "wrong-parameters",
            "ask",
            "leave the brackets out",
        ),
        ("  c -> s : ask(7)", "outside-range", "7", ""),
        (
            "  s -> c : go",
            "cannot-send",
            "s -> c : go",
            "add `c.go(…)`",
        ),
        (
            "  s -> c : ask(1)",
            "cannot-send",
            "s -> c : ask(1)",
            "Turn the arrow around",
        ),
        (
            "  environment -> s : ask(1)",
            "cannot-send",
            "environment -> s : ask(1)",
            "environment sends ask to s",
        ),
        (
            "  x, y : C",
            "declared-lifelines",
            "x, y : C",
            "Declare them in `system`",
        ),
        (
            "  alt x",
            "unknown-statement",
            "alt",
            "a scenario of its own",
        ),
        (
            "  participant c",
            "unknown-statement",
            "participant",
            "the objects of the system",
        ),
        ("  c --> s : ask", "wrong-arrow", "-->", ""),
        ("}\nscenario t {", "declared-twice", "t", ""),
        ("}\nscenario u {", "empty-scenario", "u", ""),
        ("}\ncheck tt", "unknown-scenario", "tt", "Did you mean `t`?"),
        ("}\ncheck t strict loose", "duplicate-clause", "loose", ""),
        (
            "}\ncheck t expect reachable",
            "expected-answer",
            "reachable",
            "",
        ),
    ] {
        let (text, findings) = in_scenario(lines);
        let Some(found) = findings.iter().find(|it| it.code == code) else {
            assert!(
                code.is_empty() && findings.is_empty(),
                "{lines}: {findings:#?}"
            );
            continue;
        };
        if !place.is_empty() {
            assert_eq!(found.span.text(&text), place, "{lines}");
        }
        let said = found.hint.clone().unwrap_or_default();
        assert!(said.contains(hint), "{lines}: {said}");
        assert!(findings.len() < 3, "{lines}: {findings:#?}");
        spans_fit(&findings, &text);
    }
}
