//! How the rows follow the text: checks go on across edits. One keeps its answer, and a search for it goes on, as long
//! as it asks the same of the same model.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Analysis, CheckView};

use super::workers::Busy;
use super::{Checks, SETTLE};
use crate::kinds;
use crate::protocol::Wanted;
use crate::state::document::Revision;
use crate::state::run::{Asked, Row, continued};

impl Checks {
    /// The text has changed: rows follow it, and are asked once typing pauses.
    pub fn follow(&self) {
        // Who edits has found what to look at.
        self.tells.set_value(false);
        self.adopt();
        self.settle.after(SETTLE);
    }

    /// The text was replaced as a whole: no need to wait for more keystrokes.
    pub fn follow_at_once(&self) {
        self.adopt();
        self.settle.cancel();
        self.send_next();
    }

    /// Makes the rows those of the current text.
    pub(super) fn adopt(&self) {
        let analysis = self.document.analysis().get_untracked();
        let revision = self.document.revision().get_untracked();
        self.forget_files("The text has changed.");
        self.patient.set_value(0);
        if analysis.has_errors {
            // Nothing can be asked now. The rows stay those of the text before the errors, unless that was another one.
            self.give_up_if(&|busy| busy.text != revision.text);
            let of = self.model.get_value().map(|(generation, _)| generation);
            if of != Some(self.document.generation()) {
                self.rows.set(Vec::new());
                self.selected.set(None);
                self.step.set(0);
            }
            return;
        }
        let position = self.position();
        let rows = self.carried_rows(&analysis, &revision);
        self.give_up_if(&|busy| !is_still_asked(busy, &rows, &revision));
        let still_there = self
            .selected
            .get_untracked()
            .is_some_and(|id| rows.iter().any(|row| row.id == id));
        let mut is_another = false;
        if !still_there {
            let wanted = self.wanted.get_value().filter(|_| !rows.is_empty());
            let nearest = wanted.or(position).unwrap_or(0);
            let nearest = nearest.min(rows.len().saturating_sub(1));
            self.selected.set(rows.get(nearest).map(|row| row.id));
            self.wanted.set_value(None);
            is_another = wanted.is_none();
        }
        self.rows.set(rows);
        if is_another {
            self.open_run();
        } else {
            // A link says the step, too; who opens a model, how.
            self.open_answered();
        }
    }

    fn carried_rows(&self, analysis: &Analysis, revision: &Revision) -> Vec<Row> {
        let mut old = self.rows.get_untracked();
        let model = Some((self.document.generation(), analysis.structure.kind()));
        if self.model.get_value() != model {
            // An answer about another model says nothing about this one.
            self.model.set_value(model);
            old.clear();
        }
        let asked = kinds::what_is_asked(&revision.text, analysis);
        let model: Arc<str> = asked.model.into();
        let questions = asked.questions.into_iter();
        let views: Vec<Arc<CheckView>> = old.iter().map(|row| row.view.get_untracked()).collect();
        continued(&views, &analysis.checks)
            .into_iter()
            .zip(&analysis.checks)
            .zip(questions)
            .map(|((from, view), question)| {
                let asked = Asked {
                    model: Arc::clone(&model),
                    question: question.into(),
                };
                let Some(row) = from.map(|at| old[at].clone()) else {
                    return Row::new(self.next_number(), view, asked);
                };
                if *row.view.get_untracked() != *view {
                    row.view.set(Arc::new(view.clone()));
                }
                if row.run.with_untracked(|run| run.asked != asked) {
                    self.workers.update_value(|it| it.forget(row.id));
                }
                row.run
                    .update(|run| run.follow(&asked, view.index, &revision.text));
                row
            })
            .collect()
    }
}

/// Whether what is under way is asked by the text as it is now.
fn is_still_asked(busy: &Busy, rows: &[Row], revision: &Revision) -> bool {
    let row = rows.iter().find(|row| row.id == busy.job.row);
    row.is_some_and(|row| match busy.job.wants {
        Wanted::Answer => row.run.with_untracked(|run| run.asked == busy.asked),
        // Edits and places are of the text in which they are looked for.
        _ => busy.text == revision.text,
    })
}
