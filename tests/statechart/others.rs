//! Further runs that show an answer: all that are seen differently come, shortest first, each once. Judged by everything that
//! can be seen of the runs of a system, written down step by step.

use std::collections::{BTreeMap, VecDeque};

use crate::statechart::read;
use lockstep_core::api::{CoversView, Options, STATECHART_VALUES, Verdict};
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::StatechartModel;
use lockstep_core::language::statechart::model::{Property, Subject};
use lockstep_core::language::statechart::semantics::{Grain, Move, StatechartSystem, SystemState};
use lockstep_core::question::statecharts::sight::{Seen, rest, seen};
use lockstep_core::text::Severity;
use lockstep_core::view::SystemStepView;
use lockstep_tests::Clockless;

/// What is seen of each object, and where all are at rest in the end.
type Sights = (Vec<Vec<Seen>>, Option<Seen>);

/// How many runs are asked for.
const MOST: usize = 6;

/// What is seen of the runs of so many steps that end where they show first what is asked for, with the fewest steps; `None`
/// where that is too much.
fn all(model: &StatechartModel, property: &Property, within: u32) -> Option<BTreeMap<Sights, u32>> {
    let system = StatechartSystem::new(model, property.reading, Grain::Behaviour, false);
    let objects = model.objects.len();
    let start = (system.beginning(), vec![Vec::new(); objects]);
    let mut depths: BTreeMap<(SystemState, Vec<Vec<Seen>>), u32> = BTreeMap::new();
    let mut open = VecDeque::from([(start, 0)]);
    let mut ends = BTreeMap::new();
    let shows = |state: &SystemState| {
        let stable = system.is_stable(state);
        match &property.subject {
            Subject::Reach(goals) => stable && system.holds(state, &goals[0]),
            Subject::Always(query) => stable && !system.holds(state, query),
            Subject::Deadlock => {
                let found = system.successors(state);
                found.all.is_empty() && found.beyond.is_empty() && !system.all_may_stay(state)
            }
            Subject::DeadlockAlone => system.is_stuck_alone(state),
            Subject::Scenario(..) | Subject::Same(_) => {
                unreachable!("random texts ask for neither")
            }
        }
    };
    while let Some((at, depth)) = open.pop_front() {
        if depths.get(&at).is_some_and(|it| *it <= depth) {
            continue;
        }
        depths.insert(at.clone(), depth);
        if depths.len() > 6_000 {
            return None;
        }
        let (state, sights) = at;
        if shows(&state) {
            let end = (sights, rest(&system, &state));
            let best = ends.entry(end).or_insert(depth);
            *best = depth.min(*best);
            continue;
        }
        for it in system.successors(&state).all {
            let free = matches!(it.what, Move::Thread(_));
            let next = depth + u32::from(!free);
            if next > within {
                continue;
            }
            let mut sights = sights.clone();
            match seen(&system, &state, it.what) {
                Some(it @ (Seen::Takes(object, ..) | Seen::Time(object, _))) => {
                    sights[object].push(it);
                }
                Some(Seen::Rest(_)) | None => {}
            }
            match free {
                true => open.push_front(((it.after, sights), next)),
                false => open.push_back(((it.after, sights), next)),
            }
        }
    }
    Some(ends)
}

/// The depths of the runs that are told one after the other, the first one's among them, and whether these are all.
fn told(text: &str, check: usize) -> Option<(Vec<u32>, bool)> {
    let first = STATECHART_VALUES
        .by_visits()
        .check(text, check, &Options::default(), &mut Clockless)
        .unwrap();
    let Verdict::Found { depth } = first.verdict else {
        return None;
    };
    let mut depths = vec![depth];
    let mut shown: Vec<Vec<SystemStepView>> = vec![first.system.unwrap().run];
    while depths.len() < MOST {
        let options = Options::default();
        let next = STATECHART_VALUES.another(text, check, &shown, &options, &mut Clockless);
        let next = next.unwrap_or_else(|why| panic!("{why:?}\n{text}"));
        let Some(depth) = next.depth else {
            assert_ne!(next.covers, CoversView::Open, "{text}");
            assert!(
                next.sentence.starts_with("There is no other run"),
                "{}",
                next.sentence
            );
            return Some((depths, true));
        };
        assert!(
            next.sentence
                .starts_with("Another run, in which some object takes something else, after ")
        );
        depths.push(depth);
        shown.push(next.run);
    }
    Some((depths, false))
}

#[test]
fn all_runs_that_are_seen_differently_come_shortest_first() {
    let (mut runs, mut complete, mut systems) = (0, 0, 0);
    for seed in 1..400 {
        let shape = [ChartShape::SMALL, ChartShape::PAPER][usize::from(seed % 2 == 0)];
        let text = text(&shape, &mut Random::new(seed));
        let text: String = text
            .lines()
            .map(|it| match it.starts_with("check ") {
                true => format!("{it} within 8\n"),
                false => format!("{it}\n"),
            })
            .collect();
        let text = match seed % 4 {
            0 => text.replace("system {\n", "system {\n  semantics bmc4uml\n"),
            _ => text,
        };
        let (model, findings) = read(&text);
        if findings.iter().any(|it| it.severity == Severity::Error) {
            continue;
        }
        for (number, property) in model.properties.iter().enumerate() {
            let Some(ends) = all(&model, property, 8) else {
                continue;
            };
            let Some((depths, whole)) = told(&text, number) else {
                assert!(ends.is_empty(), "seed {seed}, check {number}\n{text}");
                continue;
            };
            let mut wanted: Vec<u32> = ends.values().copied().collect();
            wanted.sort_unstable();
            assert_eq!(
                whole,
                wanted.len() < MOST,
                "seed {seed}, check {number}: {wanted:?}\n{text}"
            );
            wanted.truncate(MOST);
            assert_eq!(depths, wanted, "seed {seed}, check {number}\n{text}");
            runs += depths.len();
            complete += usize::from(whole);
            systems += 1;
        }
    }
    println!("{systems} questions, {runs} runs, {complete} with no more");
    assert!(
        systems > 150 && runs > 400 && complete > 30,
        "{systems} {runs} {complete}"
    );
}

#[test]
fn what_happens_first_among_objects_that_do_not_meet_is_no_other_run() {
    let text = "statechart A {\n  [*] --> I\n  I --> J : go\n}\nsystem {\n  a, b, c : A\n  environment sends go once to a\n  \
                environment sends go once to b\n  environment sends go once to c\n}\n\
                check reach a.J and b.J and c.J\n";
    let first = STATECHART_VALUES
        .by_visits()
        .check(text, 0, &Options::default(), &mut Clockless)
        .unwrap();
    let shown = [first.system.unwrap().run];
    let next = STATECHART_VALUES
        .another(text, 0, &shown, &Options::default(), &mut Clockless)
        .unwrap();
    assert_eq!((next.depth, next.covers), (None, CoversView::Every));
    assert_eq!(
        next.sentence,
        "There is no other run in which some object takes something else."
    );
    // A run that is not of this check is refused.
    let mut foreign = shown[0].clone();
    foreign[1].state[0] = "J".into();
    let refused =
        STATECHART_VALUES.another(text, 0, &[foreign], &Options::default(), &mut Clockless);
    assert!(refused.is_err());
}

#[test]
fn of_a_scenario_other_runs_that_play_it_come_with_what_they_have_sent() {
    let text = include_str!("../../static/examples/statecharts/railroad-scenarios.lks");
    let first = STATECHART_VALUES
        .by_visits()
        .check(text, 0, &Options::default(), &mut Clockless)
        .unwrap();
    let Verdict::Found { depth } = first.verdict else {
        panic!("{}", first.sentence);
    };
    let shown = [first.system.unwrap().run];
    let next = STATECHART_VALUES
        .another(text, 0, &shown, &Options::default(), &mut Clockless)
        .unwrap();
    assert!(
        next.depth.is_some_and(|it| it >= depth),
        "{}",
        next.sentence
    );
    assert_eq!(next.done.len(), next.run.len());
    assert_eq!(next.done.last(), Some(&4));
    let sent = next.run.iter().flat_map(|it| &it.events);
    assert!(sent.filter(|it| it.is_sent()).count() >= 4);
}
