//! What the stage shows: the selected check, a question that is put together, or a run that is not the check's own.
//!
//! It is one value with one setter, [`Page::show`]. What is shown next ends what was shown before, so nothing has to
//! be switched off by whoever switches something on. Nothing but the selected check is shown while another row is
//! selected than the one it belongs to.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Analysis, RunRequest};

use super::comparison::Comparison;
use crate::state::Page;
use crate::state::run::{RowId, ShownRun};

/// What the stage shows.
#[derive(Clone, Default)]
pub enum StageContent {
    /// The selected check, as written or with its answer.
    #[default]
    Check,
    /// A question that is put together by pointing at states and values.
    Draft,
    /// Stepping by hand.
    Simulation {
        /// Counts how often somebody has begun: each time is one of its own.
        session: usize,
        /// The row that was selected when it began.
        row: Option<RowId>,
        /// The run, once it is made.
        run: Option<Arc<ShownRun>>,
        /// Whether the states are being chosen that the solver is to go on to.
        asks: bool,
    },
    /// A run that was chosen in the picture of all runs; of a transition system with its choices, which stepping by
    /// hand takes up.
    Execution(Arc<ShownRun>, Option<RunRequest>),
    /// Two runs side by side.
    Comparison(Arc<Comparison>),
    /// The run of a check that the text does not have: a hidden check of a lesson, or the goal nearest missed. It is over another
    /// text where there is an analysis of that.
    Asked {
        /// The run.
        run: Arc<ShownRun>,
        /// The text that it is of, where that is not the one in the editor.
        analysis: Option<Arc<Analysis>>,
        /// What it is.
        title: String,
    },
    /// Another run that shows the answer: its number, from 1 for the answer's own, and the run.
    Witness(usize, Arc<ShownRun>),
}

impl StageContent {
    /// The run that is shown instead of the selected check's.
    #[must_use]
    pub fn run(&self) -> Option<&Arc<ShownRun>> {
        match self {
            Self::Check | Self::Draft => None,
            Self::Simulation { run, .. } => run.as_ref(),
            Self::Execution(run, _) | Self::Witness(_, run) | Self::Asked { run, .. } => Some(run),
            Self::Comparison(comparison) => Some(&comparison.run),
        }
    }

    /// What the run is of, where that is not the text.
    #[must_use]
    pub fn analysis(&self) -> Option<&Arc<Analysis>> {
        match self {
            Self::Comparison(comparison) => comparison.analysis.as_ref(),
            Self::Asked { analysis, .. } => analysis.as_ref(),
            _ => None,
        }
    }

    /// Whether the selected check is shown, and no other run.
    #[must_use]
    pub fn is_check(&self) -> bool {
        matches!(self, Self::Check)
    }

    /// Whether a run is shown that nobody asked a check for.
    #[must_use]
    pub fn is_by_hand(&self) -> bool {
        matches!(
            self,
            Self::Simulation { run: Some(_), .. } | Self::Execution(..)
        )
    }

    /// Whether what is shown is an answer, to a check of the text or to one that it does not have, of which more can be said.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        !self.is_by_hand() && !matches!(self, Self::Comparison(_))
    }

    /// The row that it belongs to; what belongs to none is shown whatever is selected.
    fn row(&self) -> Option<Option<RowId>> {
        match self {
            Self::Simulation { row, .. } => Some(*row),
            _ => self.run().map(|run| run.row),
        }
    }

    /// The number of the session, where somebody steps by hand.
    #[must_use]
    pub fn session(&self) -> Option<usize> {
        match self {
            Self::Simulation { session, .. } => Some(*session),
            _ => None,
        }
    }
}

impl Page {
    /// What the stage shows, tracked.
    #[must_use]
    pub fn stage_content(&self) -> StageContent {
        let selected = self.checks.selected().get();
        self.stage.content.with(|content| match content.row() {
            Some(row) if row != selected => StageContent::Check,
            _ => content.clone(),
        })
    }

    /// The run that is shown instead of the selected check's, tracked.
    #[must_use]
    pub fn shown_run(&self) -> Option<Arc<ShownRun>> {
        self.stage_content().run().cloned()
    }

    /// Shows something else on the stage. The step goes to the start where the run is another one; who steps by
    /// hand says the step after this.
    pub fn show(&self, next: StageContent) {
        let before = self.stage.content.get_untracked();
        if before.session().is_some() && before.session() == next.session() {
            return self.stage.content.set(next);
        }
        self.note_end_of_run();
        self.stage.side_question.end();
        self.stage.simulation.leave(&before);
        self.stage.draft.clear();
        let is_another_run = before.run().is_some() || next.run().is_some();
        let start = next.run().map(|it| self.checks.start_of(&it.outcome));
        self.stage.content.set(next);
        match (is_another_run, start) {
            (true, None) => self.checks.open_run(),
            (true, Some(start)) => self.checks.go_to(start),
            (false, _) => {}
        }
    }

    /// Shows the selected check again where two runs are compared or another witness is shown; a run by hand stays.
    pub fn end_comparison(&self) {
        self.stage.side_question.end();
        let content = self.stage.content.get_untracked();
        if matches!(
            content,
            StageContent::Comparison(_) | StageContent::Witness(..) | StageContent::Asked { .. }
        ) {
            self.show(StageContent::Check);
        }
    }

    /// Leaves a question that is being put together.
    pub fn leave_draft(&self) {
        let content = &self.stage.content;
        if content.with_untracked(|it| matches!(it, StageContent::Draft)) {
            self.show(StageContent::Check);
        }
    }

    /// Selects a row of the list. Where it is the selected one, the stage goes back to it from another run that is
    /// shown; who steps by hand leaves that by its own button.
    pub fn select_row(&self, id: RowId) {
        self.leave_draft();
        let content = self.stage.content.get_untracked();
        let is_simulated = content.session().is_some();
        if self.checks.selected().get_untracked() == Some(id)
            && content.run().is_some()
            && !is_simulated
        {
            return self.show(StageContent::Check);
        }
        self.checks.select(id);
    }

    /// Leaves what belongs to another row than the one that is selected now.
    pub(in crate::state) fn follow_selection(&self) {
        let page = *self;
        Effect::new(move |before: Option<Option<RowId>>| {
            let selected = page.checks.selected().get();
            // What is asked beside a check is about that check.
            if before.is_some_and(|it| it != selected) {
                page.stage.side_question.end();
            }
            let mut content = page.stage.content.get_untracked();
            // A link begins before there are rows.
            if let StageContent::Simulation { row, run: None, .. } = &mut content
                && row.is_none()
            {
                *row = selected;
                page.show(content);
            } else if content.row().is_some_and(|row| row != selected) {
                page.show(StageContent::Check);
            }
            selected
        });
    }
}
