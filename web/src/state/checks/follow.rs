//! How the rows follow the text: checks go on across edits, with their answers.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Analysis, CheckView};

use super::{Checks, SETTLE};
use crate::state::document::Revision;
use crate::state::run::{Phase, Row, continued};

impl Checks {
    /// The text has changed: rows follow it, and are asked once typing pauses.
    pub fn follow(&self) {
        self.adopt();
        self.settle.after(SETTLE);
    }

    /// The text was replaced as a whole: no need to wait for more keystrokes.
    pub fn follow_at_once(&self) {
        self.adopt();
        self.settle.cancel();
        self.send_next();
    }

    /// Makes the rows those of the current text, keeping the answers of checks that go on.
    pub(super) fn adopt(&self) {
        let analysis = self.document.analysis().get_untracked();
        let revision = self.document.revision().get_untracked();
        self.forget_files("The text has changed.");
        self.patient.set_value(0);
        self.give_up_if(&|busy| busy.text != revision.text);
        if analysis.has_errors {
            // Nothing can be asked now. The rows wait as they are, with their last answers.
            self.for_each_row(|row| row.run.update(|run| run.phase = Phase::Waiting));
            return;
        }
        let position = self.position();
        let rows = self.carried_rows(&analysis, &revision);
        let still_there = self
            .selected
            .get_untracked()
            .is_some_and(|id| rows.iter().any(|row| row.id == id));
        if !still_there {
            let wanted = self.wanted.get_value().filter(|_| !rows.is_empty());
            let nearest = wanted.or(position).unwrap_or(0);
            let nearest = nearest.min(rows.len().saturating_sub(1));
            self.selected.set(rows.get(nearest).map(|row| row.id));
            // A link says the step, too.
            if wanted.is_none() {
                self.step.set(0);
            }
            self.wanted.set_value(None);
        }
        self.rows.set(rows);
    }

    fn carried_rows(&self, analysis: &Analysis, revision: &Revision) -> Vec<Row> {
        let mut old = self.rows.get_untracked();
        let model = Some((self.document.generation(), analysis.structure.kind()));
        if self.model.get_value() != model {
            // An answer about another model says nothing about this one.
            self.model.set_value(model);
            old.clear();
        }
        let views: Vec<Arc<CheckView>> = old.iter().map(|row| row.view.get_untracked()).collect();
        continued(&views, &analysis.checks)
            .into_iter()
            .zip(&analysis.checks)
            .map(|(from, view)| {
                let Some(row) = from.map(|at| old[at].clone()) else {
                    return Row::new(self.next_number(), view);
                };
                if *row.view.get_untracked() != *view {
                    row.view.set(Arc::new(view.clone()));
                }
                row.run.update(|run| {
                    // An undone edit brings the text back that the answer is about.
                    let known = run
                        .answer
                        .as_ref()
                        .is_some_and(|answer| answer.text == revision.text);
                    run.phase = if known { Phase::Done } else { Phase::Waiting };
                });
                row
            })
            .collect()
    }
}
