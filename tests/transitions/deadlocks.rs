//! Deadlocks by formulas: as by visiting every state, and where there are too many of these.

use lockstep_core::api::{CertificateView, Clockless, Options, Outcome, TRANSITION_VALUES};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::print;
use lockstep_seeds::{is_all, seeds, share};

use super::explore::model;

fn answer(text: &str, index: usize, engine: &str) -> Outcome {
    let options = Options {
        engine: engine.into(),
        ..Options::default()
    };
    TRANSITION_VALUES
        .check(text, index, &options, &mut Clockless)
        .expect("the text has no errors")
}

#[test]
fn formulas_and_states_say_the_same_of_deadlocks() {
    let shape = SystemShape {
        parallels: false,
        integers: false,
        ..SystemShape::default()
    };
    let (mut stuck, mut never) = (0, 0);
    for seed in seeds(0..200) {
        let text = print::print(&transitions(&shape, &mut Random::new(seed)));
        let text = format!("{text}\ncheck deadlock\n");
        let index = model(&text).properties.len() - 1;
        let by_formulas = answer(&text, index, "sat");
        if by_formulas.answer().word() == "unknown" {
            continue;
        }
        let by_states = answer(&text, index, "explicit");
        if by_states.answer().word() == "unknown" {
            continue;
        }
        let said = |it: &Outcome| (it.answer().word().to_string(), it.depth());
        assert_eq!(said(&by_formulas), said(&by_states), "seed {seed}\n{text}");
        match by_states.depth() {
            Some(_) => stuck += 1,
            None => never += 1,
        }
    }
    let least = if is_all() { 10 } else { 0 };
    assert!(stuck > least && never > share(50), "{stuck} {never}");
}

#[test]
fn what_can_always_go_on_is_proved_to() {
    let text = "var x : 0..1000000000 = 0
        trans { choice { assume x < 1000000000; x := x + 1; } or { assume x > 0; x := x - 1; } }
        init {} env {} prop { true } check deadlock";
    let outcome = answer(text, 1, "auto");
    assert_eq!(outcome.answer().word(), "none");
    assert!(matches!(outcome.certificate, CertificateView::Proof { .. }));
    // Only after `env` has chosen wrong is there no way on, and the run shows that choice.
    let text = "var y : boolean = true trans { assume y; } init {} env { havoc y; } prop { true }
        check deadlock";
    let outcome = answer(text, 1, "sat");
    assert_eq!(outcome.answer().word(), "deadlock");
    let run = outcome.system.unwrap().run;
    assert_eq!(run.last().unwrap().turn.of_step(), Some("env"));
    // What has too many ways is not decided by formulas, and says so.
    let text = "var n : integer = 0 trans { havoc n; assume n > 3; } init {} env {} prop { true } check deadlock";
    assert_eq!(answer(text, 1, "sat").answer().word(), "unknown");
}
