//! BMC4UML knows no end of an object (its Def 2.4): what waits for one whose top regions are in final states is removed by rule 4,
//! an event a step.

use lockstep_core::api::{STATECHART_VALUES, Verdict, every_repair, printed_charts};
use lockstep_core::view::Options;
use lockstep_tests::Clockless;

const RECEIVER: &str = "statechart Receiver {
  queue 2 overflow block
  [*] --> S
  S --> [*] : e
}
statechart Sender {
  [*] --> P
  P --> Q : / r.e()
  Q --> T : / r.e()
}
system {
  r : Receiver
  s : Sender
  semantics bmc4uml
}
check reach s.T && r.queue.size == 1 && !r.S
check reach s.T && r.queue.size == 0 && !r.S
check reach r.ended
check deadlock
";

#[test]
fn what_waits_for_an_object_in_a_final_state_is_removed_one_by_one() {
    for engine in ["explicit", "sat", "auto"] {
        for (check, wanted) in [Some(5), Some(6), Some(4), Some(6)].into_iter().enumerate() {
            let options = Options {
                engine: engine.into(),
                ..Options::default()
            };
            let outcome = STATECHART_VALUES
                .check(RECEIVER, check, &options, &mut Clockless)
                .unwrap();
            let depth = match outcome.verdict {
                Verdict::Found { depth } => Some(depth),
                _ => None,
            };
            assert_eq!(
                depth, wanted,
                "{engine}, check {check}: {}",
                outcome.sentence
            );
        }
    }
}

#[test]
fn the_printed_formulas_say_so_too() {
    for check in 0..2 {
        let options = Options::default();
        let mended = every_repair();
        let view = printed_charts(RECEIVER, check, &mended, &options, &mut Clockless).unwrap();
        assert_eq!(view.difference, None, "check {check}: {}", view.sentence);
    }
}
