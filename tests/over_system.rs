//! What machines do by a way of their own, beside the same written over any `System`: how soon each place is come to, the
//! table of the steps of a run, and what is other between two of its moments. docs/architecture.md says why they keep it.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;
use std::sync::Arc;

use lockstep_core::api::{self, ByHand, PlaceView, Soon, StepView};
use lockstep_core::budget::{Limits, Meter, Unwatched};
use lockstep_core::diagram::{chart, compare, table};
use lockstep_core::engine::systems::{Evidence, Visit, Way};
use lockstep_core::language::machines::{Composition, GlobalState, Grain, MachineSystem, Place};
use lockstep_core::language::questions::PropertySubject;
use lockstep_core::question::stepwise::StepSpace;
use lockstep_core::system::{
    Events, Phase, Role, Status, Step, System, Trace, Valuation, explore, replay,
};
use lockstep_tests::{Clockless, about_the_system};

/// More steps than any state of these models needs.
const FAR: usize = 60;
/// More states are not visited here.
const MOST: usize = 400;

/// For each variable that says where something is, and each of its values, the fewest steps until it has it; `None` where
/// there are too many states.
fn soonest(system: &dyn System) -> Option<BTreeMap<(usize, i64), usize>> {
    let mut soonest = BTreeMap::new();
    let variables = system.schema().variables.iter().enumerate();
    let places = variables.filter(|it| it.1.role == Role::Location);
    let places: Vec<usize> = places.map(|it| it.0).collect();
    let mut states = 0;
    explore(system, FAR, |state, depth| {
        for &variable in &places {
            soonest.entry((variable, state[variable])).or_insert(depth);
        }
        states += 1;
        states < MOST
    });
    (states < MOST).then_some(soonest)
}

#[test]
fn how_soon_is_the_same_over_any_system() {
    let mut models = 0;
    for (seed, text, model) in about_the_system(0..400) {
        let composition = Composition::new(&model, &model.system, &[]);
        let system = MachineSystem::new(composition, Grain::Transaction);
        let Some(soonest) = soonest(&system) else {
            continue;
        };
        models += 1;
        let check = model.checks.len() - 1;
        let view = api::depths(&text, check, None, &mut Clockless).unwrap();
        for (lifeline, it) in view.lifelines.iter().enumerate() {
            let machine = &model.machines[model.system[lifeline].machine];
            let expected = |place: Place| {
                let value = i64::try_from(machine.place_index(place)).unwrap();
                let depth = soonest.get(&(lifeline, value));
                depth.map_or(Soon::Never, |&it| Soon::After(u32::try_from(it).unwrap()))
            };
            for (state, found) in it.states.iter().enumerate() {
                assert_eq!(found.1, expected(Place::State(state)), "seed {seed}");
            }
            for (index, found) in it.transitions.iter().enumerate() {
                let inside = Place::Intermediate(index);
                assert_eq!(found.soon, expected(inside), "seed {seed}");
            }
        }
    }
    assert!(models > 150, "{models}");
}

/// A run by chance as the page has it, and the same as a trace of the system.
fn walked(tool: &ByHand, system: &MachineSystem<'_>, seed: u64) -> (Vec<StepView>, Trace) {
    let mut run = vec![tool.start()];
    let start = (system as &dyn System).start().unwrap();
    let mut trace = Trace {
        start: start.clone(),
        steps: Vec::new(),
    };
    let mut at = start;
    for step in 0..14 {
        let choices = tool.choices(&run[run.len() - 1].state).unwrap();
        if choices.is_empty() {
            break;
        }
        let chosen = ByHand::pick(u32::try_from(seed).unwrap(), step, choices.len());
        let next = choices[chosen].clone();
        let told = (system as &dyn System).steps_up_to(&at, 10_000).unwrap();
        let is_same = |it: &&Step| same(&system.narrate(&at, it), &next);
        let taken = told.iter().find(is_same).unwrap().clone();
        at = system.apply(&at, &taken).unwrap();
        assert_eq!(at, valuation(system, &next.state), "seed {seed}");
        trace.steps.push(taken);
        run.push(next);
    }
    (run, trace)
}

/// Whether a step of the page is what a system tells of one of its own.
fn same(events: &Events, step: &StepView) -> bool {
    let mut halves: Vec<_> = (events.fired.iter())
        .map(|it| {
            (
                it.group.unwrap(),
                it.element.element().index,
                it.phase == Phase::Begins,
            )
        })
        .collect();
    let moves = step.moves.iter();
    let mut shown: Vec<_> = moves
        .map(|it| (it.lifeline, it.transition, it.begins))
        .collect();
    halves.sort_unstable();
    shown.sort_unstable();
    halves == shown && messages(events) == step_messages(step)
}

fn messages(events: &Events) -> Vec<(usize, usize, String)> {
    let all = events.messages.iter();
    let mut all: Vec<_> = all
        .map(|it| (it.from.unwrap(), it.to, it.what.clone()))
        .collect();
    all.sort();
    all
}

fn step_messages(step: &StepView) -> Vec<(usize, usize, String)> {
    let all = step.messages.iter();
    let mut all: Vec<_> = all.map(|it| (it.from, it.to, it.symbol.clone())).collect();
    all.sort();
    all
}

fn valuation(system: &MachineSystem<'_>, places: &[PlaceView]) -> Valuation {
    let place = |it: &PlaceView| match *it {
        PlaceView::State(state) => Place::State(state),
        PlaceView::Transition(transition) => Place::Intermediate(transition),
    };
    let state: GlobalState = places.iter().map(place).collect();
    system.valuation(&state)
}

#[test]
fn the_table_of_steps_and_the_comparison_of_two_moments_are_those_of_any_system() {
    let (mut steps, mut moved, mut differ, mut again) = (0, 0, 0, 0);
    for (seed, text, model) in about_the_system(1_000..1_400) {
        let Some(tool) = ByHand::new(&text, None) else {
            continue;
        };
        let composition = Composition::new(&model, &model.system, &[]);
        let system = MachineSystem::new(composition, Grain::MessageSet);
        let (run, trace) = walked(&tool, &system, seed);
        // The judge of every run goes the same way.
        let states = replay(&system, &trace).unwrap();
        let analysis = Arc::new(api::analyse(&text));
        let check = tool.view(analysis.system.clone());
        let outcome = tool.outcome(run.clone());
        let chart = chart::chart(&analysis, &check, Some(&outcome));
        let rows = table::rows(&analysis, &check, &chart, &outcome);
        assert_eq!(rows.len(), states.len(), "seed {seed}");
        for (number, row) in rows.iter().enumerate() {
            let here = &states[number];
            let seen = states[..number].iter().rposition(|it| it == here);
            assert_eq!(row.again, seen, "seed {seed}");
            again += usize::from(seen.is_some());
            let Some(before) = number.checked_sub(1).map(|it| &states[it]) else {
                continue;
            };
            let events = system.narrate(before, &trace.steps[number - 1]);
            assert_eq!(row.messages.len(), events.messages.len(), "seed {seed}");
            for (lifeline, cell) in row.cells.iter().enumerate() {
                // What a system tells of moves, and not only its values: a loop leads where it was.
                let fires = events.fired.iter().any(|it| it.group == Some(lifeline));
                assert_eq!(cell.from.is_some(), fires, "seed {seed}");
                let changes = here[lifeline] != before[lifeline];
                assert!(fires || !changes, "seed {seed}");
                moved += usize::from(fires);
            }
            steps += 1;
        }
        let names: Vec<_> = system
            .schema()
            .variables
            .iter()
            .map(|it| &it.name)
            .collect();
        for (one, first) in run.iter().enumerate() {
            for (other, second) in run.iter().enumerate() {
                let (places, _) = compare::steps(&analysis, &check, first, second);
                let told: Vec<_> = places.iter().map(|it| &it.who).collect();
                let values = states[one].iter().zip(states[other].iter()).zip(&names);
                let expected: Vec<_> = values
                    .filter(|it| it.0.0 != it.0.1)
                    .map(|it| *it.1)
                    .collect();
                assert_eq!(told, expected, "seed {seed}");
                differ += told.len();
            }
        }
    }
    let counts = [steps, moved, differ, again];
    assert!(counts.iter().all(|&it| it > 300), "{counts:?}");
}

/// Ends that are no deadlocks are told apart by the default space, too.
#[test]
fn deadlocks_are_found_by_the_default_space() {
    let (mut found, mut ended) = (0, 0);
    for (seed, text, model) in about_the_system(0..400) {
        let composition = Composition::new(&model, &model.system, &[]);
        let system = MachineSystem::new(composition.clone(), Grain::Transaction);
        let (mut states, mut ends) = (0, false);
        explore(&system, FAR, |state, _| {
            states += 1;
            ends |= system.status(state) == Status::Terminated;
            states < MOST
        });
        if states >= MOST {
            continue;
        }
        let space = StepSpace::new(
            Box::new(MachineSystem::new(composition, Grain::Transaction)),
            PropertySubject::Deadlock,
            Box::new(|_, _| None),
        );
        let mut visit = Visit::new(&space, None);
        let finding = visit.go_on(u64::MAX, &Limits::default(), &mut Unwatched);
        let finding = finding.unwrap();
        let check = model.checks.len() - 1;
        let outcome = api::check(&text, check, &api::Options::default(), &mut Clockless).unwrap();
        assert_eq!(
            finding.way.is_some().then_some(finding.depth),
            outcome.depth(),
            "seed {seed}\n{text}"
        );
        match &finding.way {
            Some(Way::States(rows)) => {
                let meter = Meter::unlimited();
                let trace = space.run_along(rows, &meter).unwrap();
                assert!(space.confirmed(&trace, &meter).is_some(), "seed {seed}");
                found += 1;
            }
            _ => {
                assert_eq!(finding.evidence, Evidence::Visited(states as u64));
                ended += usize::from(ends);
            }
        }
    }
    assert!(found > 50 && ended > 0, "{found} {ended}");
}
