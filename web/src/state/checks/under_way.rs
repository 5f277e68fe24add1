//! Searches under way, once they last: how long each has, and how far it got.

use leptos::prelude::*;

use super::Checks;
use super::workers::{Busy, LASTING, Workers};
use crate::state::run::Phase;
use crate::state::search::{Search, now};

impl Checks {
    /// Says of each search that lasts for how long it has, and does what has become due.
    pub(super) fn look(&self) {
        let busy: Vec<Busy> = self.workers.with_value(|it| it.busy().cloned().collect());
        if busy.is_empty() {
            return;
        }
        for busy in busy {
            if busy.is_answer() && busy.lasts(now()) {
                self.release();
                self.update_search(&busy, |_| {});
            }
        }
        self.beat.within(LASTING as u64);
        self.send_next();
    }

    /// Changes what is known of a search.
    pub(super) fn update_search(&self, busy: &Busy, change: impl FnOnce(&mut Search)) {
        let Some(row) = self.row(busy.job.row) else {
            return;
        };
        row.run.update(|run| {
            let mut search = match &mut run.phase {
                Phase::Running(search) => std::mem::take(search),
                _ => Search::default(),
            };
            // Not negative, and less than a century.
            search.seconds = ((now() - busy.began.unwrap_or_else(now)) / 1_000.0) as u32;
            change(&mut search);
            run.phase = Phase::Running(search);
        });
    }

    /// The stage lets go of earlier runs: the new answer takes its time, or will not come.
    pub(super) fn release(&self) {
        self.for_each_row(|row| {
            if row.run.with_untracked(|run| run.holds) {
                row.run.update(|run| run.holds = false);
            }
        });
    }

    /// What a worker was asked has come to its end; it is free from here on.
    pub(super) fn come_back(&self, worker: usize) -> Option<Busy> {
        self.workers.update_value(Workers::warm);
        self.end(worker)
    }
}
