//! The two case studies of the BMC4UML paper, read by its rules: minimal depths are those of its tables.

use std::collections::BTreeSet;

use crate::statechart::read;
use lockstep_core::api::Verdict;
use lockstep_core::language::statechart::model::{Reading, StatechartModel, Subject};
use lockstep_core::language::statechart::semantics::{Grain, StatechartSystem, SystemState};

use super::answers::answer;
use super::reading::CROSSING;

/// Slaves that ask a master for one of four resources.
pub fn master_slave(slaves: usize) -> String {
    let names: Vec<_> = (1..=slaves).map(|it| format!("s{it}")).collect();
    format!(
        "signal request(s : Slave)
statechart Master {{
  var resources : 0..4 = 4
  var client : Slave = null
  queue 3 overflow block
  [*] --> Idle
  Idle --> Deadlock : [resources == 0]
  Idle --> Busy : request(s) [resources > 0] / resources := resources - 1; client := s
  Busy --> Idle : / client.grant()
}}
statechart Slave {{
  queue 3 overflow block
  [*] --> Idle
  Idle --> Waiting : / m.request(self)
  Waiting --> Granted : grant
  Granted --> Releasing
  Releasing --> Idle
}}
system {{
  m : Master
  {} : Slave
  semantics bmc4uml
}}
check reach m.Deadlock
",
        names.join(", ")
    )
}

/// The crossing with so many trains.
pub fn crossing(trains: usize) -> String {
    let names: Vec<_> = (1..=trains).map(|it| format!("t{it}")).collect();
    let text = CROSSING.replace("t1, t2, t3", &names.join(", "));
    text.replace("ctl : Crossing", "ctl : Crossing\n  semantics bmc4uml")
}

/// The least number of steps to meet the goals of the first question, breadth first; from the first state that is
/// `initialised` where that is asked for.
fn depth(model: &StatechartModel, most: usize, begun: bool) -> Option<usize> {
    let system = StatechartSystem::new(model, Reading::Bmc4uml, Grain::Behaviour, false);
    let Subject::Reach(goals) = &model.properties[0].subject else {
        panic!("a goal")
    };
    let met = |state: &SystemState, mut met: usize| {
        while met < goals.len() && system.holds(state, &goals[met]) {
            met += 1;
        }
        met
    };
    let mut start = system.beginning();
    if begun {
        // Each initial pseudostate is left, one after the other.
        while start.objects.iter().any(|it| !it.raised.is_empty()) {
            start = system.successors(&start).all.swap_remove(0).after;
        }
    }
    let start = (met(&start, 0), start);
    let mut seen = BTreeSet::from([(start.0, system.valuation(&start.1))]);
    let mut layer = vec![start];
    for depth in 0..=most {
        if layer.iter().any(|it| it.0 == goals.len()) {
            return Some(depth);
        }
        let mut next = Vec::new();
        for (so_far, state) in &layer {
            for it in system.successors(state).all {
                let now = met(&it.after, *so_far);
                if seen.insert((now, system.valuation(&it.after))) {
                    next.push((now, it.after));
                }
            }
        }
        layer = next;
    }
    None
}

fn model(text: &str) -> StatechartModel {
    let (model, findings) = read(text);
    assert_eq!(findings, [], "{text}");
    model
}

#[test]
fn the_master_runs_out_of_resources_as_soon_as_in_the_paper() {
    for (slaves, wanted) in [(2, 26), (3, 24), (4, 22)] {
        assert_eq!(
            depth(&model(&master_slave(slaves)), 40, false),
            Some(wanted),
            "{slaves} slaves"
        );
    }
}

#[test]
fn the_gate_closes_again_as_soon_as_in_the_paper() {
    assert_eq!(depth(&model(&crossing(3)), 40, false), Some(24));
    assert_eq!(depth(&model(&crossing(3)), 40, true), Some(18));
    assert_eq!(depth(&model(&crossing(4)), 40, true), Some(18));
}

#[test]
fn a_train_can_be_in_the_crossing_before_the_gate_is_closed() {
    let text = crossing(3).replace(
        "check reach ctl.Closed then ctl.Open then ctl.Closed",
        "check reach t1.In && !ctl.Closed",
    );
    assert_eq!(depth(&model(&text), 20, true), Some(6));
    let text = text.replace("after(2, 3)", "after(3, 5)");
    assert_eq!(depth(&model(&text), 14, true), None);
}

/// The depth of the answer to the first check.
fn answered(text: &str) -> Option<u32> {
    match answer(text, 0).verdict {
        Verdict::Found { depth } => Some(depth),
        Verdict::Absent(_) => None,
        Verdict::Unknown(why) => panic!("{why:?}\n{text}"),
    }
}

#[test]
fn answers_have_the_depths_of_both_tables() {
    let masters = [26, 24, 22, 22, 22, 22, 22, 22];
    for (slaves, wanted) in (2..=9).zip(masters) {
        let found = answered(&master_slave(slaves));
        assert_eq!(found, Some(wanted), "{slaves} slaves");
    }
    // A step for each initial pseudostate: three of the crossing's, one of each train's.
    for trains in [3, 4, 5, 6, 20] {
        let found = answered(&crossing(trains));
        let wanted = 18 + 3 + u32::try_from(trains).unwrap();
        assert_eq!(found, Some(wanted), "{trains} trains");
    }
}

#[test]
fn a_train_is_in_the_crossing_too_early_and_with_a_longer_approach_never() {
    let text = crossing(2).replace(
        "check reach ctl.Closed then ctl.Open then ctl.Closed",
        "check reach t1.In && !ctl.Closed",
    );
    assert_eq!(answered(&text), Some(6 + 2 + 3));
    assert_eq!(answered(&text.replace("after(2, 3)", "after(4, 6)")), None);
}
