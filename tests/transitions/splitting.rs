//! Splitting: the thesis' Examples 6 to 13, the places where its rules go wrong, and, on random systems,
//! that the corrected rules change no behaviour.

use std::collections::BTreeSet;

use lockstep_core::expression::Value;
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::configuration::Encounter;
use lockstep_core::language::transitions::split::{
    Ahead, Rules, SplitGrain, SplitModel, SplitOptions, SplitSystem, split, split_transition,
};
use lockstep_core::language::transitions::{
    Missing, OperationKind, Relation, Settings, TransitionModel, TransitionSystem, print, read,
    unresolve,
};
use lockstep_core::system::{Flow, Status, System, Valuation};
use lockstep_core::text::Severity;
use lockstep_seeds::{seeds, share};

use super::explore::model;

fn options(rules: Rules, grain: SplitGrain) -> SplitOptions {
    SplitOptions {
        rules,
        grain,
        settings: Settings::default(),
    }
}

const CORRECTED: [Rules; 1] = [Rules::Corrected];
const BOTH: [Rules; 2] = [Rules::Corrected, Rules::Printed];

/// The fragments as the thesis writes them, one string each.
fn fragments(split: &SplitModel) -> Vec<String> {
    let fragment = |&operation: &usize| {
        let parts = split.model.parts(operation);
        let parts = parts.iter().map(|&part| {
            let text = unresolve::operation(&split.model, part);
            let text = text
                .trim_end_matches(';')
                .replace(" := ", ":=")
                .replace(" == ", "=");
            let text = text
                .replace("if ", "")
                .replace(" then ", " ? ")
                .replace(" else ", " : ");
            match text.strip_prefix("assume ") {
                Some(assumed) => format!("[{}]", assumed.replace(" && ", " ∧ ")),
                None => text,
            }
        });
        parts.collect::<Vec<_>>().join(", ")
    };
    split.model.trans.iter().map(fragment).collect()
}

/// A system with one transition over x, y and z.
fn transition(statements: &str) -> TransitionModel {
    model(&format!(
        "var x : integer = 0 var y : integer = 0 var z : integer = 0 \
         trans {{ {statements} }} init {{}} env {{}} prop {{ true }}"
    ))
}

#[test]
fn the_examples_of_the_thesis() {
    let parallel = "par { x := 1; y := x; } and { x := 2; y := x; }";
    for (example, statements, readings, expected) in [
        (
            6,
            "assume x == 0; x := 1; y := 2;",
            &BOTH[..],
            &["[pc=0], [x=0], x:=1, y:=2, pc:=0"][..],
        ),
        (
            7,
            "x := 1; havoc y; z := y;",
            &BOTH,
            &[
                "[pc=0], x:=1, pc:=1",
                "[pc=1], havoc y, pc:=2",
                "[pc=2], z:=y, pc:=0",
            ],
        ),
        (
            8,
            "choice x := 1; or x := 2;",
            &CORRECTED,
            &["[pc=0], x:=1, pc:=0", "[pc=0], x:=2, pc:=0"],
        ),
        // Of a choice that is all there is, the printed rule for sequences has two empty fragments more (B4.4).
        (
            8,
            "choice x := 1; or x := 2;",
            &[Rules::Printed],
            &[
                "[pc=0], pc:=1",
                "[pc=1], x:=1, pc:=2",
                "[pc=1], x:=2, pc:=2",
                "[pc=2], pc:=0",
            ],
        ),
        (
            9,
            "y := x; choice x := 1; or x := 2; z := x;",
            &BOTH,
            &[
                "[pc=0], y:=x, pc:=1",
                "[pc=1], x:=1, pc:=2",
                "[pc=1], x:=2, pc:=2",
                "[pc=2], z:=x, pc:=0",
            ],
        ),
        (
            10,
            "if (0 < x) y := x; else y := 0;",
            &CORRECTED,
            &[
                "[pc=0], pc:=0 < x ? 1 : 2",
                "[pc=1], y:=x, pc:=0",
                "[pc=2], y:=0, pc:=0",
            ],
        ),
        // As meant: pc := 1 in the fork, and the branches wholly on their own counters.
        (
            11,
            parallel,
            &CORRECTED,
            &[
                "[pc=0], pc_1:=1, pc_2:=1, pc:=1",
                "[pc_1=1], x:=1, pc_1:=2",
                "[pc_1=2], y:=x, pc_1:=0",
                "[pc_2=1], x:=2, pc_2:=2",
                "[pc_2=2], y:=x, pc_2:=0",
                "[pc=1 ∧ pc_1=0 ∧ pc_2=0], pc:=0",
            ],
        ),
        (
            12,
            "local var v : integer = 1; choice v := v + 1; or v := v + 2; assume 1 < v;",
            &BOTH,
            &[
                "[pc=0], v:=1, pc:=1",
                "[pc=1], v:=v + 1, pc:=2",
                "[pc=1], v:=v + 2, pc:=2",
                "[pc=2], [1 < v], v:=0, pc:=0",
            ],
        ),
    ] {
        let model = transition(statements);
        for &rules in readings {
            let split =
                split_transition(&model, model.trans[0], options(rules, SplitGrain::Choice));
            assert_eq!(fragments(&split), expected, "Example {example}, {rules:?}");
            assert_eq!(split.fragments.len(), expected.len());
        }
    }
    // Example 11 as printed: the fork says 2, everything else waits for 1.
    let model = transition(parallel);
    let literal = split_transition(
        &model,
        model.trans[0],
        options(Rules::Literal, SplitGrain::Choice),
    );
    let printed = fragments(&literal);
    assert!(
        printed[1].ends_with("pc_1:=1, pc_2:=1, pc:=4"),
        "{printed:?}"
    );
    assert!(
        printed[2].starts_with("[pc=3 ∧ pc_1=1], x:=1, pc:=3, pc_1:=2"),
        "{printed:?}"
    );
}

#[test]
fn example_13_merges_the_relations() {
    let model = model(
        "var x : integer = 0 trans { x := 5; } or { x := 6; } init { x := 1; } or { x := 2; } \
         env { x := 3; } or { x := 4; } prop { x < 9 }",
    );
    let split = split(&model, options(Rules::Corrected, SplitGrain::Choice));
    assert_eq!(
        fragments(&split),
        [
            "[in_init ∧ pc=0], x:=1, in_init:=false, pc:=0",
            "[in_init ∧ pc=0], x:=2, in_init:=false, pc:=0",
            "[!in_init ∧ !in_trans ∧ pc=0], x:=3, in_trans:=true, pc:=0",
            "[!in_init ∧ !in_trans ∧ pc=0], x:=4, in_trans:=true, pc:=0",
            "[!in_init ∧ in_trans ∧ pc=0], x:=5, in_trans:=false, pc:=0",
            "[!in_init ∧ in_trans ∧ pc=0], x:=6, in_trans:=false, pc:=0",
        ]
    );
}

/// The stable states that can follow a stable state, by its values of the original's variables, and
/// whether some way ends in a pseudostate.
fn stable_after(
    system: &SplitSystem<'_>,
    at: &Valuation,
    globals: usize,
) -> (BTreeSet<Box<[Value]>>, bool) {
    let mut found = BTreeSet::new();
    let mut dead_end = false;
    let mut seen = BTreeSet::from([at.clone()]);
    let mut open = vec![at.clone()];
    while let Some(at) = open.pop() {
        let mut steps = 0;
        system.expand(
            &at,
            &mut |step, after| {
                assert_eq!(system.apply(&at, &step), Some(after.clone()));
                steps += 1;
                let values = system.schema().values(&after).unwrap();
                if system.is_stable(&values) {
                    found.insert(values[..globals].into());
                } else if seen.insert(after.clone()) {
                    open.push(after);
                }
                Flow::Continue(())
            },
            &mut |_| {},
        );
        let values = system.schema().values(&at).unwrap();
        dead_end |= steps == 0 && !system.is_stable(&values);
    }
    (found, dead_end)
}

/// The stable state of a split system with these values of the original's variables.
fn stable(system: &SplitSystem<'_>, values: &[Value], turn: Relation) -> Valuation {
    let split = system.split();
    let mut start = None;
    system.initial(&mut |it| {
        start = Some(it);
        Flow::Break(())
    });
    let mut all = system.schema().values(&start.unwrap()).unwrap();
    all[..values.len()].clone_from_slice(values);
    let phases = split.phases.unwrap();
    all[phases.init] = Value::boolean(turn == Relation::Init);
    all[phases.trans] = Value::boolean(turn == Relation::Trans);
    lockstep_core::expression::pack(&all)
}

/// The stable successors of the start of a system with one `trans`, atomic and split.
fn compared(statements: &str, rules: Rules) -> (usize, usize, bool) {
    let model = transition(statements);
    let atomic = TransitionSystem::new(&model, Settings::default());
    let split = split(&model, options(rules, SplitGrain::Choice));
    let system = SplitSystem::new(&split);
    let zero = vec![Value::Number(0); 3];
    let mut ends = BTreeSet::new();
    atomic.expand(
        &atomic.valuation(&zero, Relation::Trans),
        &mut |_, after| {
            ends.insert(after);
            Flow::Continue(())
        },
    );
    let start = stable(&system, &zero, Relation::Trans);
    let (found, dead_end) = stable_after(&system, &start, model.globals);
    (ends.len(), found.len(), dead_end)
}

#[test]
fn where_the_printed_splitting_goes_wrong() {
    let p2 = "par choice { y := 1; z := 1; } or { y := 2; z := 2; } and x := 1;";
    let p3 = "par { par y := 1; and z := 1; } and x := 1;";
    let p4 = "par { if (x == 0) y := 1; else y := 2; } and x := 1;";
    let late = "choice y := 1; or y := 2; assume y == 2;";
    for (defect, statements, rules, expected) in [
        // B4.1: the fork sets a number that nobody waits for.
        (
            "B4.1",
            "par x := 1; and y := 1;",
            Rules::Literal,
            (1, 0, true),
        ),
        (
            "B4.1",
            "par x := 1; and y := 1;",
            Rules::Printed,
            (1, 1, false),
        ),
        (
            "B4.1",
            "par x := 1; and y := 1;",
            Rules::Corrected,
            (1, 1, false),
        ),
        // B4.2: whatever needs two fragments in a branch loses all its runs.
        ("B4.2", p2, Rules::Printed, (2, 0, true)),
        ("B4.2", p2, Rules::Corrected, (2, 2, false)),
        ("B4.2", p3, Rules::Printed, (1, 0, true)),
        ("B4.2", p3, Rules::Corrected, (1, 1, false)),
        ("B4.2", p4, Rules::Printed, (2, 0, true)),
        ("B4.2", p4, Rules::Corrected, (2, 2, false)),
        // B4.3: an assumption further down makes a dead end of a choice before it.
        ("B4.3", late, Rules::Printed, (1, 1, true)),
        ("B4.3", late, Rules::Corrected, (1, 1, false)),
    ] {
        assert_eq!(
            compared(statements, rules),
            expected,
            "{defect} {rules:?} {statements}"
        );
    }
    // B4.4: empty fragments, before a choice that comes first and after one that comes last.
    let model = transition("choice x := 1; or x := 2;");
    let count = |rules| {
        split(&model, options(rules, SplitGrain::Choice))
            .fragments
            .len()
    };
    assert_eq!((count(Rules::Printed), count(Rules::Corrected)), (6, 4));
    // B4.6: without a fragment for an empty `init`, nothing ever happens.
    for (rules, stuck) in [
        (Rules::Literal, true),
        (Rules::Printed, false),
        (Rules::Corrected, false),
    ] {
        let split = split(&model, options(rules, SplitGrain::Choice));
        let system = SplitSystem::new(&split);
        let start = (&system as &dyn System).start().unwrap();
        assert_eq!(
            system.status(&start) == Status::Stuck,
            stuck,
            "B4.6 {rules:?}"
        );
    }
    // B4.6, too: no two fragments of one counter wait for the same value, unless they are alternatives.
    let model = transition("havoc x; havoc y;");
    let two = split(&model, options(Rules::Corrected, SplitGrain::Choice));
    let waits: BTreeSet<_> = two
        .fragments
        .iter()
        .map(|it| (it.relation, it.from))
        .collect();
    assert_eq!(waits.len(), two.fragments.len());
}

#[test]
fn a_havoc_of_any_integer_asks() {
    // B4.7: what is tried is said to be a part, and a value that is not tried can be chosen all the same.
    let model = transition("havoc x; assume x == 1000 || x == 3; y := x;");
    let split = split(&model, options(Rules::Corrected, SplitGrain::Choice));
    let system = SplitSystem::new(&split);
    let at = stable(&system, &[0, 0, 0].map(Value::Number), Relation::Trans);
    let mut steps = Vec::new();
    let mut refused = 0;
    let encounter: Encounter = system.expand(
        &at,
        &mut |step, _| {
            steps.push(step);
            Flow::Continue(())
        },
        &mut |_| refused += 1,
    );
    assert_eq!((steps.len(), refused, encounter.windowed.len()), (1, 16, 1));
    assert_eq!(*steps[0].choice, [3]);
    let mut far = steps[0].clone();
    far.choice = [1000].into();
    assert!(system.apply(&at, &far).is_some());
    far.choice = [999].into();
    assert_eq!(system.apply(&at, &far), None);
}

#[test]
fn look_ahead_says_what_it_does_not_know() {
    let model = transition("choice x := 1; or x := 2; havoc y; assume x == 2 => y == 1000;");
    let split = split(&model, options(Rules::Corrected, SplitGrain::Choice));
    let system = SplitSystem::new(&split);
    let at = stable(&system, &[0, 0, 0].map(Value::Number), Relation::Trans);
    let mut found = Vec::new();
    system.expand(
        &at,
        &mut |_, after| {
            let values = system.schema().values(&after).unwrap();
            found.push(system.ahead(&values));
            assert_eq!(system.status(&after), Status::Inside);
            Flow::Continue(())
        },
        &mut |_| {},
    );
    assert_eq!(
        found,
        [Ahead::Reaches, Ahead::Unknown],
        "what may be possible is offered"
    );
}

/// Systems per run of the suite.
const SYSTEMS: u64 = 5_000;

#[test]
fn split_systems_have_the_stable_successors_of_atomic_ones() {
    let shape = SystemShape {
        depth: 3,
        length: 3,
        ..SystemShape::default()
    };
    let (mut compared, mut avoided, mut lost, mut nested) = (0, 0, 0, 0);
    for seed in seeds(1..SYSTEMS + 1) {
        let mut random = Random::new(seed);
        let text = print::print(&transitions(&shape, &mut random));
        let (model, _) = read(&text);
        let settings = Settings {
            missing: [Missing::Free, Missing::Default][seed as usize % 2],
            ..Settings::default()
        };
        let grain = [SplitGrain::Choice, SplitGrain::Statement][seed as usize / 2 % 2];
        let options = |rules| SplitOptions {
            rules,
            grain,
            settings,
        };
        let atomic = TransitionSystem::new(&model, settings);
        let corrected = split(&model, options(Rules::Corrected));
        let printed = split(&model, options(Rules::Printed));
        let [corrected, printed] = [&corrected, &printed].map(SplitSystem::new);
        let is_parallel = |it: &_| matches!(it, OperationKind::Parallel(_));
        nested += usize::from(model.operations.iter().any(|it| is_parallel(&it.kind)));
        let Some(mut at) = (&atomic as &dyn System).start() else {
            continue;
        };
        for _ in 0..4 {
            let (values, turn) = atomic.state(&at).unwrap();
            let mut expected = BTreeSet::new();
            let mut states = Vec::new();
            atomic.expand(&at, &mut |_, after| {
                expected.insert(atomic.state(&after).unwrap().0);
                states.push(after);
                Flow::Continue(())
            });
            let start = stable(&corrected, &values, turn);
            let (found, dead_end) = stable_after(&corrected, &start, model.globals);
            assert_eq!(found, expected, "seed {seed} {grain:?} {turn:?}\n{text}");
            assert!(!dead_end, "seed {seed}\n{text}");
            let status = corrected.status(&start);
            assert_eq!(
                status == Status::Stuck,
                expected.is_empty(),
                "seed {seed}\n{text}"
            );
            let start = stable(&printed, &values, turn);
            let (found, dead_end) = stable_after(&printed, &start, model.globals);
            assert!(
                found.is_subset(&expected),
                "seed {seed}: printed rules invent nothing\n{text}"
            );
            compared += 1;
            avoided += usize::from(dead_end && !expected.is_empty());
            lost += usize::from(found.len() < expected.len());
            if states.is_empty() {
                break;
            }
            at = random.choose(&states).clone();
        }
    }
    // The comparison met what it is about.
    assert!(
        compared > share(9_000) && avoided > share(400) && lost > share(100) && nested > share(800),
        "{compared} {avoided} {lost} {nested}"
    );
}

#[test]
fn split_systems_are_texts_that_mean_the_same() {
    for seed in 1..=400 {
        let mut random = Random::new(seed);
        let (model, _) = read(&print::print(&transitions(
            &SystemShape::default(),
            &mut random,
        )));
        for rules in [Rules::Corrected, Rules::Printed] {
            let split = split(&model, options(rules, SplitGrain::Choice));
            let text = print::print(&unresolve::document(&split.model));
            let (again, findings) = read(&text);
            let errors = findings.iter().filter(|it| it.severity == Severity::Error);
            assert_eq!(errors.count(), 0, "{findings:?}\n{text}");
            assert_eq!(again.trans.len(), split.fragments.len());
            let [before, after] =
                [&split.model, &again].map(|it| print::print(&unresolve::document(it)));
            assert_eq!(before, after);
        }
    }
}
