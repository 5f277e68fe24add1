//! The steps of a run that have columns, and what they are called.

use std::ops::Range;

use crate::diagram::stops;
use crate::view::{SystemStepView, step_numbers};

/// Steps that are drawn at most.
const MOST: usize = 2_000;

/// A step that has a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Its entries in the run; the values are those after the last.
    pub entries: Range<usize>,
    /// What it is called.
    pub name: String,
    /// Whose turn it is; empty where that is the same everywhere.
    pub turn: String,
    /// Whether it is no step of the model: what `env` does in between.
    pub between: bool,
}

/// The steps of a run that have columns: those at which it stops when it is played by whole steps, or all its entries. O(entries).
#[must_use]
pub fn moments(run: &[SystemStepView], is_whole: bool) -> Vec<Moment> {
    if !is_whole {
        let numbers = step_numbers(run).into_iter();
        let all = run.iter().zip(numbers).enumerate().take(MOST);
        let all = all.map(|(at, (it, name))| Moment {
            entries: at..at + 1,
            name,
            turn: it.turn.title().to_owned(),
            between: false,
        });
        return all.collect();
    }
    let names = stops::numbers(run);
    let all = stops::played(run).into_iter().take(MOST);
    let moment = |(index, entries): (usize, Range<usize>)| {
        let turn = run[entries.start].turn.word().to_owned();
        let last = entries.end - 1;
        let between = run[last].counts.is_none() && turn == "env";
        Moment {
            name: match (index, between) {
                (0, _) => "start".to_owned(),
                (_, true) => turn.clone(),
                (_, false) => names[last].clone(),
            },
            turn: if index == 0 || between {
                String::new()
            } else {
                turn
            },
            entries,
            between,
        }
    };
    let mut moments: Vec<_> = all.enumerate().map(moment).collect();
    let has_calls = run.iter().any(|it| it.call.is_some());
    let mut turns = moments
        .iter()
        .map(|it| &it.turn)
        .filter(|it| !it.is_empty());
    let first = turns.next().cloned();
    if !has_calls && turns.all(|it| Some(it) == first.as_ref()) {
        for it in &mut moments {
            it.turn.clear();
        }
    }
    moments
}
