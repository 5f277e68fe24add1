//! Values that a `havoc` has given and that are overwritten before the step ends: they are told with the step, of an answer's
//! run and of one by hand, and are those by which the step was chosen.

use lockstep_core::api::{
    Clockless, KnownBy, Onward, Options, RunRequest, StepEffect, TRANSITION_VALUES, simulate_run,
};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::print::print;

use super::runs::{number, request};

#[test]
fn what_a_havoc_gives_and_nobody_keeps_is_told() {
    let text = "var x : 0..9 = 0\nvar y : 0..9 = 0\ntrans { havoc x; assume x >= 7; y := x; x := 0; }\n\
                init {}\nenv { havoc x; }\nprop { y != 8 }\n";
    let options = Options::default();
    let outcome = TRANSITION_VALUES
        .check(text, 0, &options, &mut Clockless)
        .unwrap();
    let run = outcome.system.unwrap().run;
    let trans = run.iter().find(|it| it.turn.of_step() == Some("trans"));
    let trans = trans.unwrap();
    assert_eq!(trans.passing, [(0, "8".to_owned())]);
    assert_eq!(trans.state, ["0", "8"]);
    // What stays is seen as it is.
    let kept = run.iter().filter(|it| it.turn.of_step() != Some("trans"));
    assert!(kept.clone().count() > 1 && kept.clone().all(|it| it.passing.is_empty()));
    // A finer step shows the value itself.
    let fine = RunRequest {
        onward: Onward::Chance { seed: 1, steps: 12 },
        ..request("choice", vec![number(0)])
    };
    let fine = simulate_run(text, &fine).unwrap().run;
    assert!(fine.len() > 8 && fine.iter().all(|it| it.passing.is_empty()));
}

#[test]
fn by_hand_it_is_what_the_choice_says() {
    let mut told = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let text = print(&transitions(&SystemShape::default(), &mut random));
        let walk = RunRequest {
            onward: Onward::Chance { seed, steps: 8 },
            ..request("transition", vec![number(0)])
        };
        let Ok(made) = simulate_run(&text, &walk) else {
            continue;
        };
        for (step, choice) in made.run.iter().zip(&made.choices).skip(1) {
            for (place, value) in &step.passing {
                assert!(*place < step.fired.len(), "{seed}");
                let KnownBy::Action(action) = &choice.known_by else {
                    panic!("{seed}: {choice:?}");
                };
                let is_it = |it: &StepEffect| matches!(it, StepEffect::Gives { value: given, .. } if given == value);
                assert!(
                    action.effects.iter().any(is_it),
                    "{seed}: {value} in {action}"
                );
                told += 1;
            }
        }
    }
    assert!(told > 50, "{told}");
}
