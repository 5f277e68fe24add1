//! How soon, and what gets stuck: every depth and every stuck effect of random models as the
//! interpreter sees it, and the sentences about models one knows.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;

use lockstep_core::api::{self, Capabilities, DepthsView, Host, Progress, Soon};
use lockstep_core::engine::Unwatched;
use lockstep_core::language::machines::judge::explore;
use lockstep_core::language::machines::{Composition, GlobalState, Place};
use lockstep_core::question::{Visited, space};
use lockstep_tests::{Clockless, about_the_system};

macro_rules! example {
    ($name:literal) => {
        include_str!(concat!("../static/examples/machines/", $name, ".lks"))
    };
}

/// More transactions than any random model needs to its farthest state.
const FAR: usize = 60;

fn ask(text: &str, check: usize) -> DepthsView {
    api::depths(text, check, None, &mut Clockless).unwrap()
}

/// Every state with its depth, by the interpreter alone.
fn visited(composition: &Composition<'_>) -> Option<BTreeMap<GlobalState, usize>> {
    let mut depths = BTreeMap::new();
    explore(composition, FAR, |state, depth| {
        depths.insert(state.clone(), depth);
        depths.len() < 400
    });
    (depths.len() < 400).then_some(depths)
}

/// Whether the lifeline is where it is in all that can be reached from a state, by message sets.
fn stays(composition: &Composition<'_>, from: &GlobalState, lifeline: usize) -> bool {
    let mut seen = vec![from.clone()];
    let mut at = 0;
    while let Some(state) = seen.get(at).cloned() {
        at += 1;
        if state[lifeline] != from[lifeline] {
            return false;
        }
        for set in composition.admissible(&state) {
            let after = composition.after(&state, &set);
            if !seen.contains(&after) {
                seen.push(after);
            }
        }
    }
    true
}

#[test]
fn depths_and_stuck_effects_are_those_of_the_definitions() {
    let (mut models, mut never, mut stuck, mut sometimes) = (0, 0, 0, 0);
    for (seed, text, model) in about_the_system(0..250) {
        let check = model.checks.len() - 1;
        let lifelines = &model.system;
        let composition = Composition::new(&model, lifelines, &[]);
        let Some(depths) = visited(&composition) else {
            continue;
        };
        models += 1;
        let view = ask(&text, check);
        for (lifeline, it) in view.lifelines.iter().enumerate() {
            let nearest = |place: Place| {
                let here = depths.iter().filter(|(state, _)| state[lifeline] == place);
                here.map(|(_, &depth)| u32::try_from(depth).unwrap()).min()
            };
            let expected = |place| nearest(place).map_or(Soon::Never, Soon::After);
            for (state, &(_, soon)) in it.states.iter().enumerate() {
                assert_eq!(soon, expected(Place::State(state)), "seed {seed}");
            }
            let machine = &model.machines[lifelines[lifeline].machine];
            for (index, found) in it.transitions.iter().enumerate() {
                let inside = Place::Intermediate(index);
                assert_eq!(found.soon, expected(inside), "seed {seed}");
                never += u32::from(found.soon == Soon::Never);
                let members = depths.iter().filter(|(state, _)| state[lifeline] == inside);
                let pending = !machine.transitions[index].effects.is_empty();
                let blocked: Vec<_> = members
                    .filter(|(state, _)| pending && stays(&composition, state, lifeline))
                    .map(|(_, &depth)| u32::try_from(depth).unwrap())
                    .collect();
                assert_eq!(found.stuck, blocked.iter().min().copied(), "seed {seed}");
                stuck += u32::from(found.stuck.is_some());
                sometimes += u32::from(found.stuck.is_some_and(|it| Soon::After(it) != found.soon));
            }
        }
        assert_eq!(
            view.lines.len(),
            view.lifelines
                .iter()
                .flat_map(|it| &it.transitions)
                .filter(|it| it.stuck.is_some())
                .count()
        );
    }
    assert!(models > 100, "{models}");
    assert!(
        never > 50 && stuck > 50 && sometimes > 5,
        "{never}, {stuck}, {sometimes}"
    );
}

#[test]
fn the_space_is_what_the_interpreter_reaches() {
    let mut compared = 0;
    for (seed, _, model) in about_the_system(0..150) {
        let lifelines = &model.system;
        let composition = Composition::new(&model, lifelines, &[]);
        let Some(depths) = visited(&composition) else {
            continue;
        };
        let count = depths.len() as u64;
        let Visited::Whole(space) = space(&model, lifelines, &[], count, &mut Unwatched).unwrap()
        else {
            panic!("seed {seed}: there are no more states than asked for");
        };
        let found: BTreeMap<_, _> = space
            .states
            .iter()
            .cloned()
            .zip(space.depths.iter().map(|&depth| depth as usize))
            .collect();
        assert_eq!(found, depths, "seed {seed}");
        for (state, steps) in space.states.iter().zip(&space.steps) {
            let sets: Vec<_> = steps.iter().map(|(set, _)| set.clone()).collect();
            assert_eq!(sets, composition.admissible(state), "seed {seed}");
            for (set, after) in steps {
                assert_eq!(space.states[*after], composition.after(state, set));
            }
        }
        if count > 1 {
            let fewer =
                lockstep_core::question::space(&model, lifelines, &[], count - 1, &mut Unwatched);
            assert!(matches!(fewer, Ok(Visited::Part(_))), "seed {seed}");
        }
        compared += 1;
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn known_models_say_what_is_known_of_them() {
    let room = ask(example!("coffee-for-two"), 0);
    assert_eq!(
        room.sentence,
        "Every state and every transition is reached."
    );
    assert_eq!(room.stuck, "No pending effect can get stuck.");
    assert!(room.never.is_empty() && room.lines.is_empty());

    let broken = ask(example!("coffee-broken"), 0);
    assert_eq!(broken.sentence, "1 transition is never reached.");
    assert_eq!(broken.never, ["`User`: `Waiting --> Desperate`"]);

    let mail = ask(example!("mail-broken"), 0);
    let line = "`Client` can never send `QUIT`: `Recipient --> Closing` starts, and never ends.";
    assert_eq!(
        (&*mail.stuck, mail.lines),
        ("One pending effect can get stuck.", vec![line.into()])
    );

    let philosophers = ask(example!("philosophers-broken"), 0);
    assert_eq!(philosophers.lines.len(), 3);
    let line = "`p0` can get stuck on `one --> eat`: after 3 transactions there is a state from \
                which `take_1` is never sent.";
    assert_eq!(philosophers.lines[0], line);
    assert!(ask(example!("philosophers"), 0).lines.is_empty());
}

/// Somebody who is in a hurry.
struct Hurried;

impl Host for Hurried {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn progress(&mut self, _progress: &Progress) -> bool {
        false
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::ALL
    }
}

#[test]
fn a_search_that_was_stopped_says_not_within() {
    let view = api::depths(example!("coffee"), 0, None, &mut Hurried).unwrap();
    let all = view.lifelines.iter().flat_map(|it| &it.states);
    assert!(all.clone().all(|(_, soon)| *soon != Soon::Never));
    assert!(
        all.clone()
            .any(|(_, soon)| matches!(soon, Soon::NotWithin(_)))
    );
    assert!(
        view.sentence.contains("not reached within"),
        "{}",
        view.sentence
    );
    assert!(view.stuck.contains("not looked into"), "{}", view.stuck);
}
