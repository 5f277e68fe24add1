//! What stops a branch: told for small systems one by one, and on random ones judged by taking away what is named.

use lockstep_core::expression::{Sort, Term, Value};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::branches::Branch;
use lockstep_core::language::transitions::configuration::Cause;
use lockstep_core::language::transitions::split::{
    Rules, SplitGrain, SplitModel, SplitOptions, SplitSystem, split,
};
use lockstep_core::language::transitions::{
    OperationKind, Settings, TransitionModel, TransitionSystem, print, read,
};
use lockstep_core::system::{Flow, System, Valuation};

use super::explore::model;

const LIGHT: &str = "type Light : { Red, Green }
    var light : Light = Red var n : 0..9 = 0
    trans {
      choice { assume light == Red; light := Green; } or { assume light == Green; light := Red; }
      assume n < 3;
    }
    init {} env { havoc n; } prop { true }";

fn split_finely(model: &TransitionModel) -> SplitModel {
    let settings = Settings::default();
    let (rules, grain) = (Rules::Corrected, SplitGrain::Choice);
    split(
        model,
        SplitOptions {
            rules,
            grain,
            settings,
        },
    )
}

/// A branch with what is left of it, in the words of the text.
fn told(text: &str, branch: &Branch) -> String {
    let words = |span: lockstep_core::text::Span| {
        let words: Vec<_> = span.text(text).split_whitespace().collect();
        words.join(" ")
    };
    let reasons = branch.reasons.iter().map(|it| {
        let later = if it.later { "then " } else { "" };
        format!("{later}{}", words(it.span))
    });
    let reasons: Vec<_> = reasons.collect();
    format!(
        "{}: {} ways, not {}",
        words(branch.span),
        branch.ways.len(),
        reasons.join(" nor ")
    )
}

/// Follows the first way where there is only one branch with ways.
fn state_before_trans(system: &TransitionSystem<'_>, n: i64) -> Valuation {
    let mut at = (system as &dyn System).start().unwrap();
    for chosen in [0, n] {
        let branches = system.branches(&at, 100);
        let ways = &branches[0].ways;
        at = ways[usize::try_from(chosen).unwrap().min(ways.len() - 1)]
            .after
            .clone();
    }
    at
}

#[test]
fn a_branch_that_cannot_be_completed_says_what_stops_it() {
    let model = model(LIGHT);
    let system = TransitionSystem::new(&model, Settings::default());
    let said = |n| {
        let branches = system.branches(&state_before_trans(&system, n), 100);
        let all = branches.iter().map(|it| told(LIGHT, it));
        all.collect::<Vec<_>>()
    };
    let green = "{ assume light == Green; light := Red; }: 0 ways, not assume light == Green;";
    let whole = said(2);
    assert_eq!(whole.len(), 2);
    assert!(
        whole[0].contains(": 1 ways, not assume light == Green;"),
        "{}",
        whole[0]
    );
    assert_eq!(whole[1], green);
    let none = said(7);
    assert_eq!(none.len(), 1);
    assert!(
        none[0].ends_with(": 0 ways, not assume light == Green; nor assume n < 3;"),
        "{}",
        none[0]
    );
}

#[test]
fn a_fragment_that_leads_nowhere_says_what_stops_it_later() {
    let text = LIGHT
        .replace("n : 0..9 = 0", "n : 0..9 = 5")
        .replace("havoc n;", "");
    let model = model(&text);
    let parts = split_finely(&model);
    let system = SplitSystem::new(&parts);
    let mut at = (&system as &dyn System).start().unwrap();
    for _ in 0..2 {
        at = system.branches(&at, 1)[0].ways[0].after.clone();
    }
    let all: Vec<_> = system
        .branches(&at, 9)
        .iter()
        .map(|it| told(&text, it))
        .collect();
    assert_eq!(
        all,
        [
            "assume light == Red; light := Green;: 0 ways, not then assume n < 3;",
            "assume light == Green; light := Red;: 0 ways, not assume light == Green;",
        ]
    );
}

#[test]
fn a_havoc_asks_for_a_value_and_takes_any_that_is_possible() {
    let text = "var x : integer = 0 trans { havoc x; assume x != 3; } init {} env {} prop { true }";
    let model = model(text);
    let parts = split_finely(&model);
    let system = SplitSystem::new(&parts);
    let mut at = (&system as &dyn System).start().unwrap();
    for _ in 0..2 {
        at = system.branches(&at, 1)[0].ways[0].after.clone();
    }
    let branches = system.branches(&at, 100);
    let [only] = &branches[..] else {
        panic!("there is nothing else")
    };
    assert_eq!(
        only.asks.map(|it| &parts.model.variables[it].name[..]),
        Some("x")
    );
    assert_eq!(only.ways.len(), 16, "-8..8 without 3");
    assert!(!only.complete, "there are more integers than were tried");
    let told: Vec<_> = only.reasons.iter().map(|it| it.span.text(text)).collect();
    assert_eq!(told, ["assume x != 3;"]);
    let after = |value| system.apply(&at, &only.answered(&Value::Number(value)).unwrap());
    assert!(after(1_000_000).is_some());
    assert!(after(3).is_none());
}

/// The model with some assumptions that are always true.
fn without(model: &TransitionModel, assumptions: &[usize]) -> TransitionModel {
    let mut model = model.clone();
    for &it in assumptions {
        let always = Term::constant(Value::boolean(true), Sort::Boolean);
        model.operations[it].kind = OperationKind::Assume(always);
    }
    model
}

/// A branch is blocked where there is no step through it, and taking away what is named leads further: to its end, or to
/// something else that stops it.
#[test]
fn what_is_named_is_what_stops() {
    let shape = SystemShape {
        integers: false,
        ..SystemShape::default()
    };
    let (mut blocked, mut later) = (0, 0);
    for seed in 0..400 {
        let document = transitions(&shape, &mut Random::new(seed));
        let text = print::print(&document);
        let (model, _) = read(&text);
        let settings = Settings {
            most_substeps: 200_000,
            ..Settings::default()
        };
        let system = TransitionSystem::new(&model, settings);
        for at in some_states(&system) {
            let branches = system.branches(&at, usize::MAX);
            let ways = branches.iter().flat_map(|it| it.ways.iter().cloned());
            let mut ways: Vec<_> = ways.map(|it| (it.step, it.after)).collect();
            ways.sort();
            let mut steps = Vec::new();
            system.expand(&at, &mut |step, after| {
                steps.push((step, after));
                Flow::Continue(())
            });
            steps.sort();
            assert_eq!(ways, steps, "{seed}");
            for branch in branches.iter().filter(|it| it.is_blocked()) {
                blocked += 1;
                let operation = branch.operation.unwrap();
                assert!(!branch.reasons.is_empty(), "{seed}");
                let assumed = branch
                    .reasons
                    .iter()
                    .filter(|it| it.cause == Cause::Assumption);
                let assumed: Vec<_> = assumed.map(|it| it.operation).collect();
                if assumed.is_empty() {
                    continue;
                }
                let relaxed = without(&model, &assumed);
                let system = TransitionSystem::new(&relaxed, settings);
                let branches = system.branches(&at, 1);
                let same = branches.iter().find(|it| it.operation == Some(operation));
                let further = same.is_none_or(|it| {
                    !it.is_blocked() || it.reasons.iter().all(|it| !assumed.contains(&it.operation))
                });
                assert!(further, "{seed}\n{text}");
            }
        }
        let parts = split_finely(&model);
        let system = SplitSystem::new(&parts);
        for at in some_states(&system) {
            let mut steps = Vec::new();
            system.steps(&at, &mut |step| {
                steps.push(step);
                Flow::Continue(())
            });
            let branches = system.branches(&at, usize::MAX);
            let ways = branches.iter().flat_map(|it| it.ways.iter());
            let ways: Vec<_> = ways.map(|it| it.step.clone()).collect();
            assert_eq!(ways, steps, "{seed}");
            for branch in branches.iter().filter(|it| it.is_blocked()) {
                later += usize::from(branch.reasons.iter().any(|it| it.later));
                assert!(!branch.reasons.is_empty(), "{seed}");
            }
        }
    }
    assert!(blocked > 300 && later > 30, "{blocked} {later}");
}

/// The first states of a system, breadth first.
fn some_states(system: &dyn System) -> Vec<Valuation> {
    let mut states: Vec<Valuation> = system.start().into_iter().collect();
    for number in 0..12 {
        let Some(at) = states.get(number).cloned() else {
            break;
        };
        system.steps(&at, &mut |step| {
            let after = system.apply(&at, &step).unwrap();
            if !states.contains(&after) && states.len() < 40 {
                states.push(after);
            }
            Flow::Continue(())
        });
    }
    states.truncate(12);
    states
}
