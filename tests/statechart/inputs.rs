//! Inputs: values without memory, chosen anew whenever guards are selected and at each choice.

use std::collections::BTreeSet;

use crate::statechart::{parse, read};
use lockstep_core::api::{
    Outcome, RunChoice, RunRequest, SimulatedKind, simulate_run_tracking, simulate_traces,
};
use lockstep_core::language::statechart::print;
use lockstep_core::text::Severity;

use super::answers::answer;

/// A statechart of some lines with a Boolean input, and some events once in their order.
fn text(body: &str, events: &str, more: &str) -> String {
    format!(
        "statechart M {{\n  input \"x > 0\" : boolean\n{body}\n}}\n\nsystem {{\n  m : M\n{events}{more}}}\n"
    )
}

fn sends(events: &str) -> String {
    match events {
        "" => String::new(),
        events => format!("  environment sends {events} to m\n"),
    }
}

/// What the runs show, in a reading.
fn shown(body: &str, events: &str, reading: &str) -> BTreeSet<String> {
    let text = text(body, &sends(events), &format!("  semantics {reading}\n"));
    let (_, findings) = read(&text);
    let errors = findings.iter().filter(|it| it.severity == Severity::Error);
    assert_eq!(errors.count(), 0, "{findings:?}\n{text}");
    let traces =
        simulate_traces(&text, "", 100_000).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
    assert!(traces.iter().all(|it| it.end != "cut-off"), "{text}");
    traces.into_iter().map(|it| it.trace.join(" ")).collect()
}

/// Asserts what runs show in all three readings.
fn rule(body: &str, events: &str, wanted: &[&str]) {
    for reading in ["uml", "bmc4uml", "scxml"] {
        rule_in(reading, body, events, wanted);
    }
}

fn rule_in(reading: &str, body: &str, events: &str, wanted: &[&str]) {
    let wanted: BTreeSet<_> = wanted.iter().map(|it| (*it).to_owned()).collect();
    assert_eq!(shown(body, events, reading), wanted, "{reading}\n{body}");
}

const GUARD: &str = "[*] --> A\nA --> A : go [\"x > 0\"] / trace(\"yes\")";

#[test]
fn an_event_that_finds_its_guard_false_is_discarded_and_the_next_one_finds_another_value() {
    rule(GUARD, "go once", &["yes", ""]);
    rule(GUARD, "go then go", &["yes yes", "yes", ""]);
}

#[test]
fn within_a_moment_an_input_has_one_value_so_else_is_its_opposite() {
    let body = format!("{GUARD}\nA --> A : go [else] / trace(\"no\")");
    rule(&body, "go once", &["yes", "no"]);
    let opposite = format!("{GUARD}\nA --> A : go [!\"x > 0\"] / trace(\"no\")");
    rule(
        &opposite,
        "go then go",
        &["yes yes", "yes no", "no yes", "no no"],
    );
    // Two regions of one step read the same value.
    let regions = "state S {\n[*] --> A\nA --> A : go [\"x > 0\"] / trace(\"yes\")\n--\n[*] --> B\nB --> B : go [!\"x > 0\"] / trace(\"no\")\n}\n[*] --> S";
    rule_in("uml", regions, "go once", &["yes", "no"]);
    rule_in("scxml", regions, "go once", &["yes", "no"]);
}

#[test]
fn a_choice_is_a_moment_of_its_own_and_a_junction_is_not() {
    let way = |kind: &str| {
        format!(
            "[*] --> A\nstate c <<{kind}>>\nA --> c : go [\"x > 0\"] / trace(\"yes\")\nc --> A : [\"x > 0\"] / trace(\"still\")\nc --> A : [else] / trace(\"not\")"
        )
    };
    rule_in(
        "uml",
        &way("choice"),
        "go once",
        &["yes still", "yes not", ""],
    );
    rule_in(
        "scxml",
        &way("choice"),
        "go once",
        &["yes still", "yes not", ""],
    );
    rule_in("uml", &way("junction"), "go once", &["yes still", ""]);
    rule_in("scxml", &way("junction"), "go once", &["yes still", ""]);
    // Behind a choice junctions read what was chosen at the choice.
    let behind = "[*] --> A\nstate c <<choice>>\nstate j <<junction>>\nA --> c : go\nc --> j : [\"x > 0\"] / trace(\"yes\")\nc --> A : [else]\nj --> A : [\"x > 0\"] / trace(\"still\")\nj --> A : [else] / trace(\"not\")";
    rule_in("uml", behind, "go once", &["yes still", ""]);
}

#[test]
fn a_junction_that_was_not_looked_at_chooses_once_for_the_whole_step() {
    // Behind a history nothing is looked at before it is reached; both regions read one value then.
    let body = "[*] --> A\nA --> S : go\nstate S {\nregion P {\nstate p <<junction>>\n[*] --> P1\n[H] --> p\nstate P1\np --> P1 : [\"x > 0\"] / trace(\"p yes\")\np --> P1 : [else] / trace(\"p no\")\n}\nregion Q {\nstate q <<junction>>\n[*] --> Q1\n[H] --> q\nstate Q1\nq --> Q1 : [\"x > 0\"] / trace(\"q yes\")\nq --> Q1 : [else] / trace(\"q no\")\n}\n}\nstate f <<fork>>\nA --> f : both\nf --> S.P[H]\nf --> S.Q[H]";
    let runs = shown(body, "both once", "uml");
    assert!(
        runs.contains("p yes q yes") && runs.contains("p no q no"),
        "{runs:?}"
    );
    assert!(
        !runs
            .iter()
            .any(|it| it.contains("yes") && it.contains("no")),
        "{runs:?}"
    );
}

#[test]
fn completions_with_a_false_guard_are_gone_in_uml_and_wait_in_scxml() {
    let body =
        "[*] --> A\nA --> B : [\"x > 0\"] / trace(\"yes\")\nA --> A : go / trace(\"go\")\nstate B";
    rule_in("uml", body, "", &["yes", ""]);
    rule_in("bmc4uml", body, "", &["yes", ""]);
    // A state without an event is asked again and again: what can happen is that it goes on.
    rule_in("scxml", body, "", &["yes"]);
    // But where it does not, the event is taken.
    let runs = shown(body, "go once", "scxml");
    assert!(runs.contains("go yes") && runs.contains("yes"), "{runs:?}");
}

#[test]
fn time_passes_beyond_a_transition_whose_guard_can_be_false() {
    let body = "[*] --> A\nA --> B : after(1) [\"x > 0\"] / trace(\"one\")\nA --> B : after(3) / trace(\"three\")\nstate B";
    for reading in ["uml", "bmc4uml", "scxml"] {
        let runs = shown(body, "", reading);
        assert!(
            runs.contains("one") && runs.contains("three"),
            "{reading} {runs:?}"
        );
    }
}

#[test]
fn ranges_and_enumerations_are_inputs_too() {
    let body = "input n : 1..3\ninput mode : { idle, busy }\nvar x : 0..5 = 2\n[*] --> A\nA --> A : go [n == x && mode == idle] / trace(\"both\")\nA --> A : go [n > x] / trace(\"more\")\nA --> A : go [else] / trace(\"no\")";
    rule(body, "go once", &["both", "more", "no"]);
}

#[test]
fn a_text_with_inputs_is_printed_as_it_is_read() {
    let text = text(
        "  input ready : boolean\n  input n : 0..10\n  input mode : { idle, \"in use\" }\n  [*] --> A\n  A --> B : go [\"x > 0\" && !ready && n > 3]\n  A --> A : go [else]\n  A --> A : stop [mode == \"in use\" || not (\"x > 0\")]",
        &sends("go, stop"),
        "",
    );
    let (document, findings) = parse(&text);
    assert!(findings.is_empty(), "{findings:?}");
    let printed = print::print(&document);
    assert!(
        printed.contains("  input mode : { idle, \"in use\" }\n"),
        "{printed}"
    );
    assert!(
        printed.contains("A --> B : go [\"x > 0\" && !ready && n > 3]\n"),
        "{printed}"
    );
    assert!(
        printed.contains("stop [mode == \"in use\" || !\"x > 0\"]\n"),
        "{printed}"
    );
    assert_eq!(print::print(&parse(&printed).0), printed);
    assert!(read(&text).1.is_empty(), "{:?}", read(&text).1);
}

fn sentences(outcome: &Outcome) -> Vec<String> {
    let run = &outcome.system.as_ref().unwrap().run;
    run.iter().map(|it| it.sentence.clone()).collect()
}

#[test]
fn the_run_of_an_answer_shows_what_was_read() {
    let text = text(
        "[*] --> A\nA --> B : go [\"x > 0\"]\nstate B",
        &sends("go"),
        "",
    ) + "check reach m.B\n";
    let outcome = answer(&text, 0);
    assert!(outcome.verdict.is_found(), "{}", outcome.sentence);
    let said = sentences(&outcome);
    assert!(
        said.iter()
            .any(|it| *it == "m takes go: \"x > 0\" is true."),
        "{said:?}"
    );
    let run = &outcome.system.unwrap().run;
    let inputs = run.iter().flat_map(|it| &it.inputs);
    let inputs: Vec<_> = inputs.map(ToString::to_string).collect();
    assert_eq!(inputs, ["m: \"x > 0\" = true"]);
}

#[test]
fn by_hand_each_value_that_is_read_is_a_choice() {
    let text = text(
        "[*] --> A\nA --> B : go [\"x > 0\"]\nstate B",
        &sends("go"),
        "",
    );
    let next = |numbers: &[usize]| {
        let choices = numbers.iter().map(|&number| RunChoice::numbered(number));
        let request = RunRequest {
            choices: choices.collect(),
            ..RunRequest::default()
        };
        let made = simulate_run_tracking(&text, SimulatedKind::STATECHARTS, &[], &request).unwrap();
        assert_eq!(made.choices.len(), numbers.len());
        let next = made.state.choices.iter().map(|it| it.what.clone());
        next.collect::<Vec<_>>()
    };
    let first = next(&[0]);
    assert!(first[0].starts_with("m begins"), "{first:?}");
    let begun = next(&[0, 0]);
    assert!(
        begun.iter().any(|it| it.contains("environment -> m: go")),
        "{begun:?}"
    );
    let sent = next(&[0, 0, 0, 0]);
    assert!(
        sent.iter().any(|it| it.contains("\"x > 0\" is true")),
        "{sent:?}"
    );
    assert!(
        sent.iter().any(|it| it.contains("\"x > 0\" is false")),
        "{sent:?}"
    );
}

#[test]
fn a_step_that_never_ends_and_reads_an_input_on_its_way_is_not_followed_and_the_answer_says_so() {
    let loops = |guard: &str| {
        text(
            &format!(
                "[*] --> A\nstate c <<choice>>\nstate d <<choice>>\nA --> c : go\nc --> d : [{guard}]\nc --> B : [else]\nd --> c : [true]\nd --> B : [else]\nstate B\nstate C"
            ),
            &sends("go once"),
            "",
        ) + "check reach m.C\ncheck reach m.B\ncheck deadlock\n"
    };
    let reads = loops("\"x > 0\"");
    let outcome = answer(&reads, 0);
    assert_eq!(
        outcome.sentence,
        "The goal is never reached, without steps of `m` that read an input again and again and never end."
    );
    assert!(answer(&reads, 1).verdict.is_found());
    assert!(
        !answer(&reads, 2)
            .sentence
            .contains("does not come to an end")
    );
    let never = loops("true");
    let outcome = answer(&never, 2);
    assert!(
        outcome.sentence.contains("does not come to an end"),
        "{}",
        outcome.sentence
    );
}

#[test]
fn questions_name_no_input_and_what_does_is_named() {
    let findings = |body: &str, check: &str| {
        let text = text(body, &sends("go"), "") + check;
        read(&text)
            .1
            .into_iter()
            .map(|it| (it.code, text[it.span.start..it.span.end].to_owned()))
            .collect::<Vec<_>>()
    };
    let plain =
        "input ready : boolean\nvar v : 0..2 = 0\n[*] --> A\nA --> A : go [\"x > 0\" && ready]";
    for (body, check, code, place) in [
        (
            plain.to_owned(),
            "check reach m.ready",
            "input-in-question",
            "m.ready",
        ),
        (
            format!("{plain} / ready := true"),
            "",
            "assigned-input",
            "ready",
        ),
        (
            format!("{plain} / if (ready) v := 1"),
            "",
            "input-outside-guard",
            "ready",
        ),
        (
            format!("{plain}\nA : entry / if (\"x > 0\") v := 1"),
            "",
            "input-outside-guard",
            "\"x > 0\"",
        ),
        (
            format!("input y : integer\n{plain}"),
            "",
            "input-type",
            "integer",
        ),
        (
            format!("input y : 0..1000\n{plain}"),
            "",
            "input-type",
            "0..1000",
        ),
        (format!("input y : M\n{plain}"), "", "input-type", "M"),
        (
            format!("input y : [boolean] -> boolean\n{plain}"),
            "",
            "input-type",
            "[boolean] -> boolean",
        ),
        (
            format!("input y : boolean = true\n{plain}"),
            "",
            "input-value",
            "=",
        ),
        (
            format!("input v : boolean\n{plain}"),
            "",
            "declared-twice",
            "v",
        ),
        (
            format!("input y : {{ a, b, a }}\n{plain}"),
            "",
            "declared-twice",
            "a",
        ),
        (
            format!("{plain}\nstate S {{\ninput y : boolean\n[*] --> T\n}}\nA --> S : go"),
            "",
            "misplaced-declaration",
            "y",
        ),
        (
            format!("{plain}\nA --> A : stop [else]"),
            "",
            "misplaced-else",
            "else",
        ),
        (
            format!("{plain}\nA --> A : go, stop [else]"),
            "",
            "misplaced-else",
            "else",
        ),
    ] {
        let found = findings(&body, check);
        assert!(
            found.contains(&(code, place.to_owned())),
            "{code} at {place}: {found:?}\n{body}"
        );
    }
}
