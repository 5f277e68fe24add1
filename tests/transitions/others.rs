//! Another run of a transition system: all runs that show an answer, each once and the shortest first, as the definitions
//! enumerate them.

use std::collections::BTreeMap;

use lockstep_core::api::{CoversView, Options, TRANSITION_VALUES};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::print::print;
use lockstep_core::language::transitions::{
    Relation, Settings, Subject, TransitionModel, TransitionSystem, read,
};
use lockstep_core::system::{Flow, Status, System, Valuation};
use lockstep_core::text::Severity;
use lockstep_seeds::{seeds, share};
use lockstep_tests::Clockless;

/// How many runs are enumerated at most.
const MOST: usize = 3_000;

fn shown(system: &TransitionSystem<'_>, at: &Valuation) -> Vec<String> {
    let values = system.state(at).unwrap().0;
    let all = values.iter().zip(&system.model().variables);
    all.map(|(it, variable)| it.show(&variable.sort)).collect()
}

/// Every run of so many firings that ends where it first shows what a check looks for, as it is shown, with its firings; `None`
/// where there are too many, or something cannot be told.
fn enumerate(
    model: &TransitionModel,
    subject: &Subject,
    bound: u32,
) -> Option<BTreeMap<Vec<Vec<String>>, u32>> {
    let system = TransitionSystem::new(model, Settings::default());
    let shows = |at: &Valuation| match subject {
        Subject::Deadlock => system.status(at) == Status::Stuck,
        Subject::Always(term) => system.is_observed(at) && system.truth(at, term) != Ok(true),
        Subject::Reach(goals) => system.is_observed(at) && system.truth(at, &goals[0]) == Ok(true),
    };
    let mut open = Vec::new();
    let mut complete = system.declared(&mut |values| {
        open.push((vec![system.valuation(values, Relation::Init)], 0));
        Flow::Continue(())
    });
    let (mut found, mut count) = (BTreeMap::new(), 0);
    while let Some((run, firings)) = open.pop() {
        count += 1;
        if count > MOST || !complete {
            return None;
        }
        let at: &Valuation = &run[run.len() - 1];
        if shows(at) {
            let run = run.iter().map(|it| shown(&system, it)).collect();
            let best = found.entry(run).or_insert(firings);
            *best = firings.min(*best);
            continue;
        }
        let counts = system.state(at).unwrap().1 == Relation::Trans;
        let after = firings + u32::from(counts);
        let mut next = Vec::new();
        complete &= system
            .expand(at, &mut |_, state| {
                next.push(state);
                Flow::Continue(())
            })
            .is_complete();
        if after <= bound {
            open.extend(next.into_iter().map(|it| {
                let run: Vec<Valuation> = run.iter().cloned().chain([it]).collect();
                (run, after)
            }));
        }
    }
    complete.then_some(found)
}

#[test]
fn every_other_run_comes_once_and_the_shortest_first() {
    let (mut checks, mut several, mut kinds) = (0, 0, BTreeMap::new());
    for seed in seeds(0..600) {
        let mut random = Random::new(seed);
        let bound = u32::try_from(random.between(1, 3)).unwrap();
        let text = print(&transitions(&SystemShape::default(), &mut random));
        let condition = text
            .split_once("prop {")
            .and_then(|it| it.1.split_once('}'));
        let condition = condition.unwrap().0.trim();
        let text = format!(
            "{text}\ncheck deadlock within {bound}\ncheck always {condition} within {bound}\ncheck reach !({condition}) within {bound}\n"
        );
        let (model, findings) = read(&text);
        if findings.iter().any(|it| it.severity == Severity::Error) {
            continue;
        }
        for (index, property) in model.properties.iter().enumerate() {
            // With a bound runs can be enumerated.
            let Some(bound) = property.within else {
                continue;
            };
            let Some(mut expected) = enumerate(&model, &property.subject, bound) else {
                continue;
            };
            if expected.len() > 25 {
                continue;
            }
            let outcome = TRANSITION_VALUES
                .check(&text, index, &Options::default(), &mut Clockless)
                .unwrap();
            assert_eq!(
                outcome.verdict.is_found(),
                !expected.is_empty(),
                "seed {seed}\n{text}"
            );
            if !outcome.verdict.is_found() {
                continue;
            }
            checks += 1;
            several += usize::from(expected.len() > 2);
            *kinds.entry(outcome.answer().word()).or_insert(0) += 1;
            let mut known = vec![outcome.system.unwrap().run];
            let mut depth = outcome.verdict;
            loop {
                let last = known[known.len() - 1].iter().map(|it| it.state.clone());
                let fewest = expected.values().min().copied();
                let firings = expected.remove(&last.collect::<Vec<_>>());
                assert!(firings.is_some(), "seed {seed}, {depth:?}\n{text}");
                assert_eq!(firings, fewest, "seed {seed}, {depth:?}\n{text}");
                let options = Options::default();
                let next =
                    TRANSITION_VALUES.another(&text, index, &known, &options, &mut Clockless);
                let next = next.unwrap();
                if next.run.is_empty() {
                    assert!(expected.is_empty(), "seed {seed}: {expected:?}\n{text}");
                    assert!(next.covers != CoversView::Open, "seed {seed}\n{text}");
                    assert!(next.sentence.starts_with("There is no other run"));
                    break;
                }
                let fewest = expected.values().min().copied();
                assert_eq!(next.depth, fewest, "seed {seed}\n{text}");
                depth = lockstep_core::api::Verdict::Found {
                    depth: next.depth.unwrap(),
                };
                known.push(next.run);
            }
        }
    }
    println!("{checks} checks, {several} with several runs, {kinds:?}");
    assert!(
        checks > share(60) && several > share(20),
        "{checks} {several} {kinds:?}"
    );
}
