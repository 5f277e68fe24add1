//! Blame is what it says: on random models the interpreter finds no run under the blamed demands,
//! and one as soon as any of them is waived.
//!
//! Waived demands are played by added transitions: a waived trigger by the same transition without
//! it, waived effects by the same one without them; a waived message by leaving it out or not.
#![allow(clippy::unwrap_used, missing_docs)]

use lockstep_core::engine::blame::blame;
use lockstep_core::engine::{Coverage, Limits, Unwatched, explicit};
use lockstep_core::explain::{Demand, charges};
use lockstep_core::generate::{Random, Shape, goal, model};
use lockstep_core::language::machines::judge::shortest;
use lockstep_core::language::machines::scenario::semantics::judge;
use lockstep_core::language::machines::{Composition, Condition, Place};
use lockstep_core::language::questions::Mode;
use lockstep_core::language::{Check, Model, Question};
use lockstep_core::question::task;
use lockstep_core::sat;
use lockstep_core::text::Span;
use lockstep_seeds::{seeds_from, share, wanted};

/// Questions of each kind with something to blame, per run of the suite.
const QUESTIONS: usize = 250;
const BOUND: u32 = 2;

/// The model in which only these demands are made, but for the messages.
fn relaxed(model: &Model, demanded: &[Demand]) -> Model {
    let mut relaxed = model.clone();
    for (machine, it) in model.machines.iter().enumerate() {
        for (index, transition) in it.transitions.iter().enumerate() {
            let waives = |demand| !demanded.contains(&demand);
            let triggers = waives(Demand::Trigger(machine, index));
            let effects = waives(Demand::Effects(machine, index));
            let mut add = |starts: bool, ends: bool| {
                let mut new = transition.clone();
                if starts {
                    new.trigger = None;
                }
                if ends {
                    new.effects.clear();
                }
                let all = &mut relaxed.machines[machine].transitions;
                if !all.iter().any(|old| same(old, &new)) {
                    all.push(new);
                }
            };
            if triggers {
                add(true, false);
            }
            if effects {
                add(false, true);
            }
            if triggers && effects {
                add(true, true);
            }
        }
    }
    relaxed
}

fn same(
    one: &lockstep_core::language::machines::Transition,
    other: &lockstep_core::language::machines::Transition,
) -> bool {
    (one.source, one.trigger, &one.effects, one.target)
        == (other.source, other.trigger, &other.effects, other.target)
}

/// Whether the definitions allow it when only these demands are made.
fn is_possible(model: &Model, check: &Check, demanded: &[Demand]) -> bool {
    let relaxed = relaxed(model, demanded);
    let composition = Composition::new(&relaxed, &relaxed.system, &[]);
    match &check.question {
        Question::Deadlock => unreachable!("nobody is blamed for a deadlock that is not there"),
        Question::Always { condition } => shortest(&composition, BOUND as usize, |state| {
            !condition.holds(state)
        })
        .is_some(),
        Question::Reach { goal } => shortest(&composition, BOUND as usize, |state| {
            let mut goal = goal.iter();
            goal.all(|&(lifeline, place)| state[lifeline] == place)
        })
        .is_some(),
        Question::Scenario { scenario, mode } => {
            let all = &relaxed.scenarios[*scenario];
            let count = all.messages.len();
            (0..1_u32 << count).any(|left_out| {
                let is_out = |index: usize| left_out >> index & 1 == 1;
                if (0..count).any(|it| is_out(it) && demanded.contains(&Demand::Message(it))) {
                    return false;
                }
                let mut some = all.clone();
                some.messages = (0..count)
                    .filter(|&it| !is_out(it))
                    .map(|it| all.messages[it].clone())
                    .collect();
                let judged = judge(&composition, &some, *mode, BOUND as usize);
                judged.prefix == some.messages.len()
            })
        }
    }
}

#[test]
fn what_is_blamed_is_impossible_and_no_less_is() {
    let shape = Shape {
        machines: (2, 3),
        lifelines: (2, 3),
        states: (1, 2),
        transitions: (1, 3),
        symbols: (1, 2),
        effects: (1, 2),
        messages: (1, 4),
        trigger_percent: 50,
        ..Shape::default()
    };
    let mut counts = [0_usize; 4];
    let mut sizes = std::collections::BTreeMap::<usize, usize>::new();
    let wanted = wanted(QUESTIONS);
    for seed in seeds_from(1) {
        let mut random = Random::new(seed);
        let model = model(&shape, &mut random);
        let states = |random: &mut Random| {
            let mut places = goal(&model, random);
            places.retain(|(_, place)| matches!(place, Place::State(_)));
            places
        };
        let places = states(&mut random);
        // It is false in one of two regions.
        let all = |places: Vec<(usize, Place)>| {
            let places = places.into_iter();
            Condition::All(places.map(|(it, place)| Condition::At(it, place)).collect())
        };
        let either = Condition::Any(vec![all(states(&mut random)), all(states(&mut random))]);
        let scenario = |mode| Question::Scenario { scenario: 0, mode };
        let questions = [
            scenario(Mode::Strict),
            scenario(Mode::Loose),
            Question::Reach { goal: places },
            Question::Always {
                condition: Condition::Not(Box::new(either)),
            },
        ];
        for (kind, question) in questions.into_iter().enumerate() {
            if counts[kind] == wanted {
                continue;
            }
            let check = Check {
                title: "random".into(),
                question,
                from: Vec::new(),
                bound: Some(BOUND),
                expected: None,
                expect_written: false,
                implicit: false,
                span: Span::default(),
            };
            let task = task(&model, &check);
            let finding = explicit::solve(&task, &Limits::default(), &mut Unwatched);
            assert!(!matches!(finding.coverage, Coverage::Open(_)));
            if finding.value == task.objective.max() {
                continue;
            }
            let prefix = finding.value as usize;
            let charges = charges(&model, &check, &task, BOUND, prefix, None).unwrap();
            let solver = (sat::ALL[0], None);
            let (relaxation, order) = (&charges.relaxation, &charges.order);
            let blamed = blame(&task, relaxation, order, u64::MAX, solver, &mut Unwatched);
            let about = format!("seed {seed}: {model:#?} {check:?}");
            let blamed = blamed
                .unwrap()
                .unwrap_or_else(|| panic!("possible? {about}"));
            assert!(blamed.certificate.clauses > 0, "{about}");
            let demands = blamed.demands.iter();
            let demands: Vec<_> = demands.map(|&it| charges.demands[it]).collect();
            let about = format!("{demands:?}, {about}");
            assert!(!is_possible(&model, &check, &demands), "{about}");
            for left in 0..demands.len() {
                let mut fewer = demands.clone();
                fewer.remove(left);
                assert!(
                    is_possible(&model, &check, &fewer),
                    "without {left} of {about}"
                );
            }
            counts[kind] += 1;
            *sizes.entry(demands.len()).or_default() += 1;
        }
        if counts.iter().all(|&count| count == wanted) {
            break;
        }
    }
    // One culprit, two, and more must all occur.
    assert!(
        sizes[&1] > share(5) && sizes[&2] > share(5) && sizes.len() >= 3,
        "{sizes:?}"
    );
}
