//! Further runs that show the same answer, one after the other: each is looked for when somebody wants
//! to see it, and differs from all before it in its messages.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Kind, NextWitnessView, Outcome};
use lockstep_core::diagram::chart::chart;

use super::comparison::{Comparison, Earlier};
use super::content::StageContent;
use super::side_question::Asked;
use crate::state::run::{Answer, Row, RowId, ShownRun};
use crate::state::{Page, Pane};

/// The runs that show one answer, as far as they were looked for.
#[derive(Clone)]
pub struct Witnesses {
    row: RowId,
    text: Arc<str>,
    /// The answer with each of its runs; the first is the answer's own.
    pub runs: Vec<Arc<Outcome>>,
    /// What is known of there being no more; empty where nobody has come that far.
    pub end: String,
}

impl Page {
    /// Whether the selected check has an answer of this text that other runs may show as well, tracked.
    #[must_use]
    pub fn can_show_another(&self) -> bool {
        self.checks.selected_row().is_some_and(|row| {
            let answer = row.run.with(|run| run.answer.clone());
            answer.is_some_and(|it| is_shown_by_a_run(&it) && !self.checks.is_stale(&it))
        })
    }

    /// The runs that show the selected check's answer, once somebody has asked for another one, and
    /// the index of the one that is shown. Tracked.
    #[must_use]
    pub fn others(&self) -> Option<(Arc<Witnesses>, usize)> {
        let others = self.stage.others.get()?;
        let text = self
            .document
            .revision()
            .with(|revision| revision.text.clone());
        if self.checks.selected().get() != Some(others.row) || text != others.text {
            return None;
        }
        match self.stage_content() {
            StageContent::Check => Some((others, 0)),
            StageContent::Witness(number, _) => Some((others, number - 1)),
            _ => None,
        }
    }

    /// Shows the next run with the selected check's answer, and looks for it where it is not there
    /// yet.
    pub fn show_another(&self) {
        let Some(row) = untrack(|| {
            self.can_show_another()
                .then(|| self.checks.selected_row())?
        }) else {
            return;
        };
        let Some(answer) = row.run.with_untracked(|run| run.answer.clone()) else {
            return;
        };
        self.pane.set(Pane::Stage);
        let known = untrack(|| self.others());
        let (others, at) = known.unwrap_or_else(|| (Arc::new(Witnesses::new(&row, &answer)), 0));
        // The same answer, not merely an equal one: it may have been asked for anew.
        let (others, at) = match Arc::ptr_eq(&others.runs[0], &answer.outcome) {
            true => (others, at),
            false => (Arc::new(Witnesses::new(&row, &answer)), 0),
        };
        self.stage.others.set(Some(Arc::clone(&others)));
        if at + 1 < others.runs.len() {
            return self.show_run(at + 1);
        }
        if !others.end.is_empty() || self.stage.side_question.is_under_way() {
            return;
        }
        let index = row.view.with_untracked(|view| view.index);
        let text = others.text.to_string();
        self.stage.side_question.another(
            self.kind(),
            (text, index),
            &others.runs,
            Asked::Another(Arc::clone(&others)),
        );
    }

    pub(super) fn found_another(&self, others: &Witnesses, found: NextWitnessView) {
        let mut others = others.clone();
        if found.trace.is_empty() && found.run.is_empty() {
            others.end = found.sentence;
            return self.stage.others.set(Some(Arc::new(others)));
        }
        others.runs.push(Arc::new(found.shown(&others.runs[0])));
        let last = others.runs.len() - 1;
        self.stage.others.set(Some(Arc::new(others)));
        self.show_run(last);
    }

    /// Shows one of the runs, from its start.
    pub fn show_run(&self, at: usize) {
        let others = self.stage.others.get_untracked();
        let row = untrack(|| self.checks.selected_row());
        let (Some(others), Some(row)) = (others, row) else {
            return;
        };
        let Some(run) = others.runs.get(at).filter(|_| at > 0) else {
            return self.show(StageContent::Check);
        };
        self.show(StageContent::Witness(at + 1, shown_run(&row, run)));
        self.pane.set(Pane::Stage);
    }

    /// Compares the run that is shown with the first one.
    pub fn compare_with_first(&self) {
        let row = untrack(|| self.checks.selected_row());
        let (Some((others, at)), Some(row)) = (untrack(|| self.others()), row) else {
            return;
        };
        let check = row.view.get_untracked();
        let analysis = self.document.settled().get_untracked();
        let first = match &others.runs[0].system {
            Some(system) => Earlier::System(system.clone(), None),
            None => Earlier::Machines(chart(&analysis, &check, Some(&others.runs[0]))),
        };
        let title = format!("Run {} beside the first.", at + 1);
        self.compare(Comparison {
            run: shown_run(&row, &others.runs[at]),
            analysis: None,
            before: first,
            names: Some([format!("Run {}", at + 1), "The first run".into()]),
            title,
            note: String::new(),
        });
    }
}

impl Witnesses {
    fn new(row: &Row, answer: &Answer) -> Self {
        Self {
            row: row.id,
            text: Arc::clone(&answer.text),
            runs: vec![Arc::clone(&answer.outcome)],
            end: String::new(),
        }
    }
}

/// A run of a row's check.
fn shown_run(row: &Row, outcome: &Arc<Outcome>) -> Arc<ShownRun> {
    Arc::new(ShownRun {
        row: Some(row.id),
        check: (*row.view.get_untracked()).clone(),
        outcome: Arc::clone(outcome),
    })
}

/// Whether a run shows the answer; that of a longest prefix does not. Where two readings are compared nobody looks for others.
fn is_shown_by_a_run(answer: &Answer) -> bool {
    let outcome = &answer.outcome;
    outcome.length() > 0 && outcome.kind() != Kind::Same && outcome.verdict.is_found()
}
