//! The promise of resolution: whatever is wrong with a text, its model can be drawn.

use std::collections::BTreeSet;

use lockstep_core::language::{Model, Question};

/// Every index of the model is valid, whatever errors its text had.
pub fn assert_usable(model: &Model) {
    for machine in &model.machines {
        assert!(machine.initial < machine.states.len());
        for it in &machine.transitions {
            assert!(it.source.max(it.target) < machine.states.len());
            assert!(
                it.trigger
                    .iter()
                    .chain(&it.effects)
                    .all(|&it| it < model.symbols.len())
            );
            let effects: BTreeSet<_> = it.effects.iter().collect();
            assert_eq!(effects.len(), it.effects.len());
        }
    }
    let lifelines = model.scenarios.iter().map(|it| &it.lifelines);
    for lifelines in lifelines.chain([&model.system]) {
        assert!(lifelines.iter().all(|it| it.machine < model.machines.len()));
        let names: BTreeSet<_> = lifelines.iter().map(|it| &it.name).collect();
        assert_eq!(names.len(), lifelines.len());
        assert!(lifelines.len() <= 64);
    }
    for scenario in &model.scenarios {
        for it in &scenario.messages {
            assert!(it.from.max(it.to) < scenario.lifelines.len());
            assert_ne!(it.from, it.to);
            assert!(it.symbol < model.symbols.len());
        }
    }
    for check in &model.checks {
        if let Question::Scenario { scenario, .. } = check.question {
            assert!(scenario < model.scenarios.len());
        }
        let lifelines = model.lifelines_of(check);
        let goal: &[_] = match &check.question {
            Question::Reach { goal } => goal,
            _ => &[],
        };
        for places in [goal, &check.from] {
            let distinct: BTreeSet<_> = places.iter().map(|(it, _)| it).collect();
            assert_eq!(distinct.len(), places.len());
            for &(lifeline, place) in places {
                let machine = &model.machines[lifelines[lifeline].machine];
                assert!(machine.place_index(place) < machine.place_count());
            }
        }
        assert!(check.bound.is_none_or(|bound| bound <= 10_000));
    }
}
