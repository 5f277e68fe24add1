//! Since when a run that gets stuck could not have come to anything else: the sentence at a deadlock is true, and that of
//! Behavior 003-B says which event came too early.

use std::collections::{BTreeMap, BTreeSet};

use lockstep_core::api::{
    AllRuns, Onward, RunChoice, RunRequest, SimulatedKind, SimulationOptions, simulate_all,
    simulate_run, simulate_run_to,
};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::print::print;
use lockstep_core::language::transitions::{
    Relation, Settings, TransitionModel, TransitionSystem, read,
};
use lockstep_core::system::{Flow, Valuation};
use lockstep_core::text::Severity;
use lockstep_seeds::{seeds, share};

use super::entry;

const BEHAVIOR: &str = include_str!("../../static/examples/systems/behavior-003-b.xsts");

/// States of the judge at most.
const MOST: usize = 4_000;

/// Whether every run from a state gets stuck, by the definitions: the least set of states all of whose steps lead into it.
/// `None` where there are too many states, or values that are not told.
fn gets_stuck(system: &TransitionSystem<'_>, from: &Valuation) -> Option<bool> {
    let mut after: BTreeMap<Valuation, Vec<Valuation>> = BTreeMap::new();
    let mut open = vec![from.clone()];
    while let Some(at) = open.pop() {
        if after.contains_key(&at) {
            continue;
        }
        if after.len() == MOST {
            return None;
        }
        let mut next = Vec::new();
        let encounter = system.expand(&at, &mut |_, state| {
            next.push(state);
            Flow::Continue(())
        });
        if !encounter.is_complete() {
            return None;
        }
        open.extend(next.iter().cloned());
        after.insert(at, next);
    }
    let mut stuck: BTreeSet<&Valuation> = BTreeSet::new();
    loop {
        let all = after
            .iter()
            .filter(|(_, next)| next.iter().all(|it| stuck.contains(it)));
        let all: BTreeSet<_> = all.map(|it| it.0).collect();
        if all.len() == stuck.len() {
            return Some(stuck.contains(from));
        }
        stuck = all;
    }
}

/// The state of an entry of a run by whole transitions.
fn state(
    model: &TransitionModel,
    system: &TransitionSystem<'_>,
    shown: &[String],
    relation: Option<&str>,
) -> Valuation {
    let turn = match relation {
        None => Relation::Init,
        Some("env") => Relation::Trans,
        Some(_) => Relation::Env,
    };
    let sorts = model.variables[..model.globals].iter();
    let values = sorts.zip(shown);
    let values = values.map(|(it, shown)| lockstep_core::expression::Value::read(shown, &it.sort));
    let values: Vec<_> = values.map(Option::unwrap).collect();
    system.valuation(&values, turn)
}

/// The number of the step that the sentence names, 0 for the start, and what it says was done.
fn named(sentence: &str) -> (&str, Option<&str>) {
    if sentence == "From this start every run gets stuck." {
        return ("0", None);
    }
    let rest = sentence.strip_prefix("After step ").unwrap();
    let rest = rest.strip_suffix("`, every run gets stuck; before it not every one.");
    let (step, what) = rest.unwrap().split_once(", `").unwrap();
    (step, Some(what))
}

#[test]
fn what_is_said_of_a_deadlock_is_true() {
    let shape = SystemShape {
        integers: false,
        ..SystemShape::default()
    };
    let (mut starts, mut later) = (0, 0);
    for seed in seeds(0..4_000) {
        let mut random = Random::new(seed);
        let text = print(&transitions(&shape, &mut random));
        let (model, findings) = read(&text);
        if findings.iter().any(|it| it.severity == Severity::Error) {
            continue;
        }
        let request = RunRequest {
            choices: vec![RunChoice::numbered(0)],
            onward: Onward::Chance { seed, steps: 12 },
            ..RunRequest::default()
        };
        let Ok(run) = simulate_run(&text, &request) else {
            continue;
        };
        let system = TransitionSystem::new(&model, Settings::default());
        let Some(sentence) = &run.state.ending else {
            continue;
        };
        assert_eq!(run.state.status, "stuck", "{seed}");
        let (step, what) = named(sentence);
        let step = entry(&run.run, step);
        let at = |step: usize| {
            let entry = &run.run[step];
            state(&model, &system, &entry.state, entry.turn.of_step())
        };
        assert_eq!(
            gets_stuck(&system, &at(step)),
            Some(true),
            "{seed} {sentence}\n{text}"
        );
        if step > 0 {
            let done = run.choices[step].known_by.to_string();
            assert_eq!(what, Some(&*done), "{seed}");
            assert_eq!(
                gets_stuck(&system, &at(step - 1)),
                Some(false),
                "{seed} {sentence}\n{text}"
            );
            later += 1;
        } else {
            starts += 1;
        }
    }
    assert!(
        starts > share(300) && later > share(150),
        "{starts} {later}"
    );
}

/// Every path from a start to an end of all runs, loops not gone round: what it shows, and the end.
fn paths(all: &AllRuns) -> BTreeSet<(Vec<String>, String)> {
    let mut found = BTreeSet::new();
    let mut open: Vec<(usize, Vec<String>)> =
        all.starts.iter().map(|&it| (it, Vec::new())).collect();
    while let Some((node, mut shown)) = open.pop() {
        let it = &all.nodes[node];
        shown.extend(it.changes.iter().map(|it| it.value.clone()));
        found.extend(it.ends.iter().map(|end| (shown.clone(), end.clone())));
        open.extend(
            it.next
                .iter()
                .filter(|it| !it.1)
                .map(|it| (it.0, shown.clone())),
        );
    }
    found
}

fn seen(track: &[&str]) -> AllRuns {
    let options = SimulationOptions {
        track: track.iter().map(|&it| it.to_owned()).collect(),
        ..SimulationOptions::default()
    };
    simulate_all(BEHAVIOR, SimulatedKind::TRANSITIONS, &options, 10_000).unwrap()
}

fn words(words: &str, end: &str) -> (Vec<String>, String) {
    (
        words.split(' ').map(str::to_owned).collect(),
        end.to_owned(),
    )
}

/// Figures 6.4 and 6.5, and Tables 6.1 and 6.2, of the thesis.
#[test]
fn behavior_003_b_has_two_runs_and_a_finer_picture_of_them() {
    let log = seen(&["log"]);
    assert!(log.complete && log.runs == 2);
    let coarse = BTreeSet::from([
        words(
            "Empty S1_entry doActivityPartI doActivityPartII testEnd",
            "silent",
        ),
        words("Empty S1_entry doActivityPartI", "stuck"),
    ]);
    assert_eq!(paths(&log), coarse);
    // What the dispatcher takes are the steps of the two tables.
    let dispatched = BTreeSet::from([
        words("None CE_wait Start_taken Continue_taken CE_S1", "silent"),
        words("None CE_wait Start_taken Continue_discarded", "stuck"),
    ]);
    assert_eq!(paths(&seen(&["dispatched"])), dispatched);
    // With both the second one says when the event was lost: before the first part of the activity or after it.
    let fine = seen(&["log", "dispatched"]);
    assert!(fine.complete && fine.runs == 3);
    let begun = "Empty None CE_wait S1_entry Start_taken";
    let all = [
        (
            "doActivityPartI Continue_taken doActivityPartII testEnd CE_S1",
            "silent",
        ),
        ("doActivityPartI Continue_discarded", "stuck"),
        ("Continue_discarded doActivityPartI", "stuck"),
    ];
    let all = all.map(|(rest, end)| words(&format!("{begun} {rest}"), end));
    assert_eq!(paths(&fine), BTreeSet::from(all));
    // They are the same two: without what the dispatcher does nothing else is left.
    let is_log = |it: &String| {
        ![
            "None",
            "CE_wait",
            "Start_taken",
            "Continue_taken",
            "Continue_discarded",
            "CE_S1",
        ]
        .contains(&&**it)
    };
    let without = paths(&fine)
        .into_iter()
        .map(|(shown, end)| (shown.into_iter().filter(is_log).collect::<Vec<_>>(), end));
    assert_eq!(without.collect::<BTreeSet<_>>(), coarse);
}

#[test]
fn the_second_run_of_behavior_003_b_has_its_reason() {
    let log = seen(&["log"]);
    let stuck = log
        .nodes
        .iter()
        .position(|it| it.ends.iter().any(|it| it == "stuck"));
    let stuck = stuck.unwrap();
    let why = log.nodes[stuck].why.as_ref().unwrap();
    let (step, what) = named(why);
    assert!(
        what.unwrap().ends_with("dispatched := Continue_discarded"),
        "{why}"
    );
    // Nothing else has an ending, and the run that is played says the same.
    assert_eq!(log.nodes.iter().filter(|it| it.why.is_some()).count(), 1);
    let options = SimulationOptions {
        track: vec!["log".into()],
        ..SimulationOptions::default()
    };
    let kind = SimulatedKind::TRANSITIONS;
    let run = simulate_run_to(BEHAVIOR, kind, &options, 10_000, stuck, Some("stuck")).unwrap();
    assert_eq!(run.state.ending.as_ref(), Some(why));
    let step = entry(&run.run, step);
    let discarded = run.run[step]
        .state
        .iter()
        .any(|it| it == "Continue_discarded");
    let before = run.run[step - 1]
        .state
        .iter()
        .any(|it| it == "Continue_discarded");
    assert!(discarded && !before);
}
