//! What rules out a goal is enough to do so, and no part of it is: judged by the definitions on systems that demand
//! less.

use lockstep_core::api::{Clockless, Options, Outcome, TRANSITION_VALUES};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::waive::{Demand, demands, without};
use lockstep_core::language::transitions::{Settings, Subject, TransitionModel, print};
use lockstep_core::system::{Flow, System};
use lockstep_seeds::{is_all, seeds};

use super::explore::{model, search};

fn asked(text: &str, index: usize) -> Outcome {
    let options = Options {
        blame: true,
        ..Options::default()
    };
    TRANSITION_VALUES
        .check(text, index, &options, &mut Clockless)
        .expect("the text has no errors")
}

/// What is to blame, as it is written, and whether all of it is needed.
fn blamed(text: &str, index: usize) -> (Vec<String>, bool) {
    let outcome = asked(text, index);
    let blame = outcome.system.unwrap().blame.expect("there is nothing");
    let words = |it: &lockstep_core::api::SystemBlamedView| it.what.clone();
    (blame.elements.iter().map(words).collect(), blame.minimal)
}

#[test]
fn only_what_is_needed_is_to_blame() {
    for (text, expected) in [
        (
            "var x : 0..60 = 0 var y : 0..9 = 3 trans { assume x < 50; x := x + 1; y := 4; }
             init {} env {} prop { x != 51 }",
            &[
                "`x` starts with `0`",
                "`assume x < 50`",
                "`x := x + 1` sets this value and no other",
            ][..],
        ),
        (
            "var a : boolean = false var b : boolean = false
             trans { if (a) { b := true; } a := a; } init {} env {} prop { !b }",
            &[
                "`a` starts with `false`",
                "`b` starts with `false`",
                "`if (a)` decides which way it goes",
                "`a := a` sets this value and no other",
            ],
        ),
        (
            "var x : 0..3 = 0 trans { x := 2; } init {} env {} prop { x < 4 }",
            &[],
        ),
        (
            "var n : 0..7 = 0 var m : 0..4 = 0 trans { n := (n + 2) % 8; m := (m + n) % 5; }
             init {} env {} prop { n != 7 }",
            &[
                "`n` starts with `0`",
                "`n := (n + 2) % 8` sets this value and no other",
            ],
        ),
    ] {
        let (found, minimal) = blamed(text, 0);
        assert_eq!(found, expected, "{text}");
        assert!(minimal, "{text}");
    }
    // What can be reached, and deadlocks, are nobody's fault.
    let text = "var x : 0..3 = 0 trans { assume x < 3; x := x + 1; } init {} env {} prop { true }
        check reach x == 2 check deadlock check reach x == 2 within 1";
    for (index, is_blamed) in [(1, false), (2, false), (3, true)] {
        let outcome = asked(text, index);
        assert_eq!(
            outcome.system.unwrap().blame.is_some(),
            is_blamed,
            "{index}"
        );
    }
}

/// Whether the definitions say that something violates the term without some demands; `None` where that is too much.
fn violated(model: &TransitionModel, waived: &[Demand]) -> Option<bool> {
    let less = without(model, waived);
    let property = less.properties.iter().find_map(|it| match &it.subject {
        Subject::Always(term) => Some(term),
        _ => None,
    })?;
    let found = search(&less, Settings::default(), property, 4_000);
    match found.violated {
        Some(_) => Some(true),
        None => found.complete.then_some(false),
    }
}

#[test]
fn blame_is_enough_and_every_part_is_needed() {
    let shape = SystemShape {
        integers: false,
        parallels: false,
        depth: 2,
        ..SystemShape::default()
    };
    let (mut judged, mut parts, mut minimal) = (0, 0, 0);
    for seed in seeds(0..60) {
        let text = print::print(&transitions(&shape, &mut Random::new(seed)));
        let model = model(&text);
        let always = model.properties.iter();
        let always = always.map(|it| matches!(it.subject, Subject::Always(_)));
        let Some(index) = always.clone().position(|it| it) else {
            continue;
        };
        let outcome = asked(&text, index);
        let Some(blame) = outcome.system.unwrap().blame else {
            continue;
        };
        let all = demands(&model);
        let places = blame.elements.iter().map(|it| it.range.from as usize);
        let places: Vec<_> = places.collect();
        let (kept, waived): (Vec<Demand>, Vec<Demand>) = all
            .iter()
            .partition(|it| places.contains(&it.span(&model).start));
        if let Some(is_violated) = violated(&model, &waived) {
            assert!(!is_violated, "seed {seed}: {:?}\n{text}", blame.sentence);
            judged += 1;
        }
        minimal += usize::from(blame.minimal);
        if !blame.minimal {
            continue;
        }
        for one in kept {
            let waived: Vec<_> = waived.iter().copied().chain([one]).collect();
            if let Some(is_violated) = violated(&model, &waived) {
                assert!(is_violated, "seed {seed}: {one:?}\n{text}");
                parts += 1;
            }
        }
    }
    assert!(
        !is_all() || judged > 10 && parts > 10 && minimal > 10,
        "{judged} {parts} {minimal}"
    );
}

/// Waiving a demand takes no run away.
#[test]
fn less_demanding_systems_can_do_what_they_could() {
    for seed in seeds(0..200) {
        let text = print::print(&transitions(
            &SystemShape::default(),
            &mut Random::new(seed),
        ));
        let model = model(&text);
        let settings = Settings {
            most_substeps: 100_000,
            ..Settings::default()
        };
        let system = lockstep_core::language::transitions::TransitionSystem::new(&model, settings);
        let Some(start) = (&system as &dyn System).start() else {
            continue;
        };
        for demand in demands(&model) {
            let less = without(&model, &[demand]);
            let waived =
                lockstep_core::language::transitions::TransitionSystem::new(&less, settings);
            let mut at = start.clone();
            for _ in 0..4 {
                let mut before = Vec::new();
                let mut after = Vec::new();
                system.expand(&at, &mut |_, it| {
                    before.push(it);
                    Flow::Continue(())
                });
                let encounter = waived.expand(&at, &mut |_, it| {
                    after.push(it);
                    Flow::Continue(())
                });
                if encounter.is_complete() {
                    assert!(
                        before.iter().all(|it| after.contains(it)),
                        "{seed} {demand:?}"
                    );
                }
                let Some(next) = before.into_iter().next() else {
                    break;
                };
                at = next;
            }
        }
    }
}
