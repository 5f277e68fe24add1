//! Two runs compared: that of the text before an edit with the one of today, or that of today with the one a repair
//! would bring. Nothing is changed by looking.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{
    self, Analysis, CheckView, Outcome, RepairView, SystemEvidenceView, Verdict, with_patches,
};
use lockstep_core::diagram::chart::{Chart, chart};

use super::content::StageContent;
use super::side_question::Asked;
use crate::kinds;
use crate::state::run::{Before, Row, RowId, ShownRun};
use crate::state::{Page, Pane};

/// Two runs side by side.
pub struct Comparison {
    /// The later one, which is played.
    pub run: Arc<ShownRun>,
    /// The machines of the later run, where they are not those of the text.
    pub analysis: Option<Arc<Analysis>>,
    /// The earlier one.
    pub before: Earlier,
    /// What the two are called where both are drawn beside each other, the later one first.
    pub names: Option<[String; 2]>,
    /// What the two are.
    pub title: String,
    /// What else is to be said of them; may be empty.
    pub note: String,
}

/// The earlier of two runs, of whatever kind of model.
pub enum Earlier {
    /// Of machines, as it is told.
    Machines(Chart),
    /// Of another kind, and the text that it is of where that is not the text of the later one.
    System(SystemEvidenceView, Option<Arc<OtherText>>),
}

/// A text that is drawn beside the one in the editor.
pub struct OtherText {
    /// The text.
    pub text: Arc<str>,
    /// What it says.
    pub analysis: Arc<Analysis>,
    /// The number of its check that the run is of.
    pub check: usize,
    /// The answer to it.
    pub verdict: Verdict,
}

/// The run of a text with a repair, which is being looked for, and what it is to be compared with.
pub struct Preview {
    row: RowId,
    analysis: Arc<Analysis>,
    check: CheckView,
    before: Chart,
    title: String,
}

impl Page {
    /// Compares the run of a check with the one it had before the text was edited.
    pub fn compare_with(&self, row: &Row, before: &Before) {
        let Some(outcome) = row
            .run
            .with_untracked(|run| Some(run.answer.clone()?.outcome))
        else {
            return;
        };
        let old = Arc::new(kinds::analyse_apart(&before.text));
        let (earlier, names) = match &before.outcome.system {
            Some(system) => {
                // Of another kind of model nothing can be drawn in the same way.
                let kind = untrack(|| self.kind());
                let is_drawn = old.structure.kind() == kind && !old.has_errors;
                let names = is_drawn.then(|| ["Now".into(), "Before the edit".into()]);
                let text = Arc::new(OtherText {
                    text: Arc::clone(&before.text),
                    analysis: old,
                    check: before.outcome.check,
                    verdict: before.outcome.verdict,
                });
                (Earlier::System(system.clone(), Some(text)), names)
            }
            None => {
                let Some(check) = old.checks.get(before.outcome.check) else {
                    return;
                };
                let earlier = Earlier::Machines(chart(&old, check, Some(&before.outcome)));
                (earlier, None)
            }
        };
        let run = ShownRun {
            row: Some(row.id),
            check: (*row.view.get_untracked()).clone(),
            outcome,
        };
        self.compare(Comparison {
            run: Arc::new(run),
            analysis: None,
            before: earlier,
            names,
            title: "Compared with the run before the edit.".into(),
            note: String::new(),
        });
    }

    /// Compares the run of a transition system that is made by hand with that of the selected check's answer.
    pub fn compare_with_answer(&self) {
        let run = untrack(|| self.shown_run());
        let row = untrack(|| self.checks.selected_row());
        let answer = row.and_then(|row| row.run.with_untracked(|run| run.answer.clone()));
        let (Some(run), Some(answer)) = (run, answer) else {
            return;
        };
        if let Some(system) = answer.outcome.system.clone() {
            self.compare(Comparison {
                run,
                analysis: None,
                before: Earlier::System(system, None),
                names: Some(["By hand".into(), "The answer".into()]),
                title: "The run by hand beside that of the answer.".into(),
                note: String::new(),
            });
        }
    }

    /// Compares the run of the selected check with the one that a repair would bring.
    pub fn preview_repair(&self, repair: &RepairView) {
        let text = self.document.revision().get_untracked().text;
        let mended = with_patches(&text, &repair.patches);
        let Some(row) = untrack(|| self.checks.selected_row()) else {
            return;
        };
        let Some(outcome) = row
            .run
            .with_untracked(|run| Some(run.answer.clone()?.outcome))
        else {
            return;
        };
        let view = row.view.get_untracked();
        let now = self.document.settled().get_untracked();
        let before = chart(&now, &view, Some(&outcome));
        let after = Arc::new(api::analyse(&mended));
        let Some(check) = after.checks.get(view.index).cloned() else {
            return;
        };
        let title = format!("With this repair: {}.", repair.title.replace('`', ""));
        let preview = Preview {
            row: row.id,
            analysis: after,
            check,
            before,
            title,
        };
        let asked = Asked::Preview(Arc::new(preview));
        self.stage.side_question.ask(mended, view.index, asked);
    }

    /// The run that a repair would bring is there.
    pub(super) fn show_preview(&self, preview: &Preview, outcome: Arc<Outcome>) {
        let run = ShownRun {
            row: Some(preview.row),
            check: preview.check.clone(),
            outcome,
        };
        self.compare(Comparison {
            run: Arc::new(run),
            analysis: Some(Arc::clone(&preview.analysis)),
            before: Earlier::Machines(preview.before.clone()),
            names: None,
            title: preview.title.clone(),
            note: String::new(),
        });
    }

    /// Shows two runs side by side.
    pub(super) fn compare(&self, comparison: Comparison) {
        self.show(StageContent::Comparison(Arc::new(comparison)));
        self.pane.set(Pane::Stage);
    }
}
