//! Further witnesses: all runs that differ in their messages, each once, shortest first, as the
//! interpreter enumerates them.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};

use lockstep_core::api::{self, CoversView, Options, StepView};
use lockstep_core::engine::{Coverage, Limits, Unwatched};
use lockstep_core::generate::{Random, Shape, condition, goal, model};
use lockstep_core::language::machines::scenario::semantics::{longest_from, stands_for};
use lockstep_core::language::machines::{Composition, GlobalState, Transaction};
use lockstep_core::language::questions::Mode;
use lockstep_core::language::{Answer, Check, Model, Question};
use lockstep_core::network::Messages;
use lockstep_core::question::{next_witness, task};
use lockstep_seeds::{seeds, share};
use lockstep_tests::Clockless;

/// What each lifeline sends and receives, in its order: a partner stands with each symbol.
type Views = Vec<Vec<(bool, BTreeSet<(usize, usize)>)>>;

fn see(views: &mut Views, step: &Transaction) {
    for set in step {
        let sent = set.deliveries.iter().map(|it| (it.symbol, it.receiver));
        let sent: BTreeSet<_> = sent.collect();
        for &(symbol, receiver) in &sent {
            views[receiver].push((false, BTreeSet::from([(symbol, set.sender)])));
        }
        if !sent.is_empty() {
            views[set.sender].push((true, sent));
        }
    }
}

/// All views of runs within the bound that end as the check asks, each with the fewest
/// transactions. `None` where there are too many to enumerate.
fn enumerate(model: &Model, check: &Check, bound: u32) -> Option<BTreeMap<Views, u32>> {
    let lifelines = model.lifelines_of(check);
    let composition = Composition::new(model, lifelines, &check.from);
    let loose = match &check.question {
        Question::Scenario {
            scenario,
            mode: Mode::Loose,
        } => model.scenarios[*scenario].messages.as_slice(),
        _ => &[],
    };
    let holds = |state: &GlobalState, done: usize| match &check.question {
        Question::Scenario {
            scenario,
            mode: Mode::Strict,
        } => {
            let messages = &model.scenarios[*scenario].messages;
            longest_from(&composition, messages, state) == messages.len()
        }
        Question::Scenario { .. } => done == loose.len(),
        Question::Reach { goal } => goal.iter().all(|&(it, place)| state[it] == place),
        Question::Always { condition } => !condition.holds(state),
        Question::Deadlock => composition.stuck(state) == Some(false),
    };
    let nobody = vec![Vec::new(); lifelines.len()];
    let mut seen = BTreeSet::from([(composition.initial(), 0, nobody)]);
    let mut layer: Vec<_> = seen.iter().cloned().collect();
    let mut found = BTreeMap::new();
    for depth in 0..=bound {
        let mut next = Vec::new();
        for (state, done, views) in &layer {
            if holds(state, *done) {
                found.entry(views.clone()).or_insert(depth);
            }
            if depth == bound {
                continue;
            }
            for step in composition.enabled(state) {
                let after = composition.apply(state, &step).unwrap();
                let mut views = views.clone();
                see(&mut views, &step);
                let mut counts = BTreeSet::from([0]);
                for set in &step {
                    counts.extend(stands_for(set, loose, *done, Mode::Loose));
                }
                for count in counts {
                    let entry = (after.clone(), done + count, views.clone());
                    if seen.insert(entry.clone()) {
                        next.push(entry);
                    }
                }
            }
            if seen.len() > 3000 {
                return None;
            }
        }
        layer = next;
    }
    Some(found)
}

/// How many witnesses of one question are asked for.
const MOST: usize = 25;

#[test]
fn every_run_with_other_messages_comes_once_and_shortest_first() {
    let mut asked = BTreeMap::<&str, u32>::new();
    let (mut several, mut ended) = (0, 0);
    for seed in seeds(0..1000) {
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let scenario = |mode| Question::Scenario { scenario: 0, mode };
        let reach = Question::Reach {
            goal: goal(&model, &mut random),
        };
        let always = Question::Always {
            condition: condition(&model, &mut random),
        };
        let bound = u32::try_from(random.between(1, 5)).unwrap();
        for (name, question) in [
            ("strict", scenario(Mode::Strict)),
            ("loose", scenario(Mode::Loose)),
            ("reach", reach),
            ("always", always),
            ("deadlock", Question::Deadlock),
        ] {
            let check = Check::asking(question, Some(bound));
            let Some(mut expected) = enumerate(&model, &check, bound) else {
                continue;
            };
            *asked.entry(name).or_default() += u32::from(!expected.is_empty());
            several += usize::from(expected.len() > 3);
            let task = task(&model, &check);
            let lifelines = model.lifelines_of(&check).len();
            let mut shown: Vec<Messages> = Vec::new();
            loop {
                let limits = Limits::default();
                let found = next_witness(&model, &check, &task, &shown, &limits, &mut Unwatched);
                let found = found.expect("every witness replays");
                let Some(witness) = found.witness else {
                    let is_open = matches!(found.coverage, Coverage::Open(_));
                    assert!(!is_open, "seed {seed}, {name}: no limit was near");
                    assert_eq!(
                        expected,
                        BTreeMap::new(),
                        "seed {seed}, {name}: these are missing"
                    );
                    ended += 1;
                    break;
                };
                let path = &witness.trace.steps[..witness.path];
                let mut views = vec![Vec::new(); lifelines];
                let mut messages = Messages::of(lifelines, &[]);
                for step in path {
                    see(&mut views, step);
                    for set in step {
                        let sent = set.deliveries.iter().map(|it| (it.symbol, it.receiver));
                        messages.send(set.sender, sent);
                    }
                }
                let shortest = expected.values().min().copied();
                let depth = expected.remove(&views);
                assert!(
                    depth.is_some(),
                    "seed {seed}, {name}: not new, or no witness"
                );
                assert_eq!(
                    depth,
                    u32::try_from(witness.path).ok(),
                    "seed {seed}, {name}"
                );
                assert_eq!(
                    depth, shortest,
                    "seed {seed}, {name}: a shorter one is left"
                );
                shown.push(messages);
                if shown.len() == MOST {
                    break;
                }
            }
        }
    }
    assert_eq!(asked.len(), 5);
    assert!(asked.values().all(|&count| count > share(40)), "{asked:?}");
    assert!(
        several > share(80) && ended > share(1000),
        "{several} {ended}"
    );
}

/// The page's way: plain traces go in, the next one comes out.
#[test]
fn traces_are_enough_to_ask_for_the_next() {
    let text = "machine P { [*] --> a; a --> b : / x; a --> b : / y; b --> a : / z }
         machine Q { [*] --> q; q --> q : x; q --> q : y; q --> q : z }
         check reach P.b within 4";
    let options = Options::default();
    let first = api::check(text, 0, &options, &mut Clockless).unwrap();
    let mut shown = vec![first.trace];
    let mut symbols = Vec::new();
    let last = loop {
        let next = api::next_witness(text, 0, &shown, &options, &mut Clockless).unwrap();
        if next.trace.is_empty() {
            break next;
        }
        assert_eq!(next.depth, Some(next.trace.len() as u32 - 1));
        shown.push(next.trace);
    };
    assert_eq!((last.depth, last.covers), (None, CoversView::Bound));
    assert!(last.sentence.contains("no other run"), "{}", last.sentence);
    for run in &shown {
        let messages = run.iter().flat_map(|step| &step.messages);
        symbols.push(messages.map(|it| it.symbol.as_str()).collect::<String>());
    }
    symbols.sort();
    // After four transactions P can only be in b for the first time: the way back takes two more.
    assert_eq!(symbols, ["x", "y"]);
    let longer = text.replace("within 4", "within 6");
    let next = api::next_witness(&longer, 0, &shown, &options, &mut Clockless).unwrap();
    assert_eq!(next.depth, Some(6));

    let foreign = StepView {
        messages: vec![api::MessageView {
            from: 7,
            ..shown[0][2].messages[0].clone()
        }],
        ..shown[0][2].clone()
    };
    let refused = api::next_witness(text, 0, &[vec![foreign]], &options, &mut Clockless);
    assert!(matches!(refused, Err(api::Refusal::Option(_))));
}

/// The messages of a strict scenario are the same in every witness; its path is not.
#[test]
fn a_scenario_has_witnesses_with_other_paths() {
    let coffee = include_str!("../static/examples/encodings/s5.lks");
    let options = Options::default();
    let first = api::check(coffee, 0, &options, &mut Clockless).unwrap();
    assert_eq!(first.answer(), Answer::Consistent);
    let next = api::next_witness(coffee, 0, &[first.trace], &options, &mut Clockless).unwrap();
    assert_eq!((next.trace.len(), next.covers), (0, CoversView::Bound));
}

#[test]
fn every_deadlock_says_who_waits_for_whom_at_its_own_end() {
    let text = "machine P { [*] --> a; a --> b : / x }
         machine Q { [*] --> q; q --> r : x; r --> s : / y }
         machine R { [*] --> q; q --> r : x; r --> s : / w }
         machine S { [*] --> s; s --> t : z; t --> u : y; t --> v : w }
         check deadlock";
    let options = Options::default();
    let first = api::check(text, 0, &options, &mut Clockless).unwrap();
    assert_eq!(first.answer(), Answer::Deadlock);
    let next = api::next_witness(
        text,
        0,
        std::slice::from_ref(&first.trace),
        &options,
        &mut Clockless,
    )
    .unwrap();
    let other = next.shown(&first);
    assert_ne!(other.trace, first.trace);
    // Whoever has taken `x` waits to send to S.
    let waiting = |it: &api::Outcome| {
        let edges = &it.waits().unwrap().edges;
        edges.iter().find(|edge| edge.sends).unwrap().from
    };
    let mut waiting = [waiting(&first), waiting(&other)];
    waiting.sort_unstable();
    assert_eq!(waiting, [1, 2]);
    assert_eq!((other.answer(), other.check), (first.answer(), first.check));
}

#[test]
fn a_limit_leaves_it_open() {
    let text = include_str!("../static/examples/machines/philosophers-broken.lks");
    let options = Options {
        max_states: Some(5),
        ..Options::default()
    };
    let next = api::next_witness(text, 0, &[], &options, &mut Clockless).unwrap();
    assert!(next.trace.is_empty());
    assert_eq!(next.covers, CoversView::Open);
}
