//! The judges agree: interpreter and engines give the same answer, depth and prefix on thousands
//! of random models, and the interpreter replays every witness.
#![allow(clippy::unwrap_used, missing_docs)]

use lockstep_core::engine::bmc::Bmc;
use lockstep_core::engine::gap::Gap;
use lockstep_core::engine::portfolio::{self, Choice};
use lockstep_core::engine::{Coverage, Finding, Limits, Unwatched, explicit};
use lockstep_core::generate::{Random, Shape, condition, goal, model};
use lockstep_core::language::machines::judge::{explore, shortest};
use lockstep_core::language::machines::scenario::semantics::judge;
use lockstep_core::language::machines::{Composition, Place};
use lockstep_core::language::questions::Mode;
use lockstep_core::language::{Check, Model, Question};
use lockstep_core::question::{task, witness};
use lockstep_core::sat;
use lockstep_seeds::{seeds_from, share, wanted};

/// Random models per run of the suite.
const MODELS: usize = 5000;
/// Models with more global states than this within the bound are left to other seeds.
const STATES: usize = 400;

/// What the definitions say: the greatest value and the fewest transactions to it.
fn judged(model: &Model, check: &Check) -> (usize, usize) {
    let composition = Composition::new(model, model.lifelines_of(check), &check.from);
    let bound = check.bound.unwrap() as usize;
    let found = |depth: Option<usize>| depth.map_or((0, 0), |depth| (1, depth));
    match &check.question {
        Question::Scenario { scenario, mode } => {
            let judgement = judge(&composition, &model.scenarios[*scenario], *mode, bound);
            (judgement.prefix, judgement.depth)
        }
        Question::Reach { goal } => found(shortest(&composition, bound, |state| {
            goal.iter()
                .all(|&(lifeline, place): &(usize, Place)| state[lifeline] == place)
        })),
        Question::Always { condition } => found(shortest(&composition, bound, |state| {
            !condition.holds(state)
        })),
        Question::Deadlock => found(shortest(&composition, bound, |state| {
            composition.stuck(state) == Some(false)
        })),
    }
}

#[test]
fn engines_agree_with_the_definitions() {
    let mut judged_models = 0;
    let mut gaps = 0;
    let mut seeds = seeds_from(1);
    let models = wanted(MODELS);
    let mut answers = std::collections::BTreeMap::<(&str, bool), usize>::new();
    let mut values = std::collections::BTreeMap::<(&str, bool), usize>::new();
    while judged_models < models {
        let seed = seeds.next().expect("seeds do not end");
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let bound = u32::try_from(random.between(0, 7)).unwrap();
        let composition = Composition::new(&model, &model.system, &[]);
        let mut count = 0;
        explore(&composition, bound as usize, |_, _| {
            count += 1;
            count <= STATES
        });
        if count > STATES {
            continue;
        }
        judged_models += 1;
        let strict = Question::Scenario {
            scenario: 0,
            mode: Mode::Strict,
        };
        let loose = Question::Scenario {
            scenario: 0,
            mode: Mode::Loose,
        };
        let reach = Question::Reach {
            goal: goal(&model, &mut random),
        };
        let always = Question::Always {
            condition: condition(&model, &mut random),
        };
        for (name, question) in [
            ("strict", strict),
            ("loose", loose),
            ("reach", reach),
            ("always", always),
            ("deadlock", Question::Deadlock),
        ] {
            let check = Check::asking(question, Some(bound));
            let task = task(&model, &check);
            let expected = judged(&model, &check);
            let finding = explicit::solve(&task, &Limits::default(), &mut Unwatched);
            assert!(!matches!(finding.coverage, Coverage::Open(_)));
            let found = (finding.value as usize, finding.depth as usize);
            assert_eq!(
                found, expected,
                "seed {seed}, {name} within {bound}: {model:#?}"
            );
            let mut bmc = Bmc::new(&task, &Limits::default(), sat::ALL[0].create(None));
            let by_sat = bmc.run(&mut Unwatched);
            let found = (by_sat.value as usize, by_sat.depth as usize);
            assert_eq!(
                found, expected,
                "seed {seed}, {name} within {bound} by SAT: {model:#?}"
            );
            if let Err(error) = witness(&model, &check, &task, &by_sat) {
                panic!(
                    "seed {seed}, {name} within {bound} by SAT: {error:?} {model:#?} {by_sat:?}"
                );
            }
            let solvers = || sat::ALL[0].create(None);
            let limits = Limits::default();
            if let Some(mut gap) = Gap::new(&task, bound, &limits, &solvers) {
                let in_gap = gap.run(Finding::start(&task), &mut Unwatched);
                assert_eq!(
                    in_gap.value as usize, expected.0,
                    "seed {seed}, {name}: {model:#?}"
                );
                if in_gap.value == task.objective.max() {
                    assert_eq!(in_gap.depth as usize, expected.1, "seed {seed}, {name}");
                } else {
                    assert!(in_gap.coverage == Coverage::Bound && gap.formula().is_some());
                }
                witness(&model, &check, &task, &in_gap).expect("a run in the gap replays");
                gaps += 1;
            }
            let mut prepared = task.clone();
            let limits = Limits {
                few_states: 0,
                ..Limits::default()
            };
            let answered = portfolio::solve(
                &mut prepared,
                Choice::Auto,
                &limits,
                &solvers,
                &mut Unwatched,
            );
            // A run of the longest prefix need not be a shortest one; a witness must be.
            let by_many = &answered.finding;
            let is_full = by_many.value == task.objective.max();
            let depth = by_many.depth as usize;
            assert!(by_many.shortest || !is_full, "seed {seed}, {name}");
            assert!(
                by_many.value as usize == expected.0
                    && (depth == expected.1 || !by_many.shortest && depth > expected.1)
                    && by_many.depth <= bound,
                "seed {seed}, {name} within {bound} by {}: {expected:?}, {by_many:?}, {model:#?}",
                answered.engine.name()
            );
            if let Err(error) = witness(&model, &check, &task, by_many) {
                panic!("seed {seed}, {name} within {bound}: {error:?} {model:#?} {by_many:?}");
            }
            assert!(!matches!(answered.finding.coverage, Coverage::Open(_)));
            let kind = (answered.engine.name(), answered.is_bounded());
            *answers.entry(kind).or_default() += 1;
            let full = finding.value == task.objective.max();
            *values.entry((name, full)).or_default() += 1;
            if let Err(error) = witness(&model, &check, &task, &finding) {
                panic!("seed {seed}, {name} within {bound}: {error:?} {model:#?} {finding:?}");
            }
        }
    }
    // Both answers must occur often, or the comparison would say little.
    for (kind, count) in &values {
        assert!(*count > share(300), "only {count} of {kind:?}: {values:?}");
    }
    assert_eq!(values.len(), 10, "{values:?}");
    // Bounds must have decided some questions alone, and greedy search must have met some.
    let count = |engine, bounded| answers.get(&(engine, bounded)).copied().unwrap_or(0);
    assert!(count("bounds", true) > share(500), "{answers:?}");
    assert!(count("greedy", true) > share(10), "{answers:?}");
    assert!(count("greedy", false) > share(100), "{answers:?}");
    assert!(count("explicit", false) > share(1000), "{answers:?}");
    assert_eq!(
        gaps,
        3 * models,
        "strict scenarios, goals and conditions have gaps"
    );
}
