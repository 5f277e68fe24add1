//! The default space by itself: goals one after the other, what is always true, and limits that hold in the middle of a step.

use std::cell::Cell;

use lockstep_core::api::{
    Capabilities, Clockless, Host, Options, PETRI_VALUES as VALUES, Progress, StepKind, StopView,
    Verdict,
};
use lockstep_core::budget::{Asking, Limits, MOST_BETWEEN_LOOKS, Meter, Stop, Unwatched};
use lockstep_core::engine::Coverage;
use lockstep_core::engine::systems::{Evidence, Finding, Visit, Way};
use lockstep_core::generate::Random;
use lockstep_core::language::petri::{Net, NetSystem, Petri};
use lockstep_core::language::questions::PropertySubject;
use lockstep_core::question::stepwise::StepSpace;
use lockstep_core::system::{Events, Flow, Schema, Status, Step, System, Trace, Valuation};
use lockstep_seeds::{seeds, share};

use super::checks::{MOST, by_definitions, net, random_text};

/// What a visit by the default space finds of a question about goals that are given by their numbers.
fn visited(net: &Net, subject: &PropertySubject<usize>, within: Option<u32>) -> Finding {
    let space = space(net, subject);
    let limits = Limits {
        states: MOST as u64,
        ..Limits::default()
    };
    let mut visit = Visit::new(&space, within);
    let finding = visit.go_on(u64::MAX, &limits, &mut Unwatched);
    let finding = finding.expect("it may go on to the end");
    if let Some(Way::States(rows)) = &finding.way {
        let meter = Meter::unlimited();
        let trace = space.run_along(rows, &meter).expect("a run");
        assert_eq!(trace.steps.len(), finding.depth as usize);
        assert!(space.confirmed(&trace, &meter).is_some());
        // A run that is too short does not show it.
        if let Some((_, steps)) = trace.steps.split_last() {
            let steps = steps.to_vec();
            let shorter = Trace { steps, ..trace };
            assert!(space.confirmed(&shorter, &meter).is_none());
        }
    }
    finding
}

fn space<'n>(net: &'n Net, subject: &PropertySubject<usize>) -> StepSpace<'n> {
    let conditions = Petri::conditions(net, 0);
    StepSpace::new(Box::new(NetSystem::new(net)), subject.clone(), conditions)
}

/// The fewest steps after which goals have been met one after the other, by all runs of so many steps.
fn one_after_the_other(net: &Net, goals: &[usize], within: u32) -> Option<u32> {
    let system = NetSystem::new(net);
    let met = |at: &Valuation, before: usize| {
        let left = goals[before..].iter();
        before
            + left
                .take_while(|&&it| Petri::conditions(net, 0)(it, at) == Some(true))
                .count()
    };
    let start = (&system as &dyn System).start()?;
    let mut layer = vec![(start.clone(), met(&start, 0))];
    for depth in 0..=within {
        if layer.iter().any(|it| it.1 == goals.len()) {
            return Some(depth);
        }
        let mut next: Vec<(Valuation, usize)> = Vec::new();
        for (at, before) in &layer {
            system.steps(at, &mut |step| {
                let after = system.apply(at, &step).expect("it was told");
                let after = (after.clone(), met(&after, *before));
                if !next.contains(&after) {
                    next.push(after);
                }
                Flow::Continue(())
            });
        }
        layer = next;
    }
    None
}

#[test]
fn goals_one_after_the_other_and_what_is_always_true_are_answered_too() {
    const WITHIN: u32 = 4;
    let (mut later, mut never, mut violated) = (0, 0, 0);
    for seed in seeds(0..10_000_u64) {
        let text = random_text(&mut Random::new(seed));
        let net = net(&text);
        let all = net.checks.iter().enumerate();
        let goals: Vec<_> = all
            .filter(|it| it.1.goal.is_some())
            .map(|it| it.0)
            .collect();
        if goals.len() > 1 {
            let subject = PropertySubject::Reach(goals.clone());
            let finding = visited(&net, &subject, Some(WITHIN));
            let expected = one_after_the_other(&net, &goals, WITHIN);
            assert_eq!(finding.way.is_some(), expected.is_some(), "{seed}\n{text}");
            match expected {
                Some(depth) => assert_eq!(finding.depth, depth, "seed {seed}\n{text}"),
                None => assert!(matches!(finding.evidence, Evidence::Visited(_))),
            }
            never += usize::from(expected.is_none());
            later += usize::from(expected.is_some_and(|it| it > 1));
        }
        if let Some(&goal) = goals.first() {
            let finding = visited(&net, &PropertySubject::Always(goal), Some(WITHIN));
            let system = NetSystem::new(&net);
            let wrong = |at: &Valuation| Petri::conditions(&net, 0)(goal, at) == Some(false);
            let (expected, ..) = by_definitions(&system, Some(WITHIN), wrong);
            let depth = finding.way.is_some().then_some(finding.depth as usize);
            assert_eq!(depth, expected, "seed {seed}\n{text}");
            violated += usize::from(expected.is_some());
        }
    }
    println!("{later} met later, {never} not met, {violated} violated");
    assert!([later, never, violated].iter().all(|it| *it > share(200)));
}

/// Tokens without end, so that there is always one more state.
const ENDLESS: &str = "net N { place p = 1; place q; place r\n transition t { p -> p, q } }
check reach r";

#[test]
fn limits_of_states_and_memory_and_the_host_end_a_check() {
    let stopped = |options: &Options, host: &mut dyn Host| {
        let outcome = VALUES.check(ENDLESS, 0, options, host);
        outcome.expect("limits are no errors").verdict
    };
    let few = Options {
        max_states: Some(1_000),
        ..Options::default()
    };
    assert_eq!(
        stopped(&few, &mut Clockless),
        Verdict::Unknown(StopView::States)
    );
    let small = Options {
        max_memory: Some(1_000_000),
        ..Options::default()
    };
    assert_eq!(
        stopped(&small, &mut Clockless),
        Verdict::Unknown(StopView::Memory)
    );
    struct Impatient(u32);
    impl Host for Impatient {
        fn now_ms(&self) -> f64 {
            0.0
        }
        fn progress(&mut self, _: &Progress) -> bool {
            self.0 -= 1;
            self.0 > 0
        }

        fn capabilities(&self) -> Capabilities {
            Capabilities::ALL
        }
    }
    assert_eq!(
        stopped(&Options::default(), &mut Impatient(20)),
        Verdict::Unknown(StopView::Asked)
    );
}

/// A system of which one state has very many steps, all to itself, or very many starts: more than can be listed.
struct Wide {
    schema: Schema,
    starts: i64,
    told: Cell<u64>,
}

impl System for Wide {
    fn schema(&self) -> &Schema {
        &self.schema
    }
    fn initial(&self, visit: &mut dyn FnMut(Valuation) -> Flow) {
        for _ in 0..self.starts {
            self.told.set(self.told.get() + 1);
            if visit([0].into()).is_break() {
                return;
            }
        }
    }
    fn starts_in(&self, _: &Valuation) -> bool {
        true
    }
    fn steps(&self, _: &Valuation, visit: &mut dyn FnMut(Step) -> Flow) {
        loop {
            self.told.set(self.told.get() + 1);
            let step = Step {
                label: 0,
                choice: Box::default(),
            };
            if visit(step).is_break() {
                return;
            }
        }
    }
    fn apply(&self, at: &Valuation, _: &Step) -> Option<Valuation> {
        Some(at.clone())
    }
    fn status(&self, _: &Valuation) -> Status {
        Status::Running
    }
    fn narrate(&self, _: &Valuation, _: &Step) -> Events {
        Events::default()
    }
}

impl Wide {
    fn new(starts: i64) -> Self {
        Self {
            schema: Schema::default(),
            starts,
            told: Cell::new(0),
        }
    }
}

#[test]
fn the_host_is_asked_in_the_middle_of_starts_and_steps() {
    for starts in [1, i64::MAX] {
        // Where the condition is not known nothing is told, and the host is asked all the same.
        for holds in [Some(false), None] {
            let wide = Wide::new(starts);
            let counter: &Cell<u64> = &wide.told;
            let looks = Cell::new(0);
            let stop = || {
                looks.set(looks.get() + 1);
                looks.get() > 5
            };
            let goals = PropertySubject::Reach(vec![0, 0]);
            let space = StepSpace::new(
                Box::new(Borrowed(&wide)),
                goals,
                Box::new(move |_, _| holds),
            );
            let mut visit = Visit::new(&space, None);
            let limits = Limits::default();
            let finding = visit.go_on(u64::MAX, &limits, &mut Asking(&stop));
            let coverage = finding.expect("it is over").coverage;
            match (starts, holds) {
                // Nothing is known of the only start, so nothing follows it.
                (1, None) => assert_eq!(coverage, Coverage::Open(Stop::Size)),
                _ => {
                    assert_eq!(coverage, Coverage::Open(Stop::Asked));
                    assert!(counter.get() <= 6 * MOST_BETWEEN_LOOKS, "{}", counter.get());
                }
            }
        }
    }
}

#[test]
fn the_way_back_to_a_run_ends_with_the_meter() {
    let wide = Wide::new(1);
    let looks = Cell::new(0);
    let stop = || {
        looks.set(looks.get() + 1);
        looks.get() > 3
    };
    let space = StepSpace::new(
        Box::new(Borrowed(&wide)),
        PropertySubject::Deadlock,
        Box::new(|_, _| None),
    );
    let mut watch = Asking(&stop);
    let meter = Meter::new(&mut watch, u64::MAX);
    // No step leads there, and there are steps without end.
    let rows = [[0].into(), [1].into()];
    assert_eq!(space.run_along(&rows, &meter), None);
    assert!(meter.ended().is_some());
    assert!(wide.told.get() <= 4 * MOST_BETWEEN_LOOKS);
}

/// The same system, for a space that has its system for itself.
struct Borrowed<'s>(&'s Wide);

impl System for Borrowed<'_> {
    fn schema(&self) -> &Schema {
        self.0.schema()
    }
    fn initial(&self, visit: &mut dyn FnMut(Valuation) -> Flow) {
        self.0.initial(visit);
    }
    fn starts_in(&self, state: &Valuation) -> bool {
        self.0.starts_in(state)
    }
    fn steps(&self, at: &Valuation, visit: &mut dyn FnMut(Step) -> Flow) {
        self.0.steps(at, visit);
    }
    fn apply(&self, at: &Valuation, step: &Step) -> Option<Valuation> {
        self.0.apply(at, step)
    }
    fn status(&self, at: &Valuation) -> Status {
        self.0.status(at)
    }
    fn narrate(&self, at: &Valuation, step: &Step) -> Events {
        self.0.narrate(at, step)
    }
}
