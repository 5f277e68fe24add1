//! What an answer rests on that its author may not mean is said: no value, no run, a way on that leaves a range.

use lockstep_core::api::{
    self, CertificateView, Clockless, Options, Outcome, SimulatedKind, SimulationOptions,
    simulate_all, simulate_by_chance,
};

fn asked(text: &str, check: usize) -> Outcome {
    api::TRANSITION_VALUES
        .check(text, check, &Options::default(), &mut Clockless)
        .expect("it can be asked")
}

fn warning(outcome: &Outcome) -> &str {
    outcome.vacuity.as_ref().map_or("", |it| &it.sentence)
}

const EMPTY: &str = "trans {} init {} env {}";

#[test]
fn a_property_without_a_value_is_not_called_false() {
    let text = format!("var x : integer = 0 {EMPTY} prop {{ 1 / x == 0 }}");
    let outcome = asked(&text, 0);
    assert!(outcome.verdict.is_found());
    assert_eq!(
        outcome.sentence,
        "It has no value right after `init`: `1 / x` divides by zero."
    );
    let text = "var x : integer = 2 trans { x := x - 1; } init {} env {} prop { 4 / x > 0 }";
    assert_eq!(
        asked(text, 0).sentence,
        "It has no value after 2 firings of `trans`, and not sooner: `4 / x` divides by zero."
    );
    let text = "var x : integer = 2 trans { x := x - 1; } init {} env {} prop { x > 0 }";
    assert_eq!(
        asked(text, 0).sentence,
        "`x` is `0` after 2 firings of `trans`; no run violates it sooner."
    );
}

#[test]
fn that_there_is_no_run_is_said() {
    let text = format!(
        "var y : integer = 1 / 0 {EMPTY} prop {{ y == 5 }} check deadlock check reach y == 1"
    );
    for check in 0..3 {
        let outcome = asked(&text, check);
        assert!(outcome.verdict.is_absent());
        assert_eq!(
            warning(&outcome),
            "There is no run at all: `y` has no declared value, for `1 / 0` divides by zero."
        );
    }
    let text = format!("var y : integer = 1 {EMPTY} prop {{ y == 1 }} check deadlock");
    assert_eq!(
        (warning(&asked(&text, 0)), warning(&asked(&text, 1))),
        ("", "")
    );
}

#[test]
fn that_the_only_way_on_leaves_a_range_is_said_with_the_run() {
    let declared = "var r : 0..3 = 0 var k : integer = 5";
    let text = format!("{declared} trans {{ r := k; }} init {{}} env {{}} prop {{ r == 0 }}");
    let outcome = asked(&text, 0);
    assert!(outcome.verdict.is_absent());
    assert_eq!(
        warning(&outcome),
        "A run ends after `init` because its only way on is not possible: `r := k` gives `r` a value that is not in `0..3`. Nothing is said of what would follow."
    );
    let ends = outcome.system.expect("evidence").ends;
    let relations: Vec<_> = ends.iter().map(|it| it.turn.of_step()).collect();
    assert_eq!(relations, [None, Some("init"), Some("env")]);
    // Later, and only where there is no other way.
    let counts = format!("{declared} trans {{ r := r + 1; }} init {{}} env {{}} prop {{ r < 4 }}");
    let outcome = asked(&counts, 0);
    assert!(warning(&outcome).starts_with("A run ends after 3 firings of `trans` because"));
    assert_eq!(outcome.system.expect("evidence").ends.len(), 9);
    for trans in [
        "choice { r := k; } or { r := 0; }",
        "if (r < 3) r := r + 1;",
        "assume false;",
    ] {
        let text = format!("{declared} trans {{ {trans} }} init {{}} env {{}} prop {{ r < 4 }}");
        assert_eq!(warning(&asked(&text, 0)), "", "{trans}");
    }
}

#[test]
fn what_would_decide_is_said_of_integers_without_a_range() {
    let text = "var x : integer var y : integer = 0 trans { if (x > 0) { y := x; } else { y := 0 - x; } havoc x; } init { havoc x; } env {} prop { y >= 0 } check deadlock";
    for check in 0..2 {
        let outcome = asked(text, check);
        if !outcome.verdict.is_unknown() {
            continue;
        }
        let CertificateView::Open { reached } = &outcome.certificate else {
            panic!("{outcome:?}");
        };
        assert!(
            reached.ends_with(
                "A range for `x` and `y`, such as `var x : -100..100`, makes the states finitely many: then it can be decided."
            ),
            "{reached}"
        );
    }
}

#[test]
fn runs_say_which_first_values_are_left_out() {
    let all = |text: &str| {
        let options = SimulationOptions::default();
        simulate_all(text, SimulatedKind::TRANSITIONS, &options, 1_000).expect("it can be run")
    };
    let text = "var b : boolean trans {} init { b := true; } env {} prop { b }";
    let runs = all(text);
    assert_eq!((runs.starts.len(), runs.complete), (1, true));
    assert_eq!(runs.unread, ["b"]);
    let runs = all("var b : boolean trans {} init { b := !b; } env {} prop { b }");
    assert_eq!((runs.starts.len(), runs.unread.len()), (2, 0));
}

/// What is listed of one firing with millions of outcomes is limited, and so is looking ahead through a loop of a
/// thousand million rounds.
#[test]
fn runs_keep_their_limits() {
    let choice = "choice { x := x * 2; } or { x := x * 2 + 1; } ".repeat(24);
    let choices =
        format!("var x : integer = 0 trans {{ {choice} }} init {{}} env {{}} prop {{ true }}");
    let options = SimulationOptions::default();
    let kind = SimulatedKind::TRANSITIONS;
    let all = simulate_all(&choices, kind, &options, 200).expect("it can be run");
    assert!(!all.complete && all.states <= 201, "{} states", all.states);
    let long = "var x : integer = 0 trans { for i from 0 to 1000000000 do {} } init {} env {} prop { x < 5 }";
    let finely = SimulationOptions {
        grain: "statement".into(),
        ..SimulationOptions::default()
    };
    let runs = simulate_by_chance(long, kind, &finely, 1, 1, 20).expect("it can be run");
    let said = runs.runs[0].ending.as_deref();
    assert_eq!(
        said,
        Some(
            "Which steps can be completed was not decided everywhere: looking ahead reached its limit of memory."
        )
    );
    let all = simulate_all(long, kind, &finely, 50).expect("it can be run");
    assert!(!all.complete);
}
