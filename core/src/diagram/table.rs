//! The run as a table: one row per step, one column per lifeline.
//!
//! The form is that of the trace in the second paper's Fig. 4: the messages of a step, where every
//! lifeline is after it, and which effects are still pending. A cell says whether its lifeline has
//! moved, so that what changed can be marked without comparing rows. A row also knows whether the
//! run has been in its global state before: then the steps between are a loop.

use super::chart::{self, Chart};
use super::words;
use crate::view::{Analysis, CheckView, Outcome, PlaceView, StepView};

/// One step of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The messages exchanged, as [`message`] writes them, each with its number in the diagram.
    pub messages: Vec<(Option<usize>, String)>,
    /// The step in words, with names between backticks.
    pub sentence: String,
    /// Where each lifeline is after the step.
    pub cells: Vec<Cell>,
    /// What is still to be sent after the step: `cm: repaired`, one for each lifeline that owes.
    pub pending: Vec<String>,
    /// The latest earlier step after which the run was in the same global state.
    pub again: Option<usize>,
}

/// Where one lifeline is after a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The place in a few words.
    pub place: String,
    /// Where the lifeline was before, if it has moved in this step.
    pub from: Option<String>,
}

/// A message in one line: `bob → cm wantCoffee`.
#[must_use]
pub fn message(chart: &Chart, row: &chart::Row) -> String {
    let (from, to) = (chart.name(row.from), chart.name(row.to));
    format!("{from} → {to} {}", row.symbol)
}

/// The table of a run; empty without one. O(steps² · lifelines) at worst, because of the loops.
#[must_use]
pub fn rows(analysis: &Analysis, check: &CheckView, chart: &Chart, outcome: &Outcome) -> Vec<Row> {
    let machine = |lifeline: usize| {
        let lifeline = check.lifelines.get(lifeline)?;
        analysis.machines.get(lifeline.machine)
    };
    let place = |lifeline, place| match machine(lifeline) {
        Some(machine) => words::place(machine, place),
        None => String::new(),
    };
    let loops = loops(&outcome.trace);
    let mut rows = Vec::new();
    for (index, (step, again)) in outcome.trace.iter().zip(loops).enumerate() {
        let mut row = Row {
            sentence: step.sentence.clone(),
            again,
            ..Row::default()
        };
        for told in chart.rows.iter().filter(|told| told.step == Some(index)) {
            row.messages.push((told.number, message(chart, told)));
        }
        for (lifeline, &at) in step.state.iter().enumerate() {
            let mut halves = step.moves.iter().filter(|half| half.lifeline == lifeline);
            row.cells.push(Cell {
                place: place(lifeline, at),
                from: halves.next().map(|half| place(lifeline, half.from)),
            });
        }
        row.pending = pending(analysis, check, step);
        rows.push(row);
    }
    rows
}

/// What is still to be sent after a step: `cm: repaired`, one for each lifeline that owes.
#[must_use]
pub fn pending(analysis: &Analysis, check: &CheckView, step: &StepView) -> Vec<String> {
    let mut pending = Vec::new();
    for (lifeline, &at) in check.lifelines.iter().zip(&step.state) {
        if let PlaceView::Transition(inside) = at
            && let Some(machine) = analysis.machines.get(lifeline.machine)
            && let Some(inside) = machine.transitions.get(inside)
            && !inside.effects.is_empty()
        {
            let effects = inside.effects.join(", ");
            pending.push(format!("{}: {effects}", lifeline.name));
        }
    }
    pending
}

/// The latest step before this one after which the run was in the same global state. O(steps).
#[must_use]
pub fn again(trace: &[StepView], step: usize) -> Option<usize> {
    let state = &trace.get(step)?.state;
    trace[..step].iter().rposition(|it| it.state == *state)
}

/// For each step the latest earlier one after which the run was in the same global state.
#[must_use]
pub fn loops(trace: &[StepView]) -> Vec<Option<usize>> {
    let mut found = Vec::with_capacity(trace.len());
    for index in 0..trace.len() {
        found.push(again(trace, index));
    }
    found
}

/// The loops to draw: from and to which step. A run that goes round a loop in step with an earlier
/// round closes it once, not again at each of its states. O(steps).
#[must_use]
pub fn closings(loops: &[Option<usize>]) -> Vec<(usize, usize)> {
    let mut closings = Vec::new();
    let mut before = None;
    for (to, &from) in loops.iter().enumerate() {
        if let Some(start) = from {
            // The round goes on where the step before was a repetition, too, of the one before.
            let goes_on = before.is_some_and(|before: usize| before + 1 == start);
            if !goes_on {
                closings.push((start, to));
            }
        }
        before = from;
    }
    closings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::sample;
    use std::sync::Arc;

    fn table() -> Vec<Row> {
        let analysis = Arc::new(sample::coffee());
        let check = &analysis.checks[0];
        let outcome = sample::outcome();
        let chart = chart::chart(&analysis, check, Some(&outcome));
        rows(&analysis, check, &chart, &outcome)
    }

    #[test]
    fn a_row_tells_messages_places_and_what_changed() {
        let rows = table();
        assert_eq!(rows.len(), 11);
        let second = &rows[2];
        assert_eq!(
            second.messages,
            [(Some(1), "alice → cm wantCoffee".to_owned())]
        );
        let places: Vec<_> = second.cells.iter().map(|it| it.place.as_str()).collect();
        assert_eq!(places, ["waiting", "working", "to preparing", "idle"]);
        let from: Vec<_> = second.cells.iter().map(|it| it.from.as_deref()).collect();
        assert_eq!(from, [Some("sending wantCoffee"), None, Some("idle"), None]);
        assert!(rows[0].cells.iter().all(|cell| cell.from.is_none()));
    }

    #[test]
    fn effects_are_pending_until_they_are_sent() {
        let rows = table();
        assert_eq!(rows[0].pending, Vec::<String>::new());
        assert_eq!(rows[1].pending, ["alice: wantCoffee"]);
        assert_eq!(rows[10].pending, ["bob: wantCoffee", "cm: repaired"]);
    }

    #[test]
    fn a_loop_closes_once() {
        let place = |at: usize| StepView {
            messages: Vec::new(),
            moves: Vec::new(),
            state: vec![PlaceView::State(at)],
            done: 0,
            sentence: String::new(),
        };
        let closed = |states: &[usize]| {
            let trace: Vec<_> = states.iter().map(|&at| place(at)).collect();
            closings(&loops(&trace))
        };
        assert_eq!(closed(&[0, 1, 2, 3]), []);
        assert_eq!(closed(&[0, 1, 2, 1]), [(1, 3)]);
        assert_eq!(closed(&[0, 1, 0, 1, 0]), [(0, 2)], "twice round");
        assert_eq!(closed(&[0, 1, 0, 2, 0]), [(0, 2), (2, 4)], "two loops");
        assert_eq!(closed(&[0, 1, 2, 1, 0]), [(1, 3), (0, 4)]);
        assert!(loops(&sample::outcome().trace).iter().all(Option::is_none));
    }
}
