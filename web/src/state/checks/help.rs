//! Help with answers that are not as wished: what is to blame, and what would mend it.
//!
//! Help is computed by the same workers as answers, for the selected check only: what the user has asked for before the other
//! checks, the rest when no check waits for its answer. It is thrown away with the answer that it belongs to.

use leptos::prelude::*;

use super::workers::Workers;
use super::{Checks, WishStatus};
use crate::protocol::Wanted;
use crate::state::aid::{Aid, Found, Help};
use crate::state::help::HelpKind;
use crate::state::run::{Answer, Phase, Row};

impl Checks {
    /// Another check was selected: help for the one before is given up, its own is asked for.
    pub(super) fn help_the_selected(&self) {
        let selected = self.selected.get_untracked();
        self.forget_files("Another check was selected.");
        self.give_up_if(&|busy| !busy.is_answer() && Some(busy.job.row) != selected);
        self.send_next();
    }

    /// What is asked next about the answer of the selected check.
    pub(super) fn next_help(&self) -> Option<Wanted> {
        let row = self.row(self.selected.get_untracked()?)?;
        let revision = self.document.revision().get_untracked();
        let kind = self.document.settled();
        let kind = kind.with_untracked(|it| it.structure.kind());
        let extras = kind.extras();
        let wants_soon = self.wants_soon.get_untracked() && extras.depths;
        let is_under_way = |wants| {
            let is_it = |it: &Workers| it.find(&|busy| busy.job.wants == wants).is_some();
            self.workers.with_value(is_it)
        };
        row.run.with_untracked(|run| {
            let answer = run.answer.as_ref()?;
            let is_current = run.phase == Phase::Done && answer.text == revision.text;
            let wished = self.wished().filter(|wants| !is_under_way(*wants));
            let next = wished.or_else(|| HelpKind::next(answer, extras, wants_soon));
            next.filter(|_| is_current)
        })
    }

    /// How far the piece of help under way got, in words.
    #[must_use]
    pub fn working(&self) -> Signal<String> {
        self.working.into()
    }

    /// Asks for the formulas of the selected check.
    pub fn write_formulas(&self) {
        self.wish_status.set(WishStatus::new());
        self.ask_for(&|help| {
            help.wants_formulas = true;
            help.clear_failures(&[Wanted::Encoding, Wanted::Formulas]);
        });
    }

    /// Asks once more for the help that the selected check could not have.
    pub fn help_again(&self) {
        self.ask_for(&Help::clear_all_failures);
    }

    /// Changes what is wanted of the selected check, and sees to it.
    pub(super) fn ask_for(&self, change: &dyn Fn(&mut Help)) {
        let selected = self.selected.get_untracked();
        if let Some(row) = selected.and_then(|id| self.row(id)) {
            row.run.update(|run| {
                if let Some(Answer { help, .. }) = run.answer.as_mut() {
                    change(help);
                }
            });
        }
        self.send_next();
    }

    /// Notes how far help got.
    pub(super) fn mark(&self, row: &Row, wants: Wanted, mark: Mark) {
        if let Mark::Refused(why) | Mark::Failed(why) = &mark {
            self.grant(wants, Err(why.clone()));
        }
        if HelpKind::of(wants).is_none() {
            return;
        }
        row.run.update(|run| {
            if let Some(answer) = &mut run.answer {
                answer.help.set(wants, mark.into());
            }
        });
    }
}

/// How far help got where it is not there.
pub(super) enum Mark {
    Unasked,
    Asked,
    Refused(String),
    Failed(String),
}

impl From<Mark> for Aid<Found> {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::Unasked => Self::Unasked,
            Mark::Asked => Self::Asked,
            Mark::Refused(why) => Self::Refused(why),
            Mark::Failed(why) => Self::Failed(why),
        }
    }
}
