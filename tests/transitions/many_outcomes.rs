//! One firing, or the declared values, with millions of outcomes: time and memory are looked at inside, and an engine that
//! needs none of them answers.

use std::cell::Cell;

use lockstep_core::api::{self, Capabilities, Host, Options, Outcome, Progress, StopView, Verdict};
use lockstep_core::budget::{Ended, Limits, MOST_BETWEEN_LOOKS, Meter, Reached, Stop, Watch};
use lockstep_core::engine::systems::{Space, Visit};
use lockstep_core::language::transitions::{Settings, read};
use lockstep_core::question::systems::SystemSpace;

/// So many truth values, free in every round.
fn inputs(count: usize) -> String {
    let declared: String = (0..count)
        .map(|it| format!("var v{it} : boolean = false\n"))
        .collect();
    let free: String = (0..count).map(|it| format!("havoc v{it}; ")).collect();
    format!(
        "{declared}var bad : boolean = false\ntrans {{ if (v0 && !v0) bad := true; }}\ninit {{}}\nenv {{ {free}}}\nprop {{ !bad }}\n"
    )
}

/// The same with an assumption that is never met.
fn blocked(count: usize) -> String {
    inputs(count).replace("}\nprop", "assume v0 && !v0; }\nprop")
}

/// So many variables without a declared value.
fn declared(count: usize) -> String {
    let declared: String = (0..count)
        .map(|it| format!("var v{it} : boolean\n"))
        .collect();
    let all: Vec<_> = (0..count).map(|it| format!("v{it}")).collect();
    format!(
        "{declared}trans {{ havoc v0; }}\ninit {{}}\nenv {{}}\nprop {{ v0 || true }}\ncheck deadlock\ncheck reach {}\n",
        all.join(" && ")
    )
}

/// So many choices in a row.
fn choices(count: usize, prop: &str) -> String {
    let choice = "  choice { x := x * 2; } or { x := x * 2 + 1; }\n".repeat(count);
    format!("var x : integer = 0\ntrans {{\n{choice}}}\ninit {{}}\nenv {{}}\nprop {{ {prop} }}\n")
}

/// Branches whose statements interleave: not compiled, so interpreted.
fn interleaved(count: usize) -> String {
    inputs(count).replace(
        "trans {",
        "trans { par { bad := bad; } and { bad := bad; } ",
    )
}

/// Counts outcomes between two looks, and asks to stop after so many.
struct Between<'c> {
    told: &'c Cell<u64>,
    most: u64,
    looks: u64,
}

impl Watch for Between<'_> {
    fn keep_going(&mut self, _: Reached) -> bool {
        self.most = self.most.max(self.told.take());
        self.looks += 1;
        self.looks < 20
    }
}

#[test]
fn clock_and_memory_are_looked_at_inside_a_firing() {
    let texts = [
        inputs(26),
        blocked(26),
        choices(24, "x != 5"),
        interleaved(20),
        declared(30),
    ];
    for text in texts {
        let (model, _) = read(&text);
        let subject = &model.properties[0].subject;
        let spaces = [SystemSpace::new, SystemSpace::interpreted];
        for space in spaces.map(|it| it(&model, subject, Settings::default())) {
            // From the declared values on until a step is left in the middle.
            let mut at: Option<Vec<i64>> = None;
            loop {
                let told = Cell::new(0);
                let mut watch = Between {
                    told: &told,
                    most: 0,
                    looks: 0,
                };
                let meter = Meter::new(&mut watch, u64::MAX);
                let mut next = None;
                let mut visit = |state: &[i64]| {
                    told.set(told.get() + 1);
                    next = Some(state.to_vec());
                    meter.work(|| 0)
                };
                match &at {
                    None => space.starts(&meter, &mut visit),
                    Some(at) => space.steps(at, &meter, &mut visit),
                };
                let (ended, done) = (meter.ended(), meter.done());
                assert!(watch.most <= MOST_BETWEEN_LOOKS, "{} told", watch.most);
                if let Some(ended) = ended {
                    assert_eq!(ended, Ended::Stopped(Stop::Asked));
                    assert!(done <= 21 * MOST_BETWEEN_LOOKS, "{done} pieces of work");
                    break;
                }
                at = Some(next.expect("only a step with many outcomes ends so"));
            }
        }
    }
}

/// A clock that moves a millisecond at each look.
#[derive(Default)]
struct Clock {
    looks: u64,
    most_bytes: u64,
}

impl Host for Clock {
    fn now_ms(&self) -> f64 {
        self.looks as f64
    }

    fn progress(&mut self, progress: &Progress) -> bool {
        self.looks += 1;
        self.most_bytes = self.most_bytes.max(progress.bytes);
        true
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::ALL
    }
}

fn asked(text: &str, check: usize, options: Options) -> (Outcome, Clock) {
    let mut clock = Clock::default();
    let outcome = api::TRANSITION_VALUES
        .check(text, check, &options, &mut clock)
        .expect("it can be asked");
    (outcome, clock)
}

fn by(engine: &str) -> Options {
    Options {
        engine: engine.into(),
        ..Options::default()
    }
}

#[test]
fn a_visit_ends_when_the_time_is_over() {
    for text in [inputs(26), declared(30), choices(24, "x >= 0"), blocked(26)] {
        let options = Options {
            timeout_ms: Some(30.0),
            ..by("explicit")
        };
        // What is always true without a look at any state needs no visit.
        let check = usize::from(text.contains("check deadlock"));
        let (outcome, clock) = asked(&text, check, options);
        let late = Verdict::Unknown(StopView::Late);
        assert_eq!(outcome.verdict, late, "{}", outcome.sentence);
        assert!(clock.looks <= 32, "{} looks", clock.looks);
    }
}

#[test]
fn a_visit_ends_when_memory_is_full() {
    let memory = 20_000_000;
    for text in [inputs(26), declared(30), interleaved(22)] {
        let options = Options {
            max_memory: Some(memory),
            max_states: Some(u64::MAX),
            ..by("explicit")
        };
        let check = usize::from(text.contains("check deadlock"));
        let (outcome, clock) = asked(&text, check, options);
        let full = Verdict::Unknown(StopView::Memory);
        assert_eq!(outcome.verdict, full, "{}", outcome.sentence);
        assert!(clock.most_bytes <= memory, "{} bytes", clock.most_bytes);
        assert!(clock.most_bytes > memory / 8, "{} bytes", clock.most_bytes);
    }
}

#[test]
fn an_engine_that_lists_no_outcomes_answers() {
    let asks = [
        (inputs(26), 0),
        (declared(30), 0),
        (declared(30), 1),
        (declared(30), 2),
        (choices(24, "x != 5"), 0),
        // The last one of all outcomes: formulas tell the branches that lead to it.
        (choices(24, "x != 16777215"), 0),
    ];
    for (text, check) in asks {
        for memory in [500_000_000, 100_000_000] {
            let options = Options {
                max_memory: Some(memory),
                ..by("")
            };
            let (outcome, clock) = asked(&text, check, options);
            let is_known = outcome.verdict.is_found() || outcome.verdict.is_absent();
            let states = outcome.work.states.unwrap_or(0);
            // The head start is worth some ten thousand outcomes, and no more.
            let what = format!("check {check}: {}, {states} states", outcome.sentence);
            assert!(is_known, "{what}");
            assert!(clock.looks < 5_000, "{what}: {} looks", clock.looks);
            assert!(states <= 100_000, "{what}");
            assert!(clock.most_bytes <= memory, "{} bytes", clock.most_bytes);
        }
    }
}

/// A step that is too long for a turn is listed anew in the next one; what comes of it is the same.
#[test]
fn a_visit_in_small_turns_finds_the_same() {
    let texts = [inputs(9), blocked(9), choices(9, "x != 300"), declared(9)];
    for text in texts {
        let (model, _) = read(&text);
        for property in &model.properties {
            let space = SystemSpace::new(&model, &property.subject, Settings::default());
            let whole = visited(&space, u64::from(u32::MAX)).0;
            let (found, turns) = visited(&space, 1);
            assert_eq!(found, whole);
            assert!(turns > 5, "{turns} turns");
        }
    }
}

fn visited(space: &dyn Space, states: u64) -> (lockstep_core::engine::systems::Finding, u32) {
    let mut visit = Visit::new(space, None);
    for turns in 1.. {
        let limits = Limits::default();
        let mut watch = lockstep_core::budget::Unwatched;
        if let Some(found) = visit.go_on(states, &limits, &mut watch) {
            return (found, turns);
        }
    }
    unreachable!("a visit ends")
}

/// A visit that has found something breaks off at the next look.
#[test]
fn a_visit_that_has_found_something_lists_no_further() {
    let text = choices(24, "x != 5");
    let (model, _) = read(&text);
    let space = SystemSpace::new(&model, &model.properties[0].subject, Settings::default());
    let (found, _) = visited(&space, u64::from(u32::MAX));
    assert!(found.way.is_some());
    assert!(found.reached.states <= 2 * MOST_BETWEEN_LOOKS);
}
