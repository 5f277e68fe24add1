//! Machines as a system say what the definitions say: the same states, steps and ends, on random models.
#![allow(clippy::unwrap_used, missing_docs)]

use lockstep_core::generate::{Random, Shape, model};
use lockstep_core::language::machines::{
    Composition, GlobalState, Grain, MachineSystem, MessageSet, Transaction,
};
use lockstep_core::system::{Flow, Phase, Status, Step, System, Trace, replay};
use lockstep_seeds::{seeds, share};

/// Models per run of the suite.
const MODELS: u64 = 2_000;
/// Steps of the random walk through each.
const STEPS: usize = 6;

fn told(system: &MachineSystem<'_>, state: &GlobalState) -> Vec<Step> {
    let mut steps = Vec::new();
    system.steps(&system.valuation(state), &mut |step| {
        steps.push(step);
        Flow::Continue(())
    });
    steps
}

#[test]
fn steps_are_those_of_the_definitions() {
    let mut transactions = 0;
    let mut ends = [0, 0];
    for seed in seeds(1..MODELS + 1) {
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let composition = Composition::new(&model, &model.system, &[]);
        let fine = MachineSystem::new(composition.clone(), Grain::MessageSet);
        let coarse = MachineSystem::new(composition.clone(), Grain::Transaction);
        assert_eq!(fine.schema().variables.len(), model.system.len());
        let mut state = composition.initial();
        for _ in 0..STEPS {
            let at = fine.valuation(&state);
            assert_eq!(fine.global_state(&at).as_ref(), Some(&state), "seed {seed}");
            let sets: Vec<MessageSet> = told(&fine, &state)
                .iter()
                .map(|step| fine.transaction(step).unwrap().remove(0))
                .collect();
            assert_eq!(sets, composition.admissible(&state), "seed {seed}");
            let mut found: Vec<Transaction> = told(&coarse, &state)
                .iter()
                .map(|step| coarse.transaction(step).unwrap())
                .collect();
            let mut expected = composition.enabled(&state);
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "seed {seed}");
            let status = match composition.stuck(&state) {
                None => Status::Running,
                Some(true) => Status::Terminated,
                Some(false) => Status::Stuck,
            };
            assert_eq!(fine.status(&at), status, "seed {seed}");
            if expected.is_empty() {
                ends[usize::from(status == Status::Stuck)] += 1;
                break;
            }
            transactions += expected.len();
            let chosen = random.choose(&expected).clone();
            let step = coarse.step(&chosen);
            let after = composition.apply(&state, &chosen).unwrap();
            assert_eq!(coarse.apply(&at, &step), Some(coarse.valuation(&after)));
            let events = coarse.narrate(&at, &step);
            let deliveries: usize = chosen.iter().map(|set| set.deliveries.len()).sum();
            assert_eq!(events.messages.len(), deliveries, "seed {seed}");
            assert_eq!(events.fired.len(), deliveries + chosen.len(), "seed {seed}");
            assert!(events.fired.iter().all(|it| it.phase != Phase::Whole));
            state = after;
        }
    }
    // The walk met what it is about.
    assert!(
        transactions > share(10_000) && ends.iter().all(|&it| it > share(20)),
        "{transactions} {ends:?}"
    );
}

#[test]
fn what_no_definition_allows_is_no_step() {
    for seed in 1..=300 {
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let composition = Composition::new(&model, &model.system, &[]);
        let system = MachineSystem::new(composition.clone(), Grain::Transaction);
        let start = system.valuation(&composition.initial());
        for _ in 0..40 {
            let draw = |random: &mut Random| i64::try_from(random.between(0, 9)).unwrap() - 1;
            let length = random.between(0, 6);
            let step = Step {
                label: u32::try_from(random.between(0, 40)).unwrap(),
                choice: (0..length).map(|_| draw(&mut random)).collect(),
            };
            let allowed = system.transaction(&step).is_some_and(|it| {
                composition
                    .enabled(&composition.initial())
                    .iter()
                    .any(|other| {
                        let mut sorted = (it.clone(), other.clone());
                        sorted.0.sort();
                        sorted.1.sort();
                        sorted.0 == sorted.1
                    })
            });
            assert_eq!(
                system.apply(&start, &step).is_some(),
                allowed,
                "seed {seed} {step:?}"
            );
            let trace = Trace {
                start: start.clone(),
                steps: vec![step],
            };
            assert_eq!(replay(&system, &trace).is_ok(), allowed, "seed {seed}");
        }
        let elsewhere = Trace {
            start: start.iter().map(|it| it + 1).collect(),
            steps: Vec::new(),
        };
        assert!(
            replay(&system, &elsewhere).is_err(),
            "seed {seed}: the start is another one"
        );
    }
}
