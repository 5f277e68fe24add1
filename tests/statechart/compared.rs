//! Two readings compared: what tells them apart is admitted by one and not by the other, and nothing tells a reading from itself.

use std::collections::{BTreeMap, HashSet};

use lockstep_core::api::compare_readings;
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::model::{Reading, StatechartModel};
use lockstep_core::language::statechart::read;
use lockstep_core::language::statechart::semantics::{Grain, StatechartSystem, SystemState};
use lockstep_core::question::statecharts::apart::{Compared, Seen, compare, seen};
use lockstep_core::text::Severity;
use lockstep_core::view::Options;
use lockstep_tests::Clockless;

/// All sequences that are seen in a reading, of at most so many steps; nothing where there are too many states.
fn language(model: &StatechartModel, reading: Reading, depth: usize) -> Option<HashSet<Vec<Seen>>> {
    let system = StatechartSystem::new(model, reading, Grain::Step, false);
    let mut met: HashSet<(Vec<Seen>, SystemState)> = HashSet::new();
    let mut open = vec![(Vec::new(), system.beginning())];
    let mut all = HashSet::from([Vec::new()]);
    while let Some((so_far, state)) = open.pop() {
        if !met.insert((so_far.clone(), state.clone())) {
            continue;
        }
        if met.len() > 6_000 {
            return None;
        }
        for it in system.successors(&state).all {
            let mut then = so_far.clone();
            if let Some(it) = seen(&system, &state, it.what) {
                then.push(it);
                if then.len() > depth {
                    continue;
                }
                all.insert(then.clone());
            }
            open.push((then, it.after));
        }
    }
    Some(all)
}

fn models(shape: &ChartShape, wanted: usize, visit: &mut dyn FnMut(u64, &str, &StatechartModel)) {
    let (mut found, mut seed) = (0, 0);
    while found < wanted {
        seed += 1;
        let text = text(shape, &mut Random::new(seed));
        let (model, findings) = read(&text);
        if !findings.iter().any(|it| it.severity == Severity::Error) {
            found += 1;
            visit(seed, &text, &model);
        }
    }
}

const SHAPE: ChartShape = ChartShape {
    depth: 1,
    states: (1, 3),
    transitions: (1, 3),
    composite: 35,
    ..ChartShape::PAPER
};

#[test]
fn nothing_tells_a_reading_from_itself() {
    models(&SHAPE, 60, &mut |seed, text, model| {
        for reading in Reading::ALL {
            let found = compare(model, [reading, reading], Some(4), 20_000, &mut |_| false);
            assert!(
                !matches!(found.compared, Compared::Apart(_)),
                "seed {seed}, {}\n{text}",
                reading.word()
            );
        }
    });
}

#[test]
fn what_tells_readings_apart_is_seen_in_one_and_not_in_the_other() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let depth = 3;
    models(&SHAPE, 150, &mut |seed, text, model| {
        for pair in [
            [Reading::Uml, Reading::Bmc4uml],
            [Reading::Uml, Reading::Scxml],
            [Reading::Bmc4uml, Reading::Scxml],
        ] {
            let sets = pair.map(|it| language(model, it, depth));
            let [Some(one), Some(other)] = sets else {
                *counts.entry("too large").or_insert(0) += 1;
                continue;
            };
            let bound = u32::try_from(depth).unwrap();
            let found = compare(model, pair, Some(bound), 100_000, &mut |_| false);
            let fewest = one.symmetric_difference(&other).map(Vec::len).min();
            match found.compared {
                Compared::Apart(apart) => {
                    let place = (seed, pair, text);
                    match apart.seen.last() {
                        // Seen of steps alone, both look the same up to there.
                        Some(Seen::Rest(_)) => {
                            assert!(fewest.is_none_or(|it| it >= apart.seen.len()), "{place:?}");
                            *counts.entry("at rest").or_insert(0) += 1;
                        }
                        _ => {
                            assert_eq!(fewest, Some(apart.seen.len()), "{place:?}");
                            let [has, lacks] = match apart.admits {
                                0 => [&one, &other],
                                _ => [&other, &one],
                            };
                            assert!(has.contains(&apart.seen), "{place:?}");
                            assert!(!lacks.contains(&apart.seen), "{place:?}");
                            *counts.entry("apart").or_insert(0) += 1;
                        }
                    }
                }
                Compared::Same => {
                    assert_eq!(fewest, None, "seed {seed} {pair:?}\n{text}");
                    *counts.entry("same").or_insert(0) += 1;
                }
                Compared::Open(_) => *counts.entry("open").or_insert(0) += 1,
            }
        }
    });
    println!("{counts:?}");
    assert!(counts["apart"] > 30 && counts["same"] > 30, "{counts:?}");
}

fn compared(text: &str, readings: [&str; 2]) -> (String, String) {
    let found = compare_readings(text, readings, None, &Options::default(), &mut Clockless);
    let found = found.unwrap();
    assert_eq!(found.run.is_empty(), found.admits.is_none());
    (found.answer, found.sentence)
}

#[test]
fn an_event_that_nobody_wants_tells_uml_from_bmc4uml() {
    let text = include_str!("../../static/examples/encodings/b5.lks");
    let (answer, sentence) = compared(text, ["uml", "bmc4uml"]);
    assert_eq!(answer, "different");
    assert_eq!(
        sentence,
        "Only `uml`, not `bmc4uml`, admits from the start: `w` takes `noise` in `Wait`."
    );
}

#[test]
fn who_comes_first_tells_uml_from_scxml() {
    let text = "statechart M {\n  [*] --> P\n  state P {\n    region Left {\n      [*] --> A\n      A --> Out : go\n    }\n    region Right {\n      [*] --> B\n      B --> C : go\n    }\n  }\n  state Out\n}\nsystem {\n  m : M\n  environment sends go once to m\n}\n";
    assert_eq!(
        compared(text, ["uml", "scxml"]),
        (
            "different".into(),
            "Only `uml`, not `scxml`, admits after 1 step that both admit: all are at rest, `m` in `P.Left.A` and `P.Right.C`.".into()
        )
    );
    assert_eq!(compared(text, ["uml", "uml"]).0, "same");
}
