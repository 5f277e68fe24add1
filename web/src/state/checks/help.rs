//! Help with answers that are not as wished: what is to blame, and what would mend it.
//!
//! Help is computed by the same worker as answers, for the selected check only, and only when no
//! check waits for its answer. It is thrown away with the answer that it belongs to.

use leptos::prelude::*;
use lockstep_core::api::StructureKind;

use super::{Busy, Checks, UNSENT, WishStatus};
use crate::protocol::Wanted;
use crate::state::help::{Aid, Found, Help, HelpKind};
use crate::state::run::{Answer, Phase, Row};
use crate::worker::Client;

impl Checks {
    /// Another check was selected: help for the one before is given up, its own is asked for.
    pub(super) fn help_the_selected(&self) {
        let selected = self.selected.get_untracked();
        self.forget_files("Another check was selected.");
        self.give_up_if(&|busy| busy.wants != Wanted::Answer && Some(busy.row) != selected);
        self.send_next();
    }

    /// Gives the idle worker the next piece of help for the selected check.
    pub(super) fn pump_help(&self) {
        let row = self.selected.get_untracked().and_then(|id| self.row(id));
        let revision = self.document.revision().get_untracked();
        let Some((row, wants)) = row.and_then(|row| {
            let wants = row.run.with_untracked(|run| {
                let answer = run.answer.as_ref()?;
                let current = run.phase == Phase::Done && answer.text == revision.text;
                let kind = self.document.settled();
                let kind = kind.with_untracked(|it| it.structure.kind());
                let has_soon = matches!(kind, StructureKind::Machines | StructureKind::Statecharts);
                let wants_soon = self.wants_soon.get_untracked() && has_soon;
                let next = self.wished().or_else(|| HelpKind::next(answer, wants_soon));
                next.filter(|_| current)
            })?;
            Some((row, wants))
        }) else {
            return;
        };
        self.working.set(String::new());
        // Said first: the answer may come at once.
        self.mark(&row, wants, Mark::Asked);
        if !self.send(&row, wants, Client::send) {
            self.mark(&row, wants, Mark::Failed(UNSENT.to_owned()));
        }
    }

    /// How far the piece of help under way got, in words.
    #[must_use]
    pub fn working(&self) -> Signal<String> {
        self.working.into()
    }

    /// Somebody waits for something: what nobody waits for is given up, and comes after it.
    pub(super) fn stop_optional_work(&self) {
        self.give_up_if(&|busy| match busy.wants {
            Wanted::Clauses(_) => self.wished() != Some(busy.wants),
            wants => HelpKind::of(wants).is_some_and(|it| it.is_optional),
        });
    }

    /// Asks for the formulas of the selected check.
    pub fn write_formulas(&self) {
        self.wish_status.set(WishStatus::new());
        self.stop_optional_work();
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

    /// What was under way will not come: it may be asked for again.
    pub(super) fn forget_help(&self, busy: &Busy) {
        if let Some(row) = self.row(busy.row) {
            self.mark(&row, busy.wants, Mark::Unasked);
        }
    }

    /// Notes how far help got.
    pub(super) fn mark(&self, row: &Row, wants: Wanted, mark: Mark) {
        if let Mark::Refused(why) | Mark::Failed(why) = &mark {
            self.grant(wants, Err(why.clone()));
        }
        row.run.update(|run| {
            if let (Some(answer), true) = (&mut run.answer, HelpKind::of(wants).is_some()) {
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
