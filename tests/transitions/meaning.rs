//! What transition systems mean: the thesis' definitions over sets of states, and the same step by step.

use std::collections::BTreeSet;

use lockstep_core::expression::{Reason, Value};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::configuration::Cause;
use lockstep_core::language::transitions::semantics::Definitions;
use lockstep_core::language::transitions::{
    Missing, Relation, Settings, TransitionModel, TransitionSystem, print,
};
use lockstep_core::system::{Flow, Status, Step, System, Trace, Valuation, replay};
use lockstep_seeds::{seeds, share};

use super::explore::{always, model, search};

/// The values of some variables after one `trans`, for each way it can end.
fn ends(text: &str, names: &str) -> Vec<String> {
    let text = format!("{text} init {{}} env {{}} prop {{ true }}");
    let model = model(&text);
    let system = TransitionSystem::new(&model, Settings::default());
    let mut states = BTreeSet::new();
    let mut before: Vec<Valuation> = Vec::new();
    system.initial(&mut |it| {
        before.push(it);
        Flow::Continue(())
    });
    for round in 0..3 {
        let mut after = Vec::new();
        for at in &before {
            system.expand(at, &mut |step, next| {
                assert_eq!(system.apply(at, &step), Some(next.clone()));
                after.push(next);
                Flow::Continue(())
            });
        }
        before = after;
        if round == 2 {
            states.extend(before.iter().map(|at| shown(&system, at, names)));
        }
    }
    states.into_iter().collect()
}

fn shown(system: &TransitionSystem<'_>, at: &Valuation, names: &str) -> String {
    let schema = system.schema();
    let values = schema.values(at).unwrap();
    let shown = names.split(' ').map(|name| {
        let variable = schema.variable(name).unwrap();
        values[variable].show(&schema.variables[variable].sort)
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn each_operation_does_what_its_definition_says() {
    let xy = "var x : integer = 0 var y : integer = 0 ";
    for (statements, expected) in [
        ("x := 1; y := x;", &["1 1"][..]),
        ("assume x == 0; y := 1;", &["0 1"]),
        ("assume x == 1; y := 1;", &[]),
        (
            "choice x := 1; or x := 2; or { assume false; } y := x;",
            &["1 1", "2 2"],
        ),
        // Example 4, Example 5, and a branch that cannot be completed.
        ("x := 0; choice x := x + 1; or x := x + 2;", &["1 0", "2 0"]),
        (
            "x := 0; choice x := x + 1; or x := x + 2; \
             choice { assume x == 1; x := x + 2; } or { assume x == 2; x := x + 1; }",
            &["3 0"],
        ),
        ("choice y := 1; or y := 2; assume y == 2;", &["0 2"]),
        (
            "choice { choice {} or { x := 1; assume false; } } or {}",
            &["0 0"],
        ),
        ("if (x == 0) y := 1; else y := 2;", &["0 1"]),
        ("if (x == 1) y := 1;", &["0 0"]),
        ("havoc x; assume x > 2 && x < 5;", &["3 0", "4 0"]),
        ("local var x : integer = 5; y := x; x := 7;", &["0 5"]),
        (
            "{ local var a : integer = 5; y := a; } { local var a : integer = 6; x := a; }",
            &["6 5"],
        ),
        ("for i from 1 to 4 do x := x + i;", &["6 0"]),
        ("for i from 4 to 1 do x := 9;", &["0 0"]),
        (
            "x := 2; for i from 0 to x do { x := 5; y := y + 1; }",
            &["5 2"],
        ),
        ("for i from 0 to 3 do { y := y + i; i := 7; }", &["0 3"]),
        // All interleavings: x := 1, y := x beside x := 2.
        (
            "par { x := 1; y := x; } and { x := 2; }",
            &["1 1", "2 1", "2 2"],
        ),
        (
            "par { if (y == 0) x := y; else x := 7; } and y := 3;",
            &["0 3", "3 3", "7 3"],
        ),
        ("par { assume y == 1; x := 1; } and y := 1;", &["1 1"]),
        (
            "par { assume y == 1; x := 1; } and { assume x == 1; y := 1; }",
            &[],
        ),
        (
            "par { choice x := 1; or x := 2; y := y + 1; } and y := y + 2;",
            &["1 3", "2 3"],
        ),
        ("par {} and {}", &["0 0"]),
        (
            "par { par x := 1; and y := 1; } and { y := 2; }",
            &["1 1", "1 2"],
        ),
        ("y := 7 / 0;", &[]),
        ("choice y := 7 / 0; or y := 1;", &["0 1"]),
    ] {
        let found = ends(&format!("{xy} trans {{ {statements} }}"), "x y");
        assert_eq!(found, expected, "{statements}");
    }
    let array = "var a : [0..1] -> 0..2 = [default <- 0] var i : integer = 1 trans ";
    for (statements, expected) in [
        ("{ a[i] := 2; }", &["[1 <- 2, default <- 0]"][..]),
        ("{ a[i] := 3; }", &[]),
        ("{ i := 2; a[i] := 1; }", &[]),
        ("{ a[0] := 1; a[1] := 1; }", &["[default <- 1]"]),
        (
            "{ assume a == [0 <- 0, default <- 0]; }",
            &["[default <- 0]"],
        ),
    ] {
        assert_eq!(
            ends(&format!("{array}{statements}"), "a"),
            expected,
            "{statements}"
        );
    }
}

#[test]
fn missing_values_are_free_or_the_default() {
    let text = "type T : { A, B } var t : T var b : boolean var n : integer \
                trans {} init { n := 1; } env {} prop { t == A && !b && n <= 1 }";
    let model = model(text);
    let find = |missing| {
        let settings = Settings {
            missing,
            ..Settings::default()
        };
        search(&model, settings, always(&model), 1_000)
    };
    let free = find(Missing::Free);
    assert_eq!(free.violated, Some(1), "after init");
    let defaults = find(Missing::Default);
    assert_eq!((defaults.violated, defaults.complete), (None, true));
    // `n` is overwritten before anybody reads it, so it is not tried.
    let every = Settings {
        observe: lockstep_core::language::transitions::Observe::Every,
        ..Settings::default()
    };
    assert!(
        !search(
            &model,
            every,
            &lockstep_core::expression::Term::boolean(
                lockstep_core::expression::TermKind::Constant(Value::boolean(true))
            ),
            1_000
        )
        .complete
    );
}

/// The first state in which `trans` is next.
fn before_trans(system: &TransitionSystem<'_>) -> Valuation {
    let mut at = (system as &dyn System).start().unwrap();
    for _ in 0..2 {
        let steps = (system as &dyn System).steps_up_to(&at, 10).unwrap();
        at = system.apply(&at, &steps[0]).unwrap();
    }
    at
}

#[test]
fn what_stops_a_step_is_said() {
    for (statement, cause) in [
        ("assume x == 1;", "assume x == 1;"),
        ("x := 4;", "range x := 4;"),
        ("x := 1 / x;", "zero 1 / x"),
        ("y := y + 9223372036854775807; y := y + 1;", "64 y + 1"),
        (
            "choice { assume x == 1; } or { assume x == 2; }",
            "assume x == 1;, assume x == 2;",
        ),
        ("for i from 0 to 9223372036854775807 do x := x;", "long"),
        ("for i from 0 to 9223372036854775807 do {}", "long"),
    ] {
        let text = format!(
            "var x : 0..3 = 0 var y : integer = 0 trans {{ {statement} }} init {{}} env {{}} prop {{ true }}"
        );
        let (model, _) = lockstep_core::language::transitions::read(&text);
        let settings = Settings {
            most_substeps: 100_000,
            ..Settings::default()
        };
        let system = TransitionSystem::new(&model, settings);
        let at = before_trans(&system);
        let encounter = system.expand(&at, &mut |_, _| panic!("{statement} can be executed"));
        let said = encounter.obstacles.iter().map(|it| {
            let place = model.operations[it.operation].span.text(&text);
            match it.cause {
                Cause::Assumption => place.to_string(),
                Cause::OutsideRange(variable) => {
                    assert_eq!(model.variables[variable].name, "x");
                    format!("range {place}")
                }
                Cause::Undefined(it) => match it.reason {
                    Reason::DivisionByZero => format!("zero {}", it.span.text(&text)),
                    Reason::Beyond64Bits => format!("64 {}", it.span.text(&text)),
                    other => panic!("{other:?}"),
                },
                Cause::TooLong => "long".into(),
                Cause::NoBranch => "no branch".into(),
            }
        });
        assert_eq!(said.collect::<Vec<_>>().join(", "), cause, "{statement}");
        let limit = cause.starts_with("64") || cause == "long";
        assert_eq!(encounter.is_complete(), !limit, "{statement}");
        let status = if limit {
            Status::Running
        } else {
            Status::Stuck
        };
        assert_eq!(
            system.status(&at),
            status,
            "{statement}: a limit is no deadlock"
        );
    }
}

#[test]
fn a_havoc_takes_any_value_and_a_step_says_which() {
    let text = "var x : integer = 0 var a : [boolean] -> boolean = [default <- false] \
                trans { havoc x; havoc a; choice x := x + 1; or {} } init {} env {} prop { true }";
    let model = model(text);
    let system = TransitionSystem::new(&model, Settings::default());
    let at = before_trans(&system);
    let mut outcomes = BTreeSet::new();
    let encounter = system.expand(&at, &mut |step, after| {
        assert_eq!(system.apply(&at, &step), Some(after.clone()));
        assert!(outcomes.insert(after), "each outcome is told once");
        Flow::Continue(())
    });
    assert_eq!(outcomes.len(), (17 + 1) * 4);
    assert_eq!(encounter.windowed.len(), 1, "that of the integer");
    // Outside the window, too, where somebody asks for it.
    let label = system.first_label(Relation::Trans);
    let mut steps = Vec::new();
    let step = |choice: &[i64]| Step {
        label,
        choice: choice.into(),
    };
    let far = step(&[1_000_000, 5, 1, 2, 0, 1, 1, 0]);
    let after = system.apply(&at, &far);
    assert_eq!(after, None, "not how this array is written");
    let far = step(&[1_000_000, 3, 1, 0, 1, 0]);
    let after = system
        .follow(&at, &far, &mut |operation, _| steps.push(operation))
        .unwrap();
    assert_eq!(shown(&system, &after, "x a"), "1000001 [default <- true]");
    let texts = steps.iter().map(|it| model.operations[*it].span.text(text));
    assert_eq!(
        texts.collect::<Vec<_>>(),
        [
            "havoc x;",
            "havoc a;",
            "choice x := x + 1; or {}",
            "x := x + 1;"
        ]
    );
    for wrong in [
        &[1][..],
        &[1, 3, 1, 0],
        &[1, 3, 1, 0, 2, 0],
        &[1, 3, 1, 0, 2],
        &[1, -1],
        &[],
    ] {
        assert_eq!(system.apply(&at, &step(wrong)), None, "{wrong:?}");
    }
}

/// Models per run of the suite.
const MODELS: u64 = 1_500;

/// A random model.
fn random_model(seed: u64, shape: &SystemShape) -> (String, TransitionModel) {
    let mut random = Random::new(seed);
    let text = print::print(&transitions(shape, &mut random));
    let (model, findings) = lockstep_core::language::transitions::read(&text);
    assert!(
        findings
            .iter()
            .all(|it| matches!(it.code, "outside-range" | "missing-value")),
        "{findings:?}\n{text}"
    );
    (text, model)
}

#[test]
fn the_steps_are_those_of_the_definitions() {
    let (mut transitions, mut branching, mut blocked) = (0, 0, 0);
    for seed in seeds(1..MODELS + 1) {
        let (text, model) = random_model(seed, &SystemShape::default());
        let settings = Settings {
            missing: [Missing::Free, Missing::Default][seed as usize % 2],
            ..Settings::default()
        };
        let system = TransitionSystem::new(&model, settings);
        let definitions = Definitions::new(&model, settings);
        let mut random = Random::new(seed);
        let mut trace = Trace {
            start: match (&system as &dyn System).start() {
                Some(start) => start,
                None => continue,
            },
            steps: Vec::new(),
        };
        let mut at = trace.start.clone();
        for _ in 0..7 {
            let (values, turn) = system.state(&at).unwrap();
            let expected = definitions.successors(model.alternatives(turn), &[values].into());
            let mut found = BTreeSet::new();
            let mut steps = Vec::new();
            system.expand(&at, &mut |step, after| {
                let (values, next) = system.state(&after).unwrap();
                assert_eq!(next, turn.next());
                assert_eq!(
                    system.apply(&at, &step),
                    Some(after.clone()),
                    "seed {seed}\n{text}"
                );
                found.insert(values);
                steps.push((step, after));
                Flow::Continue(())
            });
            assert_eq!(found, expected, "seed {seed} {turn:?}\n{text}");
            transitions += steps.len();
            branching += usize::from(found.len() > 1);
            if steps.is_empty() {
                blocked += 1;
                assert_eq!(system.status(&at), Status::Stuck);
                break;
            }
            let (step, after) = random.choose(&steps).clone();
            trace.steps.push(step);
            at = after;
        }
        let states = replay(&system, &trace).unwrap();
        assert_eq!(states.last(), Some(&at));
    }
    assert!(
        transitions > share(8_000) && branching > share(1_000),
        "{transitions} {branching}"
    );
    assert!(blocked > share(50) && blocked < 1_300, "{blocked}");
}

#[test]
fn a_parallel_is_the_choice_over_its_interleavings() {
    for seed in 1..=500 {
        let mut random = Random::new(seed);
        let piece = |random: &mut Random| {
            let pieces = [
                "x := y;",
                "y := x + 1;",
                "x := x + 1;",
                "y := 1;",
                "assume x != 1;",
                "x := 2 - y;",
            ];
            *random.choose(&pieces)
        };
        let branches: Vec<Vec<_>> = (0..random.between(2, 3))
            .map(|_| {
                (0..random.between(0, 3))
                    .map(|_| piece(&mut random))
                    .collect()
            })
            .collect();
        let parallel: Vec<_> = branches
            .iter()
            .map(|it| format!("{{ {} }}", it.join(" ")))
            .collect();
        let mut orders = Vec::new();
        interleave(
            &branches,
            &mut vec![0; branches.len()],
            &mut String::new(),
            &mut orders,
        );
        let head = "var x : integer = 0 var y : integer = 0 trans ";
        let together = ends(&format!("{head}par {}", parallel.join(" and ")), "x y");
        let apart = ends(
            &format!("{head}choice {{ {} }}", orders.join(" } or { ")),
            "x y",
        );
        assert_eq!(together, apart, "{parallel:?}");
    }
}

fn interleave(
    branches: &[Vec<&str>],
    at: &mut Vec<usize>,
    done: &mut String,
    all: &mut Vec<String>,
) {
    let mut ended = true;
    for branch in 0..branches.len() {
        if let Some(piece) = branches[branch].get(at[branch]) {
            ended = false;
            at[branch] += 1;
            let length = done.len();
            done.push_str(piece);
            interleave(branches, at, done, all);
            done.truncate(length);
            at[branch] -= 1;
        }
    }
    if ended {
        all.push(done.clone());
    }
}

#[test]
fn large_systems_run() {
    let choices = format!(
        "{}y := 3;{}",
        "choice { y := 1; } or {".repeat(1_000),
        "}".repeat(1_000)
    );
    let variables: String = (0..10_000)
        .map(|it| format!("var v{it} : boolean = false\n"))
        .collect();
    let statements: String = (0..10_000)
        .map(|it| format!("v{it} := !v{it};\n"))
        .collect();
    let forks: String = "choice y := y + 1; or y := y + 2; ".repeat(30);
    for (body, count) in [
        (choices, 2),
        ("for i from 0 to 1000000 do y := i;".to_string(), 1),
        (statements, 1),
        // A million million ways, thirty-one ends: what two ways have in common is followed once.
        (forks, 31),
    ] {
        let text = format!("{variables}var y : integer = 0 trans {{ {body} }}");
        let variables = if body.len() > 100_000 {
            &text[..]
        } else {
            &text[text.find("var y").unwrap()..]
        };
        assert_eq!(ends(variables, "y").len(), count);
    }
}
