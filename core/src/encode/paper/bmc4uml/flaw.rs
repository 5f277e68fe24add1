//! Where a path that the printed formulas claim stops being one of the definitions, and why.

use super::global::definitions;
use super::{ChartInstance, Part, Taken};
use crate::language::statechart::model::{ObjectId, TransitionId};
use crate::language::statechart::semantics::{Move, SystemState};

/// Where a claimed path fails, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartFlaw {
    /// The index of the state that does not follow.
    pub index: usize,
    /// What is wrong.
    pub fault: ChartFault,
}

/// What is wrong with a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChartFault {
    /// One transition fires for an event where others fire with it, or in its place.
    Alone {
        /// Whose.
        object: ObjectId,
        /// What fires.
        fires: Vec<TransitionId>,
        /// What fires by the definitions.
        together: Vec<TransitionId>,
    },
    /// Time passes although no active transition waits for it.
    Time,
    /// A queue that is full is taken for empty.
    Lost {
        /// Whose.
        object: ObjectId,
        /// The events that it held.
        events: usize,
    },
    /// No rule leads there.
    NoRule(Taken),
    /// All steps are applications of rules, but what was asked is not true at the end.
    NotThere,
}

impl ChartInstance<'_> {
    /// The first fault of a claimed path; `None` where it is a run of the definitions in the paper's reading.
    #[must_use]
    pub fn flaw(&self, states: &[SystemState], steps: &[Taken]) -> Option<ChartFlaw> {
        let system = definitions(self.model);
        for (number, pair) in states.windows(2).enumerate() {
            let found = system.successors(&pair[0]).all;
            if found.iter().any(|it| it.after == pair[1]) {
                continue;
            }
            let taken = steps.get(number)?;
            let fault = match (taken.part, taken.object) {
                // What the rule leads to but for a queue that looks empty.
                _ if let Some((object, events)) =
                    found.iter().find_map(|it| lost(&it.after, &pair[1])) =>
                {
                    ChartFault::Lost { object, events }
                }
                (Part::X5, _) => ChartFault::Time,
                (Part::XO3, Some(object)) => {
                    let event = found.iter().find(|it| it.what == Move::Event(object));
                    let fired = event.map(|it| it.report.fired.iter().map(|it| it.1).collect());
                    match fired {
                        Some(together) if !taken.transitions.is_empty() => ChartFault::Alone {
                            object,
                            fires: taken.transitions.clone(),
                            together,
                        },
                        _ => ChartFault::NoRule(taken.clone()),
                    }
                }
                _ => ChartFault::NoRule(taken.clone()),
            };
            return Some(ChartFlaw {
                index: number + 1,
                fault,
            });
        }
        None
    }
}

/// The object whose queue holds events in one state and none in the other, where nothing else differs.
fn lost(one: &SystemState, other: &SystemState) -> Option<(ObjectId, usize)> {
    let pairs = one.objects.iter().zip(&other.objects);
    let (object, events) = pairs
        .enumerate()
        .find(|(_, (a, b))| b.pool.is_empty() && !a.pool.is_empty())
        .map(|(object, (a, _))| (object, a.pool.len()))?;
    let mut emptied = one.clone();
    emptied.objects[object].pool.clear();
    (emptied == *other).then_some((object, events))
}

impl ChartFlaw {
    /// The fault in one sentence; names stand in backticks. `text` is that of the model.
    #[must_use]
    pub fn sentence(&self, instance: &ChartInstance<'_>, text: &str) -> String {
        let model = instance.model;
        let name = |object: ObjectId| format!("`{}`", model.objects[object].name);
        let label = |object: ObjectId, all: &[TransitionId]| {
            let chart = &model.charts[model.objects[object].chart];
            let each = all.iter().map(|&it| {
                let words: Vec<_> = chart.transitions[it]
                    .span
                    .text(text)
                    .split_whitespace()
                    .collect();
                format!("`{}`", words.join(" "))
            });
            each.collect::<Vec<_>>().join(" and ")
        };
        match &self.fault {
            ChartFault::Alone {
                object,
                fires,
                together,
            } => {
                let verb = if together.len() == 1 {
                    "fires"
                } else {
                    "fire together"
                };
                format!(
                    "XO3 has {} fire {} alone; by the definition {} {verb}.",
                    name(*object),
                    label(*object, fires),
                    label(*object, together)
                )
            }
            ChartFault::Time => {
                "X5 lets time pass although no transition from an active state waits for it."
                    .to_owned()
            }
            ChartFault::Lost { object, events } => format!(
                "The queue of {} is full, so that its two indices are the same and it looks empty: {} lost.",
                name(*object),
                match events {
                    1 => "its event is".to_owned(),
                    more => format!("its {more} events are"),
                }
            ),
            ChartFault::NoRule(taken) => {
                let (formula, _) = taken.part.text();
                let of = taken.object.map(|it| format!(" of {}", name(it)));
                format!(
                    "{formula}{} leads to a state to which no rule of the definition leads.",
                    of.unwrap_or_default()
                )
            }
            ChartFault::NotThere => "What was asked is not true at the end.".to_owned(),
        }
    }
}
