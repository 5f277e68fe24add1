//! What becomes a local automaton, and what does not.

use super::closure::automata;
use super::{Beyond, compose};
use crate::language::read_as;
use crate::language::statechart::model::Reading;
use crate::language::statechart::semantics::Machine;
use crate::language::statechart::{StatechartModel, Statecharts};
use crate::text::Severity;

fn model(text: &str) -> StatechartModel {
    let (model, findings) = read_as::<Statecharts>(text);
    let errors: Vec<_> = findings
        .iter()
        .filter(|it| it.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    model
}

/// For each object how many states it has, and how many moves of a running step follow one another.
fn sizes(text: &str) -> Vec<(usize, usize)> {
    let model = model(text);
    let all = automata(&Machine::new(&model, Reading::Uml), true).expect("it is small");
    let sizes = all
        .iter()
        .map(|it| (it.states.len(), it.longest_step().unwrap()));
    sizes.collect()
}

#[test]
fn what_nobody_notices_belongs_to_the_move_before_it() {
    const DOOR: &str = "statechart Door {
  var n : 0..1 = 0
  state Open { entry / n := 1
  exit / n := 0 }
  [*] --> Closed
  Closed --> Open : push / n := 0
  Open --> Closed : push
}
system {
  d : Door
  environment sends push to d
}
check reach d.Open
";
    // Before the beginning, and closed and open, each before and after its completion has been dealt with: no state in the
    // middle of a step.
    assert_eq!(sizes(DOOR), [(5, 0)]);
}

#[test]
fn what_is_sent_is_a_move_of_its_own() {
    const BELL: &str = "statechart Button {
  [*] --> Up
  Up --> Down : press / b.ring(); b.ring()
}
statechart Bell {
  queue 3
  [*] --> Quiet
  Quiet --> Loud : ring
}
system {
  a : Button
  b : Bell
  environment sends press to a
}
check reach b.Loud
";
    // The button has one more: when it is about to ring.
    assert_eq!(sizes(BELL), [(6, 1), (5, 0)]);
}

/// Why the first check of a text is not written.
fn refused(text: &str) -> Option<Beyond> {
    let model = model(text);
    compose(&model, &model.properties[0]).err()
}

#[test]
fn what_cannot_be_written_is_said() {
    let text = |head: &str, effect: &str, check: &str| {
        format!(
            "statechart A {{\n  queue 2{head}\n  var n : integer = 0\n  [*] --> B\n  B --> B : go / {effect}\n}}\n\
             system {{\n  a : A\n  environment sends go to a\n}}\n{check}\n"
        )
    };
    let plain = "check reach a.B";
    assert_eq!(refused(&text("", "n := 1", plain)), None);
    assert_eq!(
        refused(&text("", "n := n + 1", plain)),
        Some(Beyond::Size),
        "endless"
    );
    assert_eq!(refused(&text("", "a.go()", plain)), None);
    assert_eq!(
        refused(&text(" overflow error", "a.go()", plain)),
        Some(Beyond::Construct)
    );
    assert_eq!(
        refused(&text("", "n := 1", "check reach a.n == 4 / 2")),
        Some(Beyond::Division)
    );
    let other = text("", "n := 1", plain).replace("system {", "system {\n  semantics scxml");
    assert_eq!(refused(&other), Some(Beyond::Reading));
}
