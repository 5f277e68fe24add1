//! What the stage shows instead of the selected check's run: one made by hand, or two runs compared,
//! that of the text before an edit with the one of today, or that of today with the one a repair would
//! bring. Nothing is changed by looking.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{self, Analysis, CheckView, Outcome, RepairView, with_patches};
use lockstep_core::diagram::chart::{Chart, chart};

use super::run::{Row, RowId};
use super::side_question::Asked;
use super::{Page, Pane};

/// What the stage shows instead of the selected check: a run by hand, or the later of two runs.
pub struct StageContent {
    /// The row that was selected; while another one is, this is not shown.
    pub row: Option<RowId>,
    /// The machines of the run, where they are not those of the text.
    pub analysis: Option<Arc<Analysis>>,
    /// Its check.
    pub check: CheckView,
    /// The run.
    pub outcome: Arc<Outcome>,
    /// What the run is.
    pub kind: Kind,
}

/// What is shown instead of the selected check's run.
pub enum Kind {
    /// A run made by hand.
    ByHand,
    /// The later of two runs: the earlier one, and what the two are.
    Compared(Chart, String),
    /// Another run that shows the answer, see `others`: its number, from 1 for the answer's own.
    Other(usize),
}

/// The run of a text with a repair, which is being looked for, and what it is to be compared with.
pub struct Preview {
    row: RowId,
    analysis: Arc<Analysis>,
    check: CheckView,
    before: Chart,
    title: String,
}

/// An answer to an earlier text.
#[derive(Clone, Debug)]
pub struct Before {
    /// That text.
    pub text: Arc<str>,
    /// What was found.
    pub outcome: Arc<Outcome>,
}

impl Page {
    /// What the cards are drawn from: the text without errors, or what a preview shows.
    #[must_use]
    pub fn shown(&self) -> Signal<Arc<Analysis>> {
        let page = *self;
        Signal::derive(move || {
            let other = page
                .stage_content()
                .and_then(|content| content.analysis.clone());
            other.unwrap_or_else(|| page.document.settled().get())
        })
    }

    /// What is shown instead of the selected check's run, tracked.
    #[must_use]
    pub fn stage_content(&self) -> Option<Arc<StageContent>> {
        let selected = self.checks.selected().get();
        self.content.get().filter(|content| content.row == selected)
    }

    /// Whether that is a run by hand, tracked.
    #[must_use]
    pub fn is_by_hand(&self) -> bool {
        self.stage_content()
            .is_some_and(|content| matches!(content.kind, Kind::ByHand))
    }

    /// Compares the run of a check with the one it had before the text was edited.
    pub fn compare_with(&self, row: &Row, before: &Before) {
        let Some(outcome) = row
            .run
            .with_untracked(|run| Some(run.answer.clone()?.outcome))
        else {
            return;
        };
        let old = Arc::new(api::analyse(&before.text));
        let Some(check) = old.checks.get(before.outcome.check) else {
            return;
        };
        let chart = chart(&old, check, Some(&before.outcome));
        self.look(StageContent {
            row: Some(row.id),
            analysis: None,
            check: (*row.view.get_untracked()).clone(),
            outcome,
            kind: Kind::Compared(chart, "Compared with the run before the edit.".into()),
        });
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
        self.side_question.ask(mended, view.index, asked);
    }

    /// The run that a repair would bring is there.
    pub(super) fn show_preview(&self, preview: &Preview, outcome: Arc<Outcome>) {
        self.look(StageContent {
            row: Some(preview.row),
            analysis: Some(Arc::clone(&preview.analysis)),
            check: preview.check.clone(),
            outcome,
            kind: Kind::Compared(preview.before.clone(), preview.title.clone()),
        });
    }

    /// Shows a run instead of the selected check's, from its start.
    pub(super) fn look(&self, content: StageContent) {
        self.by_hand(false);
        self.content.set(Some(Arc::new(content)));
        self.checks.step().set(0);
        self.pane.set(Pane::Stage);
    }

    /// Shows a run by hand.
    pub fn show_content(&self, made: Option<StageContent>) {
        self.content.set(made.map(Arc::new));
    }

    /// Back to the selected check from a comparison or another run.
    pub fn end_comparison(&self) {
        self.side_question.end();
        let compares = |content: &Option<Arc<StageContent>>| {
            content
                .as_ref()
                .is_some_and(|it| !matches!(it.kind, Kind::ByHand))
        };
        if self.content.with_untracked(compares) {
            self.content.set(None);
            self.checks.step().set(0);
        }
    }
}
