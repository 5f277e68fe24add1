//! What an answer without a run shows of a transition system: a start of the definitions, after `init`, and how soon the states are met
//! that were looked at.

use std::collections::BTreeSet;

use lockstep_core::api::{CertificateView, Clockless, Options, TRANSITION_VALUES};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::{
    Relation, Settings, TransitionModel, TransitionSystem, print,
};
use lockstep_core::system::{Flow, System, Valuation};
use lockstep_core::view::SystemStepView;
use lockstep_seeds::seeds;

use super::explore::model;

#[test]
fn an_answer_without_a_run_shows_the_declared_values_and_what_init_makes_of_them() {
    let (mut shown, mut changed) = (0, 0);
    for seed in seeds(0..2_000) {
        let text = print::print(&transitions(
            &SystemShape::default(),
            &mut Random::new(seed),
        ));
        let model = model(&text);
        let system = TransitionSystem::new(&model, Settings::default());
        let values = |at: &Valuation| -> Vec<String> {
            let (values, _) = system.state(at).unwrap();
            let all = values.iter().zip(&model.variables);
            all.map(|(it, variable)| it.show(&variable.sort)).collect()
        };
        for check in 0..model.properties.len() {
            let options = Options::default();
            let outcome = TRANSITION_VALUES.check(&text, check, &options, &mut Clockless);
            let evidence = outcome.unwrap().system.unwrap();
            if !evidence.run.is_empty() {
                assert_eq!(evidence.start, [], "{text}");
                continue;
            }
            let mut starts = Vec::new();
            system.initial(&mut |it| {
                starts.push(it);
                Flow::Continue(())
            });
            let Some(first) = evidence.start.first() else {
                assert!(starts.is_empty(), "{text}");
                continue;
            };
            starts.retain(|it| values(it) == first.state);
            assert!(!starts.is_empty(), "{first:?} is no start of\n{text}");
            // What `init` can make of it; where it can be done at all, that is shown.
            let mut after = Vec::new();
            for start in &starts {
                system.steps(start, &mut |step| {
                    after.push(values(&system.apply(start, &step).unwrap()));
                    Flow::Continue(())
                });
            }
            match &evidence.start[1..] {
                [] => assert!(after.is_empty(), "{text}"),
                [init, idle @ ..] => {
                    // Where nothing more is possible, an `env` that changes nothing belongs to it.
                    let is_idle = |it: &SystemStepView| {
                        it.turn.of_step() == Some("env") && it.state == init.state
                    };
                    assert!(idle.len() < 2 && idle.iter().all(is_idle), "{text}");
                    assert_eq!(init.turn.of_step(), Some("init"), "{text}");
                    assert!(after.contains(&init.state), "{init:?}\n{text}");
                    changed += usize::from(init.state != first.state);
                }
            }
            shown += 1;
        }
    }
    assert!(
        shown > 40 && changed > 5,
        "{shown} starts, {changed} changed"
    );
}

/// How many states are met first after so many firings, by the definitions; `None` where these do not tell every state.
fn layers(model: &TransitionModel) -> Option<Vec<u64>> {
    let system = TransitionSystem::new(model, Settings::default());
    let (mut seen, mut layer) = (BTreeSet::new(), Vec::new());
    let mut complete = system.declared(&mut |values| {
        let at = system.valuation(values, Relation::Init);
        if seen.insert(at.clone()) {
            layer.push((at, 0));
        }
        Flow::Continue(())
    });
    let mut counts = Vec::new();
    while !layer.is_empty() {
        let mut next = Vec::new();
        for (at, firings) in layer {
            if counts.len() <= firings {
                counts.push(0);
            }
            counts[firings] += 1;
            let is_trans = system.state(&at).unwrap().1 == Relation::Trans;
            let encounter = system.expand(&at, &mut |_, after| {
                if seen.insert(after.clone()) {
                    next.push((after, firings + usize::from(is_trans)));
                }
                Flow::Continue(())
            });
            complete &= encounter.is_complete();
        }
        layer = next;
        if seen.len() > 20_000 {
            return None;
        }
    }
    complete.then_some(counts)
}

#[test]
fn states_that_were_looked_at_are_counted_by_the_fewest_firings_to_them() {
    let (mut compared, mut merged) = (0, 0);
    for seed in seeds(0..2_000) {
        let text = print::print(&transitions(
            &SystemShape::default(),
            &mut Random::new(seed),
        ));
        let model = model(&text);
        for (check, property) in model.properties.iter().enumerate() {
            let options = Options::default();
            let outcome = TRANSITION_VALUES.check(&text, check, &options, &mut Clockless);
            let outcome = outcome.unwrap();
            let told = outcome.system.unwrap().layers;
            let CertificateView::Exhausted { states } = outcome.certificate else {
                continue;
            };
            assert_eq!(told.iter().sum::<u64>(), states, "{text}");
            if property.within.is_some() || states == 0 {
                continue;
            }
            let Some(plain) = layers(&model) else {
                continue;
            };
            // What no condition reads is left out of states, and some are then one.
            match plain.iter().sum::<u64>() == states {
                true => assert_eq!(told, plain, "{text}"),
                false => {
                    assert!(told.len() <= plain.len(), "{text}");
                    merged += 1;
                    continue;
                }
            }
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared} compared, {merged} merged");
}
