//! Answers to checks: those of a plain visit of the definitions, with what they depend on.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

use lockstep_core::api::{Outcome, Verdict, analyse_charts, check_chart};
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::model::{Property, Reading, StatechartModel, Subject};
use lockstep_core::language::statechart::read;
use lockstep_core::language::statechart::semantics::{Grain, Move, StatechartSystem};
use lockstep_core::system::{Status, System};
use lockstep_core::text::Severity;
use lockstep_core::view::Options;
use lockstep_tests::Clockless;

fn answer(text: &str, check: usize) -> Outcome {
    check_chart(text, check, &Options::default(), &mut Clockless)
        .unwrap_or_else(|why| panic!("{why:?}\n{text}"))
}

/// States of a plain visit at most.
const MOST: usize = 4_000;

/// The fewest steps that count to what is looked for, by a visit of every interleaving; `None` where there are too many
/// states.
fn plain(model: &StatechartModel, property: &Property) -> Option<Option<u32>> {
    let system = StatechartSystem::new(model, property.reading, Grain::Behaviour, false);
    let start = system.beginning();
    let mut fewest = BTreeMap::from([(system.valuation(&start), 0)]);
    let mut open = VecDeque::from([(start, 0)]);
    let mut best: Option<u32> = None;
    while let Some((state, depth)) = open.pop_front() {
        let at = system.valuation(&state);
        if fewest[&at] < depth {
            continue;
        }
        let stable = system.is_stable(&state);
        let found = match &property.subject {
            Subject::Reach(goals) => stable && system.holds(&state, &goals[0]),
            Subject::Always(query) => stable && !system.holds(&state, query),
            Subject::Deadlock => system.status(&at) == Status::Stuck,
        };
        if found {
            best = Some(best.map_or(depth, |it| it.min(depth)));
        }
        for it in system.successors(&state).all {
            let free = matches!(it.what, Move::Thread(_));
            let next = depth + u32::from(!free);
            let key = system.valuation(&it.after);
            if fewest.get(&key).is_some_and(|known| *known <= next) {
                continue;
            }
            fewest.insert(key, next);
            if fewest.len() > MOST {
                return None;
            }
            match free {
                true => open.push_front((it.after, next)),
                false => open.push_back((it.after, next)),
            }
        }
    }
    Some(best)
}

/// Compares answers with those of a plain visit; how many were compared.
fn agree(shape: &ChartShape, reading: Reading, seeds: std::ops::Range<u64>) -> usize {
    let mut compared = 0;
    for seed in seeds {
        let text = text(shape, &mut Random::new(seed));
        let text = text.replace(
            "system {\n",
            &format!("system {{\n  semantics {}\n", reading.word()),
        );
        let (model, findings) = read(&text);
        if findings.iter().any(|it| it.severity == Severity::Error) {
            continue;
        }
        for (number, property) in model.properties.iter().enumerate() {
            let Some(wanted) = plain(&model, property) else {
                continue;
            };
            let outcome = answer(&text, number);
            let found = match outcome.verdict {
                Verdict::Found { depth } => Some(depth),
                Verdict::Absent(_) => None,
                Verdict::Unknown(_) => panic!("seed {seed}, check {number}: not decided\n{text}"),
            };
            assert_eq!(found, wanted, "seed {seed}, check {number}\n{text}");
            compared += 1;
        }
    }
    println!("{}: {compared} answers compared", reading.word());
    compared
}

#[test]
fn answers_are_those_of_a_plain_visit() {
    assert!(agree(&ChartShape::SMALL, Reading::Uml, 0..120) > 60);
    assert!(agree(&ChartShape::PAPER, Reading::Bmc4uml, 0..120) > 60);
    assert!(agree(&ChartShape::SMALL, Reading::Scxml, 0..60) > 30);
}

#[test]
fn an_answer_names_the_bound_of_a_queue_that_it_depends_on() {
    let text = |policy: &str| {
        format!(
            "statechart M {{\nqueue 2{policy}\n[*] --> A\nA --> B : go\nB --> C : stop\n}}\nsystem {{\nm : M\nenvironment sends go to m\n}}\ncheck reach m.C\ncheck reach m.queue.overflows\n"
        )
    };
    let bounded = answer(&text(""), 0);
    assert!(bounded.verdict.is_absent());
    assert_eq!(
        bounded.sentence,
        "The goal is never reached, with queues of at most 2 events."
    );
    assert_eq!(
        answer(&text(" overflow drop"), 0).sentence,
        "The goal is never reached."
    );
    assert!(answer(&text(" overflow error"), 1).verdict.is_found());
    assert!(answer(&text(" overflow block"), 1).verdict.is_absent());
}

#[test]
fn a_run_that_ends_with_an_error_says_which() {
    let text = "statechart M {\nvar x : 0..3 = 0\n[*] --> A\nA --> A : go / x := x + 1\n}\nsystem {\nm : M\nenvironment sends go to m\n}\ncheck deadlock\ncheck reach m.x == 3 within 3\n";
    let stuck = answer(text, 0);
    assert!(
        stuck
            .sentence
            .ends_with("`m` gives `x` a value that it cannot have."),
        "{}",
        stuck.sentence
    );
    let evidence = stuck.system.unwrap();
    assert!(evidence.run.len() > 4, "{:#?}", evidence.run);
    assert_eq!(
        answer(text, 1).sentence,
        "The goal is not reached within 3 steps."
    );
}

#[test]
fn the_examples_keep_their_promises() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/statecharts");
    let mut checks = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let analysis = analyse_charts(&text);
        assert!(
            analysis.diagnostics.is_empty(),
            "{}: {:#?}",
            path.display(),
            analysis.diagnostics
        );
        for check in &analysis.checks {
            let outcome = answer(&text, check.index);
            assert_eq!(
                outcome.as_expected(),
                Some(true),
                "{}: {}: {}",
                path.display(),
                check.title,
                outcome.sentence
            );
            checks += 1;
        }
    }
    assert!(checks >= 9, "{checks}");
}
