//! Help with answers that are not as wished: what is to blame, and what would mend it.
//!
//! Help is computed by the same worker as answers, for the selected check only, and only when no
//! check waits for its answer. It is thrown away with the answer that it belongs to.

use leptos::prelude::*;
use lockstep_core::api::Kind;

use super::{Busy, Checks, UNSENT, WishStatus};
use crate::protocol::Wanted;
use crate::state::run::{Aid, Answer, Help, Phase, Row};

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
                let next = self
                    .wished()
                    .or_else(|| next(answer, self.wants_soon.get_untracked()));
                next.filter(|_| current)
            })?;
            Some((row, wants))
        }) else {
            return;
        };
        self.working.set(String::new());
        // Said first: the answer may come at once.
        self.mark(&row, wants, Mark::Asked);
        if !self.send(&row, wants) {
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
            Wanted::Repairs | Wanted::Blame => true,
            Wanted::Clauses(_) => self.wished() != Some(busy.wants),
            _ => false,
        });
    }

    /// Asks for the formulas of the selected check.
    pub fn write_formulas(&self) {
        self.wish_status.set(WishStatus::new());
        self.stop_optional_work();
        self.ask_for(&|help| {
            help.wants_formulas = true;
            help.encoding.clear_failure();
            help.formulas.clear_failure();
        });
    }

    /// Asks once more for the help that the selected check could not have.
    pub fn help_again(&self) {
        self.ask_for(&|help| {
            help.repairs.clear_failure();
            help.blame.clear_failure();
            help.encoding.clear_failure();
            help.formulas.clear_failure();
            help.depths.clear_failure();
        });
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
            let Some(Answer { help, .. }) = run.answer.as_mut() else {
                return;
            };
            match wants {
                Wanted::Repairs => help.repairs = mark.into(),
                Wanted::Encoding => help.encoding = mark.into(),
                Wanted::Formulas => help.formulas = mark.into(),
                Wanted::Depths => help.depths = mark.into(),
                Wanted::Answer | Wanted::Blame => help.blame = mark.into(),
                Wanted::Clauses(_)
                | Wanted::Another
                | Wanted::Run
                | Wanted::AllRuns
                | Wanted::RunTo => {}
            }
        });
    }
}

/// What is to be asked next about an answer, if anything: first what somebody has asked for, then
/// repairs, they are what a user waits for.
fn next(answer: &Answer, wants_soon: bool) -> Option<Wanted> {
    let Answer { outcome, help, .. } = answer;
    let impossible = outcome.verdict.is_absent() && outcome.kind() != Kind::Deadlock;
    if outcome.system.is_some() {
        // All other help is about machines.
        let unasked = matches!(help.blame, Aid::Unasked);
        return (impossible && unasked).then_some(Wanted::Blame);
    }
    if help.wants_formulas && matches!(help.encoding, Aid::Unasked) {
        Some(Wanted::Encoding)
    } else if help.wants_formulas && matches!(help.formulas, Aid::Unasked) {
        Some(Wanted::Formulas)
    } else if wants_soon && matches!(help.depths, Aid::Unasked) {
        Some(Wanted::Depths)
    } else if outcome.as_expected() == Some(false) && matches!(help.repairs, Aid::Unasked) {
        Some(Wanted::Repairs)
    } else if impossible && matches!(help.blame, Aid::Unasked) {
        Some(Wanted::Blame)
    } else {
        None
    }
}

/// How far help got where it is not there.
pub(super) enum Mark {
    Unasked,
    Asked,
    Refused(String),
    Failed(String),
}

impl<T> From<Mark> for Aid<T> {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::Unasked => Self::Unasked,
            Mark::Asked => Self::Asked,
            Mark::Refused(why) => Self::Refused(why),
            Mark::Failed(why) => Self::Failed(why),
        }
    }
}
