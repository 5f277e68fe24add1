//! The promise of the portfolio: an answer that any engine gives alone within a second is given by all
//! together within two.
//!
//! Random models of several sizes, published instances, and models that are brought along, each asked with and
//! without a bound: by explicit search alone, by SAT alone, and by all together. What breaks the promise is
//! listed; different answers are an error. Tests count the
//! work of engines that race; here it is timed.

use std::cell::Cell;

use lockstep_core::engine::portfolio::{self, Choice};
use lockstep_core::engine::{Coverage, Limits, Reached, Watch};
use lockstep_core::generate::published::{Class, instance};
use lockstep_core::generate::{Random, Shape, model, question};
use lockstep_core::language::{Check, Model, read};
use lockstep_core::question::task;

use crate::report::{Report, Sample};
use crate::{Disagreement, Measured, Measurement, Setting};

/// The entry in [`crate::ALL`].
pub const MEASUREMENT: Measurement = Measurement {
    name: "promise",
    about: "What any engine answers alone within a second, all together answer within two",
    run,
};

/// Milliseconds that an engine has alone.
const ALONE: f64 = 1_000.0;
/// Milliseconds that all have together.
const TOGETHER: f64 = 2_000.0;
/// Questions of each group, where nothing else is asked for.
const QUESTIONS: u64 = 60;

/// Random models from the interpreter's size up to what no visit ends on.
const SHAPES: [(&str, Shape); 3] = [
    ("few lifelines", shape((3, 5), (3, 6), (5, 10))),
    ("many lifelines", shape((8, 14), (2, 4), (3, 8))),
    ("large machines", shape((4, 7), (8, 20), (16, 40))),
];

const fn shape(
    lifelines: (usize, usize),
    states: (usize, usize),
    transitions: (usize, usize),
) -> Shape {
    Shape {
        machines: (2, 5),
        lifelines,
        states,
        transitions,
        symbols: (3, 12),
        effects: (1, 2),
        messages: (2, 8),
        trigger_percent: 60,
        effect_percent: 60,
    }
}

fn run(setting: &Setting<'_>) -> Measured {
    let mut report = Report::new("Engines alone and together", setting.seed);
    let count = setting.count_or(QUESTIONS);
    let mut broken = Vec::new();
    for (name, shape) in SHAPES {
        let questions = (0..count).map(|number| {
            let mut random = Random::new(setting.seed.wrapping_mul(1_000_003).wrapping_add(number));
            let model = model(&shape, &mut random);
            let question = question(number % 4, &model, &mut random);
            let bound = random.percent(50).then(|| 4 + number as u32 % 20);
            (model, Check::asking(question, bound))
        });
        group(setting, &mut report, name, questions, &mut broken)?;
    }
    for class in &Class::ALL[1..] {
        let questions = (0..count).map(|number| {
            let model = instance(class, setting.seed, number);
            let check = model.checks[0].clone();
            let bound = check.bound.filter(|_| number % 2 == 0);
            (model, Check { bound, ..check })
        });
        group(setting, &mut report, class.name, questions, &mut broken)?;
    }
    for (name, text) in &setting.models {
        let (model, _) = read(text);
        let checks = model.checks.iter();
        let questions = checks.map(|check| (model.clone(), check.clone()));
        group(setting, &mut report, name, questions, &mut broken)?;
    }
    let told = match broken.len() {
        0 => "The promise was kept everywhere.".to_owned(),
        1 => "The promise was broken once:".to_owned(),
        times => format!("The promise was broken {times} times:"),
    };
    report.notes.push(told);
    report.notes.append(&mut broken);
    Ok(report)
}

fn group(
    setting: &Setting<'_>,
    report: &mut Report,
    name: &str,
    questions: impl Iterator<Item = (Model, Check)>,
    broken: &mut Vec<String>,
) -> Result<(), Disagreement> {
    let ways = [
        ("explicit alone", Choice::Explicit, ALONE),
        ("sat alone", Choice::Sat, ALONE),
        ("together", Choice::Auto, TOGETHER),
    ];
    let mut samples: [Vec<Sample>; 3] = Default::default();
    for (number, (model, check)) in (0..).zip(questions) {
        let mut found: Vec<Sample> = Vec::new();
        for (_, choice, within) in ways {
            found.push(ask(setting, &model, &check, number, (choice, within)));
        }
        let is_open = |it: &&Sample| it.answer == OPEN;
        let mut settled = found.iter().filter(|it| !is_open(it));
        if let Some(first) = settled.next() {
            let differs = |it: &&Sample| (it.answer, it.value) != (first.answer, first.value);
            if let Some(other) = settled.find(differs) {
                let what = format!("{name} {number}: {first:?} and {other:?}");
                return Err(Disagreement(what));
            }
            if found[2].answer == OPEN {
                broken.push(format!(
                    "{name} {number}: {} alone takes {:.0} ms, all together {:.0} ms and do not know.",
                    first.engine, first.total_ms, found[2].total_ms
                ));
            }
        }
        for (all, sample) in samples.iter_mut().zip(found) {
            all.push(sample);
        }
    }
    for ((method, ..), samples) in ways.into_iter().zip(&samples) {
        report.add(name, method, samples, setting.each);
    }
    Ok(())
}

/// What is said where there was not enough time.
const OPEN: &str = "open";

/// One question by one choice of engines, within so many milliseconds.
fn ask(
    setting: &Setting<'_>,
    model: &Model,
    check: &Check,
    number: u64,
    (choice, within): (Choice, f64),
) -> Sample {
    let mut task = task(model, check);
    let until = Until {
        clock: setting.clock,
        end: (setting.clock)() + within,
        is_late: Cell::new(false),
    };
    let stop = || until.is_late();
    let solver = setting.for_delivery();
    let solvers = || solver.create(Some(&stop));
    // As on the page; but who is timed is not stopped by how much a solver has done.
    let limits = Limits {
        solving: u64::MAX,
        ..Limits::default()
    };
    let (found, total_ms) = setting.time_once(|| {
        let mut watch = &until;
        portfolio::solve(&mut task, choice, &limits, &solvers, &mut watch)
    });
    let finding = &found.finding;
    let answer = match finding.coverage {
        _ if finding.met && finding.shortest => "yes",
        Coverage::Open(_) => OPEN,
        _ if finding.met => "yes",
        _ => "no",
    };
    Sample {
        number,
        answer,
        value: finding.value,
        engine: found.engine.name(),
        encode_ms: 0.0,
        total_ms,
        variables: 0,
        clauses: 0,
    }
}

/// A watch that ends a search at its time.
struct Until<'c> {
    clock: &'c dyn Fn() -> f64,
    end: f64,
    is_late: Cell<bool>,
}

impl Until<'_> {
    fn is_late(&self) -> bool {
        if (self.clock)() >= self.end {
            self.is_late.set(true);
        }
        self.is_late.get()
    }
}

impl Watch for &Until<'_> {
    fn keep_going(&mut self, _reached: Reached) -> bool {
        !self.is_late()
    }

    fn now_ms(&self) -> f64 {
        (self.clock)()
    }
}

#[cfg(test)]
mod tests {
    use lockstep_core::generate::philosophers::{Table, philosophers};
    use lockstep_core::language::Question;

    use super::*;

    #[test]
    fn small_questions_are_answered_by_everybody() {
        let clock = crate::tests::ticking();
        let mut setting = Setting::new(&clock);
        setting.count = 1;
        setting.models = vec![(
            "here".into(),
            "machine A { [*] --> a\n a --> b : / x }\nmachine B { [*] --> c\n c --> d : x }\n\
             check reach A.b\ncheck deadlock within 3\n"
                .into(),
        )];
        let report = run(&setting).expect("the engines agree");
        let here = report.rows.iter().filter(|it| it.group == "here");
        assert!(here.clone().all(|it| it.answer != OPEN) && here.count() >= 3);
        assert!(report.notes[0].starts_with("The promise was "));
    }

    #[test]
    fn who_has_no_time_does_not_know() {
        let clock = || 5.0;
        let setting = Setting::new(&clock);
        let (model, _) = read(&philosophers(9, Table::LastReversed));
        let check = Check::asking(Question::Deadlock, None);
        let sample = ask(&setting, &model, &check, 0, (Choice::Explicit, 0.0));
        assert_eq!(sample.answer, OPEN);
    }
}
