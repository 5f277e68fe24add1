//! What many regions and long chains of states cost: states are counted, and so is the room that tables of states take.

use std::fmt::Write;

use crate::statechart::read;
use lockstep_core::engine::systems::{Finding, Visit};
use lockstep_core::engine::{Coverage, Limits, Reached, Stop, Unwatched, Watch};
use lockstep_core::question::statecharts::ChartSpace;

/// What a visit for the first check of a text comes to, with the states and bytes that it holds.
fn visited(text: &str, memory: u64) -> (Finding, u64, u64) {
    let (model, findings) = read(text);
    assert_eq!(findings, [], "{text}");
    let space = ChartSpace::new(&model, &model.properties[0]);
    let limits = Limits {
        memory,
        ..Limits::default()
    };
    let mut visit = Visit::new(&space, None);
    let finding = loop {
        if let Some(finding) = visit.go_on(1_000, &limits, &mut Unwatched) {
            break finding;
        }
    };
    (finding, visit.reached().states, visit.bytes())
}

/// A state with so many regions of one state each.
fn regions(count: usize, inside: &str, check: &str) -> String {
    let mut text = "statechart A {\n[*] --> P\nstate P {\n".to_owned();
    for number in 0..count {
        let _ = writeln!(
            text,
            "region R{number} {{\n[*] --> S{number}\nstate S{number} {{\n{inside}\n}}\n}}"
        );
    }
    text + &format!("}}\n}}\nsystem {{\na : A\n}}\n{check}\n")
}

#[test]
fn completions_that_no_transition_waits_for_are_not_told_apart_by_their_order() {
    for (count, inside) in [(3, ""), (10, ""), (40, ""), (10, "entry / trace(\"in\")")] {
        let text = regions(count, inside, "check deadlock");
        let (finding, states, _) = visited(&text, 200_000_000);
        // Each region is entered, and each completion vanishes at a dispatch of its own.
        assert_eq!(finding.depth as usize, 1 + count, "{count} regions");
        assert!(states <= 3 * count as u64 + 5, "{count} regions: {states}");
    }
    let both = regions(10, "", "check reach a.S0 && a.S9");
    assert_eq!(visited(&both, 200_000_000).0.depth, 1);
}

/// Many states that one event leads through.
fn chain(length: usize) -> String {
    let mut text = "statechart A {\nqueue 1 overflow drop\n[*] --> S0\n".to_owned();
    for number in 0..length {
        let _ = writeln!(text, "S{number} --> S{} : e", number + 1);
    }
    text + &format!(
        "S{length} --> S{length} : e\n}}\nsystem {{\na : A\nenvironment sends e to a\n}}\ncheck reach a.S{length}\n"
    )
}

#[test]
fn a_long_chain_of_states_takes_room_for_its_steps_alone() {
    let (short, few, less) = visited(&chain(500), 200_000_000);
    let (long, many, more) = visited(&chain(4_000), 200_000_000);
    assert!(short.way.is_some() && long.way.is_some());
    assert!(many < 9 * few, "{few} and {many} states");
    assert!(
        more < 10 * less && more < 100_000_000,
        "{less} and {more} bytes"
    );
}

#[test]
fn the_tables_of_states_of_objects_are_within_the_limit_of_memory() {
    for memory in [2_000_000, 5_000_000] {
        let (finding, _, bytes) = visited(&chain(4_000), memory);
        assert_eq!(finding.coverage, Coverage::Open(Stop::Memory));
        assert!(bytes < memory + memory / 10, "{bytes} bytes of {memory}");
        assert!(finding.reached.bytes > memory / 2);
    }
}

/// One event, and a guard that reads so many inputs at once: 2^inputs ways.
fn ways(inputs: usize) -> String {
    let mut text = "statechart A {\n".to_owned();
    for number in 0..inputs {
        let _ = writeln!(text, "input \"x{number}\" : boolean");
    }
    let all: Vec<String> = (0..inputs).map(|it| format!("\"x{it}\"")).collect();
    let all = all.join(" && ");
    text + &format!(
        "[*] --> S\nS --> T : e [{all}]\n}}\nsystem {{\na : A\nenvironment sends e to a\n}}\ncheck reach a.T\n"
    )
}

/// A clock that a test moves: over at a look.
struct Clock {
    looks: u64,
    over_at: u64,
}

impl Watch for Clock {
    fn keep_going(&mut self, _: Reached) -> bool {
        self.looks += 1;
        self.looks < self.over_at
    }
}

#[test]
fn clock_and_memory_are_looked_at_among_the_ways_of_one_step() {
    let text = ways(12);
    let (model, findings) = read(&text);
    assert_eq!(findings, []);
    let ended = |over_at: u64, memory: u64| {
        let space = ChartSpace::new(&model, &model.properties[0]);
        let limits = Limits {
            memory,
            ..Limits::default()
        };
        let mut clock = Clock { looks: 0, over_at };
        let mut visit = Visit::new(&space, None);
        let finding = loop {
            if let Some(finding) = visit.go_on(1_000, &limits, &mut clock) {
                break finding;
            }
        };
        (finding, clock.looks, visit.reached().states)
    };
    let (found, looks, _) = ended(u64::MAX, 200_000_000);
    assert!(found.way.is_some() && looks >= 4, "{looks} looks");
    // What may wait before the first dispatch; that one is left in its middle.
    for over_at in [2, 3, 4] {
        let (finding, looks, states) = ended(over_at, 200_000_000);
        assert_eq!(finding.coverage, Coverage::Open(Stop::Asked));
        assert_eq!((finding.way, looks), (None, over_at));
        assert!(states < 20, "{states} states");
    }
    let (finding, _, states) = ended(u64::MAX, 300_000);
    assert_eq!(finding.coverage, Coverage::Open(Stop::Memory));
    assert!(states < 20, "{states} states");
}
