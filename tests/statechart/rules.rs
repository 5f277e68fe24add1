//! The rules one by one: small statecharts, what comes from outside, and what their runs show.

use std::collections::BTreeSet;

use lockstep_core::api::simulate_traces;

/// A state with two inside, which say when they are entered and left.
const NESTED: &str = "[*] --> S
state S {
  entry / trace(\"S+\")
  exit / trace(\"S-\")
  [*] --> A
  state A {
    entry / trace(\"A+\")
    exit / trace(\"A-\")
  }
  state B {
    entry / trace(\"B+\")
  }
}
";

/// What the runs of a statechart show, in order.
fn shown(body: &str, events: &str) -> BTreeSet<String> {
    let text = format!(
        "statechart M {{\nvar x : integer = 0\n{body}\n}}\nsystem {{\nm : M\nenvironment sends {events} to m\n}}\n"
    );
    let traces =
        simulate_traces(&text, "", 100_000).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
    assert!(traces.iter().all(|it| it.end != "cut-off"), "{text}");
    traces.into_iter().map(|it| it.trace.join(" ")).collect()
}

/// Asserts what runs show.
fn rule(body: &str, events: &str, wanted: &[&str]) {
    let wanted: BTreeSet<_> = wanted.iter().map(|it| (*it).to_owned()).collect();
    assert_eq!(shown(body, events), wanted, "{body}");
}

#[test]
fn external_transitions_leave_their_source_local_ones_what_is_inside_internal_ones_nothing() {
    let with = |line: &str| format!("{NESTED}{line}");
    rule(
        &with("S --> B : go / trace(\"t\")"),
        "go once",
        &["S+ A+ A- S- t S+ B+"],
    );
    rule(
        &with("S --> B <<local>> : go / trace(\"t\")"),
        "go once",
        &["S+ A+ A- t B+"],
    );
    rule(&with("S : go / trace(\"t\")"), "go once", &["S+ A+ t"]);
}

#[test]
fn a_target_that_contains_its_source_is_not_entered_again() {
    let body = format!("{NESTED}A --> S : go / trace(\"t\")\nS --> T : / trace(\"done\")");
    rule(&body, "go once", &["S+ A+ A- t S- done"]);
}

#[test]
fn junctions_read_the_values_at_the_dispatch_and_choices_those_of_now() {
    let body = |kind: &str| {
        format!(
            "[*] --> A\nA --> p : go / x := 1\nstate p <<{kind}>>\np --> B : [x == 1] / trace(\"one\")\np --> C : [else] / trace(\"other\")"
        )
    };
    rule(&body("junction"), "go once", &["other"]);
    rule(&body("choice"), "go once", &["one"]);
}

#[test]
fn a_transition_without_a_way_through_hides_no_other() {
    let body = "[*] --> S
state S {
  [*] --> A
  A --> p : go / trace(\"in\")
  state p <<junction>>
  p --> A : [x == 5]
}
S --> C : go / trace(\"out\")";
    rule(body, "go once", &["out"]);
}

#[test]
fn what_is_inside_comes_first_and_regions_interleave() {
    let inner = "[*] --> S
state S {
  [*] --> A
  A --> B : go / trace(\"in\")
}
S --> C : go / trace(\"out\")";
    rule(inner, "go once", &["in"]);
    let regions = "[*] --> S
state S {
  region P {
    [*] --> A
    A --> B : go / trace(\"p\")
  }
  region Q {
    [*] --> C
    C --> D : go / trace(\"q\")
  }
}";
    rule(regions, "go once", &["p q", "q p"]);
}

#[test]
fn completion_comes_before_events_and_is_gone_where_nothing_takes_it() {
    let body = "[*] --> A\nA --> B : / trace(\"c\")\nB --> C : go / trace(\"g\")\nA --> D : go / trace(\"x\")";
    rule(body, "go once", &["c g"]);
    let late = "[*] --> A\nA --> B : [x == 1] / trace(\"c\")\nA : go / x := 1; trace(\"g\")";
    rule(late, "go once", &["g"]);
    let nested = "[*] --> S
state S {
  [*] --> A
  A --> [*] : go / trace(\"f\")
}
S --> T : / trace(\"done\")";
    rule(nested, "go once", &["f done"]);
}

#[test]
fn events_without_a_taker_are_lost_unless_they_are_deferred() {
    let body =
        |line: &str| format!("[*] --> A\nA --> B : stop\nB --> C : go / trace(\"late\")\n{line}");
    rule(&body(""), "go then stop", &[""]);
    rule(&body("A : go / defer"), "go then stop", &["late"]);
}

#[test]
fn history_remembers_and_terminate_leaves_nothing() {
    let history = "[*] --> S
state S {
  [*] --> A
  A --> B : go
  state B {
    entry / trace(\"B\")
  }
}
S --> T : stop
T --> S[H] : back";
    rule(history, "go then stop then back", &["B B"]);
    rule(history, "stop then back", &[""]);
    let terminate = "[*] --> S
state S {
  exit / trace(\"S-\")
  [*] --> A
  A --> t : go / trace(\"e\")
  state t <<terminate>>
}";
    rule(terminate, "go once", &["e"]);
}

#[test]
fn forks_begin_together_and_joins_wait_for_all() {
    let body = "[*] --> f
state f <<fork>>
f --> A
f --> C
state S {
  exit / trace(\"S-\")
  region P {
    state A
  }
  region Q {
    state C
  }
}
A --> j : go / trace(\"a\")
C --> j : stop / trace(\"c\")
state j <<join>>
j --> T : / trace(\"j\")";
    rule(body, "go then stop", &["a S- c j"]);
    rule(body, "go once", &["a"]);
}

#[test]
fn do_behaviours_run_beside_and_end_with_their_state() {
    let body = "[*] --> A
state A {
  do / trace(\"1\"); trace(\"2\")
  exit / trace(\"x\")
}
A --> B : go";
    rule(body, "go once", &["x", "1 x", "1 2 x"]);
    let waits =
        "[*] --> A\nstate A {\ndo / accept go; trace(\"taken\")\n}\nA --> B : / trace(\"done\")";
    // Whoever comes before it is waited for is lost.
    rule(waits, "go once", &["", "taken done"]);
}

#[test]
fn calls_return_after_the_step_and_own_events_come_last() {
    let body = "[*] --> A\nA --> B : go / self.tick(); trace(\"g\")\nB --> C : tick / trace(\"t\")\nC --> D : stop / trace(\"s\")";
    rule(body, "go once", &["g t"]);
    let call = "[*] --> A\nA --> B : go / trace(\"g\")\nB --> C : stop / trace(\"s\")";
    rule(
        call,
        "call go then trace(\"back\") then stop",
        &["g back s"],
    );
}

#[test]
fn what_must_not_happen_ends_the_run() {
    rule(
        "[*] --> A\nA --> c : go / trace(\"t\")\nstate c <<choice>>\nc --> B : [x > 3]",
        "go once",
        &["t"],
    );
    rule(
        "[*] --> A\nA --> B : go / trace(\"t\"); x := 1 / x; trace(\"no\")",
        "go once",
        &["t"],
    );
}
