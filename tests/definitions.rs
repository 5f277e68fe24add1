//! The small models on which published encodings and the definitions part ways: here all three
//! judges must follow the definitions. G0-G6 ask about goals, S1-S5 about strict scenarios.
#![allow(clippy::unwrap_used, missing_docs)]

use lockstep_core::engine::bmc::Bmc;
use lockstep_core::engine::{Coverage, Limits, Unwatched, explicit};
use lockstep_core::language::machines::Composition;
use lockstep_core::language::machines::judge::shortest;
use lockstep_core::language::machines::scenario::semantics::judge;
use lockstep_core::language::questions::Mode;
use lockstep_core::language::{Question, read};
use lockstep_core::question::{task, witness};
use lockstep_core::sat;

/// Bounds are this large where the definitions say "never".
const FAR: u32 = 14;

/// What the judges must find: the greatest value, and the fewest transactions to it.
fn assert_found(name: &str, text: &str, value: u32, depth: u32) {
    let (model, diagnostics) = read(text);
    let errors: Vec<_> = diagnostics
        .iter()
        .filter(|d| d.code.starts_with("unknown"))
        .collect();
    assert!(errors.is_empty(), "{name}: {errors:?}");
    let mut check = model.checks[0].clone();
    check.bound = Some(FAR);
    let composition = Composition::new(&model, model.lifelines_of(&check), &[]);
    let by_definition = match &check.question {
        Question::Reach { goal } => shortest(&composition, FAR as usize, |state| {
            goal.iter()
                .all(|&(lifeline, place)| state[lifeline] == place)
        })
        .map_or((0, 0), |depth| (1, depth)),
        Question::Scenario { scenario, .. } => {
            let scenario = &model.scenarios[*scenario];
            let found = judge(&composition, scenario, Mode::Strict, FAR as usize);
            (found.prefix, found.depth)
        }
        Question::Always { .. } | Question::Deadlock => {
            unreachable!("no witness asks about these")
        }
    };
    assert_eq!(
        by_definition,
        (value as usize, depth as usize),
        "{name} by definition"
    );

    let task = task(&model, &check);
    let by_search = explicit::solve(&task, &Limits::default(), &mut Unwatched);
    assert!(!matches!(by_search.coverage, Coverage::Open(_)));
    assert_eq!(
        (by_search.value, by_search.depth),
        (value, depth),
        "{name} by search"
    );
    witness(&model, &check, &task, &by_search).unwrap();

    for backend in sat::ALL {
        let mut bmc = Bmc::new(&task, &Limits::default(), backend.create(None));
        let by_sat = bmc.run(&mut Unwatched);
        assert_eq!(
            (by_sat.value, by_sat.depth),
            (value, depth),
            "{name} by {}",
            backend.name
        );
        witness(&model, &check, &task, &by_sat).unwrap();
    }
}

#[test]
fn a_goal_that_nobody_enables_is_never_reached() {
    assert_found(
        "G0",
        "machine M { [*] --> s0; s0 --> s1 : x; s1 --> s2 : y }
         check reach M.s2",
        0,
        0,
    );
}

#[test]
fn one_receipt_does_not_release_two_senders() {
    assert_found(
        "G1",
        "machine P { [*] --> p0; p0 --> p1 : / a }
         machine Q { [*] --> q0; q0 --> q1 : / a }
         machine R { [*] --> r0; r0 --> r1 : a }
         check reach P.p1, Q.q1",
        0,
        0,
    );
}

#[test]
fn one_emission_is_not_taken_twice() {
    assert_found(
        "G2",
        "machine P { [*] --> p0; p0 --> p1 : / a }
         machine R1 { [*] --> r0; r0 --> r1 : a }
         machine R2 { [*] --> u0; u0 --> u1 : a }
         check reach R1.r1, R2.u1",
        0,
        0,
    );
}

#[test]
fn two_machines_may_be_pending_on_one_symbol() {
    assert_found(
        "G3",
        "machine R { [*] --> r0; r0 --> r1 : / x; r1 --> r2 : / c; r2 --> r3 : a; r3 --> r4 : a }
         machine P { [*] --> p0; p0 --> p1 : x / a }
         machine Q { [*] --> q0; q0 --> q1 : c / a }
         check reach R.r4",
        1,
        8,
    );
}

#[test]
fn a_relay_passes_its_symbol_on() {
    assert_found(
        "G4",
        "machine P { [*] --> p0; p0 --> p1 : / tok }
         machine Q { [*] --> q0; q0 --> q1 : tok / tok }
         machine R { [*] --> r0; r0 --> r1 : tok }
         check reach Q.q1, R.r1",
        1,
        4,
    );
}

#[test]
fn a_symbol_is_taken_and_sent_again_in_one_step() {
    assert_found(
        "G5",
        "machine P { [*] --> p0; p0 --> p1 : / x, y }
         machine Q { [*] --> q0; q0 --> q1 : x / y }
         machine R { [*] --> r0; r0 --> r1 : y; r1 --> r2 : y }
         check reach P.p1, Q.q1, R.r2",
        1,
        5,
    );
}

#[test]
fn a_goal_is_reached_when_it_is_entered_not_when_it_is_near() {
    assert_found(
        "G6",
        "machine N { [*] --> n0; n0 --> n1 : / a }
         machine M { [*] --> s0; s0 --> s1 : a }
         check reach M.s1",
        1,
        3,
    );
}

const COFFEE_ROOM: &str = "
machine PHD {
  [*] --> working
  working --> waiting : / wantCoffee
  waiting --> working : coffeeDone
  waiting --> desperate : error
  desperate --> working : repaired
}
machine CM {
  [*] --> idle
  idle --> preparing : wantCoffee
  preparing --> idle : / coffeeDone
  preparing --> error : / error
  error --> maintenance : / repair
  maintenance --> idle : done / repaired
}
machine MNT {
  [*] --> idle
  idle --> repairing : repair
  repairing --> idle : / done
}
";

fn in_the_coffee_room(messages: &str) -> String {
    format!("{COFFEE_ROOM}\nscenario s {{ alice, bob : PHD; cm : CM; m : MNT\n{messages} }}")
}

#[test]
fn an_order_is_not_taken_for_another() {
    let text = in_the_coffee_room("alice -> cm : wantCoffee; cm -> bob : coffeeDone");
    assert_found("S1", &text, 1, 0);
}

#[test]
fn no_unlisted_message_slips_in() {
    let text = in_the_coffee_room(
        "alice -> cm : wantCoffee; cm -> alice : error; cm -> m : repair; m -> cm : done
         bob -> cm : wantCoffee",
    );
    assert_found("S2", &text, 4, 0);
}

#[test]
fn a_scenario_may_relay() {
    assert_found(
        "S3",
        "machine P { [*] --> p0; p0 --> p1 : / tok }
         machine Q { [*] --> q0; q0 --> q1 : tok / tok }
         machine R { [*] --> r0; r0 --> r1 : tok }
         scenario s { p : P; q : Q; r : R; p -> q : tok; q -> r : tok }",
        2,
        0,
    );
}

#[test]
fn a_scenario_may_have_two_pending_senders() {
    assert_found(
        "S4",
        "machine R { [*] --> r0; r0 --> r1 : / x; r1 --> r2 : / c; r2 --> r3 : a; r3 --> r4 : a }
         machine P { [*] --> p0; p0 --> p1 : x / a }
         machine Q { [*] --> q0; q0 --> q1 : c / a }
         scenario s { p : P; q : Q; r : R; r -> p : x; r -> q : c; p -> r : a; q -> r : a }",
        4,
        0,
    );
}

#[test]
fn as_many_empty_moves_as_needed_fit_between_two_messages() {
    assert_found(
        "S5",
        "machine A { [*] --> a0; a0 --> a1 : / x; a1 --> a2 : y }
         machine B { [*] --> b0; b0 --> b1 : x; b1 --> b2 : / y }
         scenario s { a : A; b : B; a -> b : x; b -> a : y }",
        2,
        0,
    );
}
