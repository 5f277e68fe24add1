//! The search under way, once it lasts: how long it has, how far it got, and when it makes way for another.

use leptos::prelude::*;

use super::Checks;
use crate::protocol::Wanted;
use crate::state::run::{Phase, RowId};
use crate::state::search::{Search, now};

/// Milliseconds between two looks at how long a search has lasted.
const SECOND: u64 = 1_000;

impl Checks {
    /// The check under way takes long enough to be worth saying.
    pub(super) fn note_running(&self) {
        self.release();
        self.update_search(|_| {});
        self.second.after(SECOND);
        self.make_way();
    }

    /// A search has lasted a second more.
    pub(super) fn note_second(&self) {
        if self.update_search(|_| {}) {
            self.second.after(SECOND);
        }
    }

    /// Changes what is known of the search under way; false where none is.
    pub(super) fn update_search(&self, change: impl FnOnce(&mut Search)) -> bool {
        let busy = self.busy.get_value();
        let busy = busy.filter(|busy| busy.wants == Wanted::Answer);
        let Some((busy, row)) = busy.and_then(|busy| Some((busy.clone(), self.row(busy.row)?)))
        else {
            return false;
        };
        row.run.update(|run| {
            let mut search = match &mut run.phase {
                Phase::Running(search) => std::mem::take(search),
                _ => Search::default(),
            };
            // Not negative, and less than a century.
            search.seconds = ((now() - busy.began) / 1_000.0) as u32;
            change(&mut search);
            run.phase = Phase::Running(search);
        });
        true
    }

    /// The stage lets go of earlier runs: the new answer takes its time, or will not come.
    pub(super) fn release(&self) {
        self.for_each_row(|row| {
            if row.run.with_untracked(|run| run.holds) {
                row.run.update(|run| run.holds = false);
            }
        });
    }

    /// Gives a search up that lasts, where the selected check waits behind it: who selects a check wants its answer.
    pub(super) fn make_way(&self) {
        let selected = self.selected.get_untracked();
        let phase_of = |id: RowId| {
            let row = self.row(id)?;
            Some(row.run.with_untracked(|run| run.phase.clone()))
        };
        if selected.and_then(phase_of) == Some(Phase::Waiting) {
            self.give_up_if(&|busy| {
                busy.wants == Wanted::Answer
                    && Some(busy.row) != selected
                    && matches!(phase_of(busy.row), Some(Phase::Running(_)))
            });
        }
    }
}
