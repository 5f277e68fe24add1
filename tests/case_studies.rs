//! The papers' case studies: numbers of global states, diameters, and which combinations of
//! states can be reached within which bound. Depths and verdicts of single questions stand in the
//! examples themselves, as `expect`; those of the erroneous variants, which expect what should be, here.
#![allow(clippy::unwrap_used, missing_docs)]

use lockstep_core::api::{self, Clockless, Options};
use lockstep_core::engine::{Coverage, Limits, Unwatched, explicit};
use lockstep_core::language::machines::Place;
use lockstep_core::language::{Answer, Check, Model, Question, read};
use lockstep_core::question::task;
use lockstep_core::text::Severity;

fn example(text: &str) -> Model {
    let (model, diagnostics) = read(text);
    let sound = diagnostics.iter().all(|d| d.severity == Severity::Warning);
    assert!(sound, "{diagnostics:?}");
    model
}

macro_rules! text {
    ($name:literal) => {
        include_str!(concat!("../static/examples/machines/", $name, ".lks"))
    };
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

/// Has every check of a text its expected answer?
fn as_expected(text: &str) -> usize {
    let checks = api::analyse(text).checks;
    for check in &checks {
        let outcome = api::check(text, check.index, &Options::default(), &mut Clockless);
        let outcome = outcome.unwrap();
        assert_eq!(
            outcome.as_expected(),
            Some(true),
            "{}: {outcome:?}",
            check.title
        );
    }
    checks.len()
}

#[test]
fn erroneous_variants_fail_as_published() {
    for (variant, published) in [
        (text!("mail-broken"), MAIL),
        (text!("coffee-broken"), COFFEE),
        (text!("philosophers-broken"), PHILOSOPHERS),
    ] {
        let machines = variant.lines().filter(|line| !line.starts_with("check"));
        let machines: String = machines.map(|line| format!("{line}\n")).collect();
        assert_eq!(
            as_expected(&format!("{machines}{published}")),
            published.lines().count()
        );
        // The example itself is about its deadlock, and asks what should be.
        let first = api::check(variant, 0, &Options::default(), &mut Clockless).unwrap();
        assert_eq!(
            (first.answer(), first.as_expected()),
            (Answer::Deadlock, Some(false))
        );
        let others = variant.replacen("check deadlock expect none\n", "", 1);
        assert!(as_expected(&others) > 1);
    }
}

const MAIL: &str = "\
check reach Client.Done, Server.Closed within 13 expect unreachable
check reach Client.Done, Server.Closed within 14 expect reachable
check deadlock within 6 expect none
check deadlock within 7 expect deadlock
check reach Client.<Recipient/err550/QUIT/Closing>, Server.HasSender within 6 expect unreachable
check reach Client.<Recipient/err550/QUIT/Closing>, Server.HasSender within 7 expect reachable
";

const COFFEE: &str = "\
check reach User.Optimistic, Machine.PrepCoffee, Technician.IdleTechnician within 2 expect unreachable
check reach User.Optimistic, Machine.PrepCoffee, Technician.IdleTechnician within 3 expect reachable
check reach User.Optimistic within 1 expect unreachable
check reach User.Optimistic within 2 expect reachable
check reach User.Desperate within 5 expect unreachable
check reach User.Desperate within 6 expect reachable
check reach User.Waiting within 7 expect unreachable
check reach User.Waiting within 8 expect reachable
check reach Machine.PrepCoffee within 2 expect unreachable
check reach Machine.PrepCoffee within 3 expect reachable
check reach Machine.OutOfOrder within 4 expect unreachable
check reach Machine.OutOfOrder within 5 expect reachable
check reach Technician.Scheduled within 6 expect unreachable
check reach Technician.Scheduled within 7 expect reachable
check reach Technician.Fixing within 8 expect unreachable
check reach Technician.Fixing within 9 expect reachable
check reach User.Waiting, Machine.OutOfOrder, Technician.IdleTechnician within 10 expect unreachable
check reach User.Waiting, Machine.OutOfOrder, Technician.IdleTechnician within 11 expect reachable
check deadlock within 10 expect none
check deadlock within 11 expect deadlock
";

const PHILOSOPHERS: &str = "\
check reach p0.one, p1.one, p2.one, f0.taken, f1.taken, f2.taken within 2 expect unreachable
check reach p0.one, p1.one, p2.one, f0.taken, f1.taken, f2.taken within 3 expect reachable
check reach p0.eat within 3 expect unreachable
check reach p0.eat within 4 expect reachable
check reach p1.eat within 3 expect unreachable
check reach p1.eat within 4 expect reachable
check reach p2.eat within 3 expect unreachable
check reach p2.eat within 4 expect reachable
check reach p0.eat, p1.eat expect unreachable
check reach p1.eat, p2.eat expect unreachable
check reach p2.eat, p0.eat expect unreachable
check deadlock within 2 expect none
check deadlock within 3 expect deadlock
";
