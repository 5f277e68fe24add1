//! A queue of `overflow error` that overflows ends the run there and then, also where another object has not begun or is in the middle of a step:
//! every engine finds the same shortest run.

use lockstep_core::api::{STATECHART_VALUES, Verdict};
use lockstep_core::view::Options;
use lockstep_tests::Clockless;

/// The depths of all answers by an engine; `None` for "never".
fn depths(text: &str, engine: &str) -> Vec<Option<u32>> {
    let options = Options {
        engine: engine.into(),
        ..Options::default()
    };
    let checks = text.lines().filter(|it| it.starts_with("check ")).count();
    let answers = (0..checks).map(|check| {
        let outcome = STATECHART_VALUES.check(text, check, &options, &mut Clockless);
        let outcome = outcome.unwrap_or_else(|why| panic!("{engine}: {why:?}\n{text}"));
        match outcome.verdict {
            Verdict::Found { depth } => Some(depth),
            Verdict::Absent(_) => None,
            Verdict::Unknown(why) => panic!("{engine}, check {check}: {why:?}\n{text}"),
        }
    });
    answers.collect()
}

fn all_say(text: &str, wanted: &[Option<u32>]) {
    for engine in ["explicit", "sat", "auto"] {
        assert_eq!(depths(text, engine), wanted, "{engine}\n{text}");
    }
}

/// Two events for an object that has not begun.
#[test]
fn a_run_ends_before_an_object_begins() {
    let text = "statechart A {
  queue 1 overflow error
  [*] --> S
}
system {
  a : A
  environment sends e then e to a
}
check deadlock
check reach a.queue.overflows
check reach a.queue.overflows && !a.S
check reach a.queue.overflows && a.S
";
    all_say(text, &[Some(2), Some(2), Some(2), Some(3)]);
}

/// The same by another object, and inside a step.
#[test]
fn a_run_ends_in_the_middle_of_a_step_of_the_receiver() {
    let text = "statechart A {
  queue 1 overflow error
  [*] --> S
  S --> T : e / trace(\"x\")
  state T { entry / trace(\"y\") }
}
statechart B {
  [*] --> I
  I --> I : go / a.e()
}
system {
  a : A
  b : B
  environment sends go to b
}
check deadlock
check reach a.queue.overflows
check reach a.queue.overflows && !a.S && !a.T
";
    all_say(text, &[Some(7), Some(7), Some(7)]);
    // Begun, and its completion dealt with: only between S and T neither is active.
    let begun = "check reach a.S then a.queue.overflows && !a.S && !a.T\n";
    let text = text.replace("check deadlock\n", begun);
    let inside = depths(&text, "explicit")[0];
    assert!(inside.is_some());
    assert_eq!(depths(&text, "sat")[0], inside);
}

/// The sender has not yet entered the state to which its transition leads.
#[test]
fn a_run_ends_in_the_middle_of_a_step_of_the_sender() {
    let text = "statechart A {
  queue 1 overflow error
  [*] --> S
}
statechart B {
  [*] --> I
  I --> J : go / a.e(); a.e()
  state J { entry / trace(\"there\") }
}
system {
  a : A
  b : B
  environment sends go once to b
}
check deadlock
check reach a.queue.overflows
check reach a.queue.overflows && b.J
check always !a.queue.overflows
check reach a.queue.size == 1
";
    // Begin, `go`, the completion of I, and the step.
    all_say(text, &[Some(4), Some(4), None, Some(4), None]);
}
