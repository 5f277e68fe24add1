//! Random systems of statecharts on which explicit search, formulas and the definitions part ways.
//!
//! The judge is a plain visit of the interpreter's states: it knows nothing of equal objects, of moves that come first, of
//! states by number, or of formulas. Where formulas are written, that is in UML's and the BMC4UML reading, bounded model
//! checking, induction and IC3 answer by themselves as well; each "no" of theirs has its proof checked before it is one, and
//! says so where it depends on how much is looked at of a queue.

use std::collections::{BTreeSet, HashMap, VecDeque};

use crate::api::{Host, Progress, STATECHART_VALUES};
use crate::generate::Random;
use crate::generate::statecharts::{ChartShape, text};
use crate::language::read_as;
use crate::language::statechart::Statecharts;
use crate::language::statechart::model::{ObjectId, Reading, StatechartModel, Subject};
use crate::language::statechart::semantics::{
    Grain, Move, StatechartSystem, Successors, SystemState,
};
use crate::text::Severity;
use crate::view::{Options, Verdict};

/// How often an engine may ask whether to go on: where it takes longer nobody answers.
const PATIENCE: u32 = 3_000;

/// Bytes that a search may take.
const MEMORY: u64 = 200_000_000;

/// A host who waits for so long, without a clock, so that the same systems are answered everywhere.
struct Patient(u32);

impl Host for Patient {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn progress(&mut self, _: &Progress) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }

    fn capabilities(&self) -> crate::api::Capabilities {
        crate::api::Capabilities::ALL
    }
}

/// What random systems are asked.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    /// What they are like.
    pub shape: &'a ChartShape,
    /// How they are read.
    pub reading: Reading,
    /// What of their text is written otherwise, each with what stands there then.
    pub rewritten: &'a [(&'a str, &'a str)],
    /// Who answers, as the option `--engine` names them.
    pub engines: &'a [&'a str],
    /// The only question that is asked; `None` asks all.
    pub only: Option<usize>,
    /// The bound of the questions.
    pub within: Option<u32>,
    /// States of the plain visit at most: larger systems are passed over.
    pub most_states: usize,
    /// Clauses of one formula at most: where it is larger nobody answers.
    pub most_clauses: u64,
}

/// What a plain visit has found.
#[derive(Clone, Debug)]
pub struct Plain {
    /// For each question the fewest steps that count to what it looks for.
    pub fewest: Vec<Option<u32>>,
    /// Whose queue would have held more than is looked at.
    pub beyond: BTreeSet<ObjectId>,
}

/// Whether a state shows what a question looks for.
fn shows(
    system: &StatechartSystem<'_>,
    state: &SystemState,
    found: &Successors,
    subject: &Subject,
) -> bool {
    let stable = system.is_stable(state);
    match subject {
        Subject::Reach(goals) => stable && goals.iter().all(|it| system.holds(state, it)),
        Subject::Always(query) => stable && !system.holds(state, query),
        Subject::Deadlock => {
            found.all.is_empty() && found.beyond.is_empty() && !system.all_may_stay(state)
        }
        Subject::DeadlockAlone => system.is_stuck_alone(state),
        // Random texts ask for neither.
        Subject::Scenario(..) | Subject::Same(_) => false,
    }
}

/// A visit of every interleaving; `None` where there are more states than that. Of questions with one goal.
#[must_use]
pub fn plain(model: &StatechartModel, most: usize) -> Option<Plain> {
    let system = StatechartSystem::new(model, model.reading, Grain::Behaviour, false);
    let start = system.beginning();
    let mut depths = HashMap::from([(start.clone(), 0)]);
    let mut open = VecDeque::from([(start, 0)]);
    let mut result = Plain {
        fewest: vec![None; model.properties.len()],
        beyond: BTreeSet::new(),
    };
    while let Some((state, depth)) = open.pop_front() {
        if depths[&state] < depth {
            continue;
        }
        let found = system.successors(&state);
        for (number, property) in model.properties.iter().enumerate() {
            if shows(&system, &state, &found, &property.subject) {
                let best = &mut result.fewest[number];
                *best = Some(best.map_or(depth, |it| it.min(depth)));
            }
        }
        result.beyond.extend(&found.beyond);
        for it in found.all {
            let free = matches!(it.what, Move::Thread(_));
            let next = depth + u32::from(!free);
            if depths.get(&it.after).is_some_and(|known| *known <= next) {
                continue;
            }
            depths.insert(it.after.clone(), next);
            if depths.len() > most {
                return None;
            }
            match free {
                true => open.push_front((it.after, next)),
                false => open.push_back((it.after, next)),
            }
        }
    }
    Some(result)
}

/// What came of a random system.
#[derive(Clone, Debug, Default)]
pub struct ExaminedCharts {
    /// For each answer that was given who gave it, and whether there is a run.
    pub answers: Vec<(String, bool)>,
    /// The text with both answers, for each answer that is wrong.
    pub wrong: Vec<String>,
}

/// Asks the random system of a seed. `None` where the text has an error or the visit has too many states.
#[must_use]
pub fn examine_charts(asking: &Asking<'_>, seed: u64) -> Option<ExaminedCharts> {
    let text = text(asking.shape, &mut Random::new(seed));
    let head = format!("system {{\n  semantics {}\n", asking.reading.word());
    let mut text = text.replace("system {\n", &head);
    for (from, to) in asking.rewritten {
        text = text.replace(from, to);
    }
    if let Some(within) = asking.within {
        let lines = text.lines().map(|it| match it.starts_with("check ") {
            true => format!("{it} within {within}\n"),
            false => format!("{it}\n"),
        });
        text = lines.collect();
    }
    let (model, findings) = read_as::<Statecharts>(&text);
    if findings.iter().any(|it| it.severity == Severity::Error) {
        return None;
    }
    let plain = plain(&model, asking.most_states)?;
    let mut examined = ExaminedCharts::default();
    let asked = |number: usize| asking.only.is_none_or(|only| only == number);
    for (number, wanted) in plain.fewest.iter().enumerate().filter(|it| asked(it.0)) {
        let in_time = |depth: &u32| asking.within.is_none_or(|within| *depth <= within);
        let wanted = wanted.filter(in_time);
        for engine in asking.engines {
            let options = Options {
                engine: (*engine).to_owned(),
                max_clauses: Some(asking.most_clauses),
                max_memory: Some(MEMORY),
                ..Options::default()
            };
            let mut host = Patient(PATIENCE);
            let Ok(outcome) = STATECHART_VALUES.check(&text, number, &options, &mut host) else {
                // Formulas are not written of it.
                continue;
            };
            let depth = match outcome.verdict {
                Verdict::Found { depth } => Some(depth),
                Verdict::Absent(_) => None,
                Verdict::Unknown(_) => continue,
            };
            if depth != wanted {
                examined.wrong.push(format!(
                    "// seed {seed}, check {}: the definitions say {wanted:?}, {} says {depth:?}\n{text}",
                    number + 1,
                    outcome.work.engine
                ));
            }
            let is_bounded = asking.within.is_none() && !plain.beyond.is_empty();
            if depth.is_none() && is_bounded && !outcome.sentence.contains("with queues of at most")
            {
                examined.wrong.push(format!(
                    "// seed {seed}, check {}: {} does not say that its \"no\" depends on a queue\n{text}",
                    number + 1,
                    outcome.work.engine
                ));
            }
            examined
                .answers
                .push((outcome.work.engine, depth.is_some()));
        }
    }
    Some(examined)
}
