//! Measurements: the papers' tables, and what else is claimed of speed.
//!
//! Each measurement is a chapter: it makes its instances from a seed, has every answer given by two
//! engines that must agree, and returns rows. The clock comes from outside, so that the same code
//! measures natively (`lockstep bench`) and in the browser (`cargo xtask bench`). Figures that were
//! measured with it stand in `docs/figures.md`.

pub mod against;
pub mod beside;
pub mod classes;
pub mod coffee;
pub mod explore;
pub mod growth;
pub mod philosophers;
pub mod promise;
pub mod proofs;
pub mod report;
pub mod request;
pub mod statecharts;
pub mod systems;
pub mod table2;

use beside::{Beside, Notation};
use lockstep_core::engine::{Reached, Watch};
use lockstep_core::sat::{self, Backend};
use report::Report;
use systems::Published;

/// Takes a formula: its name and its DIMACS text.
pub type Keep<'c> = &'c dyn Fn(&str, &str);

/// Work that takes so many milliseconds is done once.
const LONG: f64 = 300.0;
/// Work is done again until it took so many milliseconds.
const ENOUGH: f64 = 0.5;

/// Work is warm after so many milliseconds of it, or so many rounds.
const WARM: (f64, u64) = (300.0, 400);

/// What a measurement needs from outside, and how much of it is wanted.
pub struct Setting<'c> {
    /// Milliseconds since some fixed moment.
    pub clock: &'c dyn Fn() -> f64,
    /// Only this class of instances, or all.
    pub class: Option<String>,
    /// Instances per class; 0 means what the measurement thinks is enough.
    pub count: u64,
    /// Seed of the generator.
    pub seed: u64,
    /// The solver of the formulas; `None` means the faster one for each encoding, by measurement.
    pub solver: Option<Backend>,
    /// Whether to measure the printed encoding too. Its semantics is stricter.
    pub printed: bool,
    /// Whether the report lists every instance.
    pub each: bool,
    /// Models that are asked as well, by what measures such: their names and texts.
    pub models: Vec<(String, String)>,
    /// Where to put formulas of the printed encoding: a name and a DIMACS text.
    pub keep: Option<Keep<'c>>,
    /// Other programs that are asked the same.
    pub beside: Vec<&'c dyn Beside>,
    /// Transition systems that were published with their answers.
    pub published: Vec<Published>,
}

impl<'c> Setting<'c> {
    /// The usual: every class, seed 7.
    #[must_use]
    pub fn new(clock: &'c dyn Fn() -> f64) -> Self {
        Self {
            clock,
            class: None,
            count: 0,
            seed: 7,
            solver: None,
            printed: false,
            each: false,
            models: Vec::new(),
            keep: None,
            beside: Vec::new(),
            published: Vec::new(),
        }
    }

    /// The other programs that read a notation.
    fn peers(&self, notation: Notation) -> impl Iterator<Item = &'c dyn Beside> {
        let all = self.beside.iter().copied();
        all.filter(move |it| it.reads() == notation)
    }

    /// The first of them.
    fn peer(&self, notation: Notation) -> Option<&'c dyn Beside> {
        self.peers(notation).next()
    }

    /// The number of instances, where nothing else is asked for.
    fn count_or(&self, usual: u64) -> u64 {
        if self.count == 0 { usual } else { self.count }
    }

    /// The solver for the delivery encoding.
    fn for_delivery(&self) -> Backend {
        self.solver.unwrap_or(sat::ALL[0])
    }

    /// The solver for the printed encoding.
    fn for_printed(&self) -> Backend {
        let faster = sat::named("batsat").unwrap_or(sat::ALL[0]);
        self.solver.unwrap_or(faster)
    }

    /// What a piece of work returns, and its milliseconds: the least of three tries, for others use
    /// the machine too. Work of less than a fifth of a millisecond is done often enough in each try to
    /// be measured, for browsers blur their clocks; long work is done once.
    fn time<R>(&self, mut work: impl FnMut() -> R) -> (R, f64) {
        let (result, once) = self.time_once(&mut work);
        if once >= LONG {
            return (result, once);
        }
        let mut least = f64::MAX;
        for _ in 0..3 {
            let (started, mut times) = ((self.clock)(), 0.0);
            let spent = loop {
                work();
                times += 1.0;
                let spent = (self.clock)() - started;
                if spent >= ENOUGH || times >= 1000.0 {
                    break spent;
                }
            };
            least = least.min(spent / times);
        }
        (result, least)
    }

    /// Does work until it is warm: a browser compiles what runs often a second time, better, and who is measured first
    /// should not pay for the others. Sat4j, beside which this stands, is warmed the same way.
    fn warm(&self, mut work: impl FnMut(u64)) {
        let started = (self.clock)();
        for round in 0..WARM.1 {
            work(round);
            if (self.clock)() - started >= WARM.0 {
                break;
            }
        }
    }

    /// Milliseconds of one piece of work, whatever they are.
    fn time_once<R>(&self, work: impl FnOnce() -> R) -> (R, f64) {
        let started = (self.clock)();
        let result = work();
        (result, (self.clock)() - started)
    }

    /// A watch with this clock.
    fn watch(&self) -> Clock<'_> {
        Clock(self.clock)
    }
}

/// A watch that has a clock and never stops anything.
struct Clock<'c>(&'c dyn Fn() -> f64);

impl Watch for Clock<'_> {
    fn keep_going(&mut self, _reached: Reached) -> bool {
        true
    }

    fn now_ms(&self) -> f64 {
        (self.0)()
    }
}

/// Two engines gave different answers, or one gave up: nothing is reported then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement(pub String);

/// What a measurement returns.
pub type Measured = Result<Report, Disagreement>;

/// A measurement that can be chosen by name.
#[derive(Clone, Copy)]
pub struct Measurement {
    /// The name on the command line.
    pub name: &'static str,
    /// What it measures, in one sentence.
    pub about: &'static str,
    /// Runs it.
    pub run: fn(&Setting<'_>) -> Measured,
}

/// All measurements.
pub const ALL: [Measurement; 11] = [
    table2::MEASUREMENT,
    coffee::MEASUREMENT,
    philosophers::MEASUREMENT,
    growth::GROWTH,
    growth::HARD,
    explore::MEASUREMENT,
    proofs::MEASUREMENT,
    systems::MEASUREMENT,
    statecharts::MEASUREMENT,
    classes::MEASUREMENT,
    promise::MEASUREMENT,
];

/// The measurement of a name.
#[must_use]
pub fn named(name: &str) -> Option<Measurement> {
    ALL.into_iter().find(|measurement| measurement.name == name)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A clock by which each look takes a millisecond.
    pub(crate) fn ticking() -> impl Fn() -> f64 {
        let ticks = Cell::new(0.0);
        move || {
            ticks.set(ticks.get() + 1.0);
            ticks.get()
        }
    }

    #[test]
    fn measurements_have_names_of_their_own() {
        for measurement in ALL {
            let found = named(measurement.name).map(|it| it.about);
            assert_eq!(found, Some(measurement.about));
        }
        assert!(named("speed").is_none());
    }

    #[test]
    fn the_least_of_three_tries_counts_and_long_work_is_done_once() {
        let now = Cell::new(0.0);
        let clock = || now.get();
        let setting = Setting::new(&clock);
        for (steps, expected, calls) in [
            (vec![0.01], 0.01, 151),
            (vec![7.0, 5.0, 4.0, 6.0], 4.0, 4),
            (vec![500.0], 500.0, 1),
        ] {
            let mut call = 0;
            let ((), ms) = setting.time(|| {
                now.set(now.get() + steps[call % steps.len()]);
                call += 1;
            });
            assert!((ms - expected).abs() < 1e-6, "{ms}");
            assert!(call.abs_diff(calls) <= 3, "{call} calls");
        }
    }
}
