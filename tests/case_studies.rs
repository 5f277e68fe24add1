//! The papers' case studies: numbers of global states, diameters, and which combinations of
//! states can be reached within which bound. Depths and verdicts of single questions stand in the
//! examples themselves, as `expect`.
#![allow(clippy::unwrap_used, missing_docs)]

use lockstep_core::engine::{Coverage, Limits, Unwatched, explicit};
use lockstep_core::language::machines::Place;
use lockstep_core::language::{Check, Model, Question, read};
use lockstep_core::question::task;
use lockstep_core::text::Severity;

fn example(text: &str) -> Model {
    let (model, diagnostics) = read(text);
    let sound = diagnostics.iter().all(|d| d.severity == Severity::Warning);
    assert!(sound, "{diagnostics:?}");
    model
}

macro_rules! example {
    ($name:literal) => {
        example(include_str!(concat!(
            "../static/examples/machines/",
            $name,
            ".lks"
        )))
    };
}

fn reach(goal: Vec<(usize, Place)>, bound: Option<u32>) -> Check {
    Check::asking(Question::Reach { goal }, bound)
}

/// Number of reachable global states, and the fewest transactions that reach them all.
fn size(model: &Model) -> (u64, u32) {
    // A system is never "stuck" and "reaching everything" at once, so the search sees every state.
    let everything = Check {
        question: Question::Deadlock,
        ..reach(Vec::new(), None)
    };
    let mut task = task(model, &everything);
    for component in &mut task.network.components {
        for place in &mut component.places {
            place.is_final = true;
        }
    }
    let finding = explicit::solve(&task, &Limits::default(), &mut Unwatched);
    assert_eq!(finding.coverage, Coverage::Every);
    (finding.reached.states, finding.reached.depth)
}

/// How many combinations of original states can be reached; with `partial`, any choice of
/// lifelines is a combination (also none, as the published count of 80 has it), else all of them.
fn reachable(model: &Model, bound: u32, partial: bool) -> usize {
    let mut goals: Vec<Vec<(usize, Place)>> = vec![Vec::new()];
    for (lifeline, instance) in model.system.iter().enumerate() {
        let states = model.machines[instance.machine].states.len();
        let mut longer = if partial { goals.clone() } else { Vec::new() };
        for goal in &goals {
            for state in 0..states {
                let mut goal = goal.clone();
                goal.push((lifeline, Place::State(state)));
                longer.push(goal);
            }
        }
        goals = longer;
    }
    let is_reachable = |goal: &Vec<(usize, Place)>| {
        let task = task(model, &reach(goal.clone(), Some(bound)));
        explicit::solve(&task, &Limits::default(), &mut Unwatched).value == 1
    };
    goals.iter().filter(|goal| is_reachable(goal)).count()
}

#[test]
fn sizes_of_the_case_studies() {
    assert_eq!(size(&example!("coffee")), (25, 11));
    assert_eq!(size(&example!("coffee-broken")), (26, 11));
    assert_eq!(size(&example!("philosophers-broken")), (896, 11));
    assert_eq!(size(&example!("philosophers")), (768, 11));
    assert_eq!(size(&example!("philosophers-atomic")), (256, 9));
    let mut room = example!("coffee-for-two");
    room.system = room.scenarios[0].lifelines.clone();
    assert_eq!(size(&room), (144, 21));
}

#[test]
fn the_student_and_the_coffee_machine() {
    let text = |more: &str| {
        format!(
            "machine Student {{ [*] --> working
               working --> waiting : / orderCoffee; waiting --> working : coffeeDone
               waiting --> desperate : error{} }}
             machine Coffee {{ [*] --> idle
               idle --> preparing : orderCoffee; preparing --> idle : / coffeeDone
               preparing --> error : / error{} }}",
            if more.is_empty() {
                ""
            } else {
                "; desperate --> working"
            },
            if more.is_empty() {
                ""
            } else {
                "; error --> idle"
            },
        )
    };
    assert_eq!(size(&example(&text(""))), (9, 6));
    assert_eq!(size(&example(&text("repaired"))).0, 20);
}

#[test]
fn combinations_of_the_coffee_case_study() {
    let counts =
        |model: &Model, partial| [3, 15, 100].map(|bound| reachable(model, bound, partial));
    let (correct, broken) = (example!("coffee"), example!("coffee-broken"));
    assert_eq!(counts(&correct, false), [2, 3, 3]);
    assert_eq!(counts(&broken, false), [2, 4, 4]);
    assert_eq!(counts(&correct, true), [14, 27, 27]);
    assert_eq!(counts(&broken, true), [14, 29, 29]);
}
