//! The goal nearest missed: where something is never reached, the shortest run to all of its conditions but one.
//!
//! Each condition that may be left out is a question to a worker beside the checks, one after the other; the shortest run among the answers
//! is shown.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{CheckView, NearMiss, Outcome, near_misses};

use super::content::StageContent;
use super::side_question::Asked;
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::state::run::{RowId, ShownRun};
use crate::state::{Page, Pane};
use crate::words::counted_large;

/// The near misses of a check, with what is known of them.
#[derive(Clone)]
struct Search {
    row: RowId,
    all: Vec<NearMiss>,
    /// The shortest run so far, with its check and the place of what it leaves out.
    best: Option<(CheckView, Arc<Outcome>, usize)>,
    /// Whether one of them has no answer, or a run that may not be a shortest one.
    is_open: bool,
}

/// One of them that is asked for.
pub struct NearMisses {
    search: Search,
    at: usize,
    check: CheckView,
}

impl Page {
    /// What comes near to the goal of the selected check; nothing where its goal has one condition only. Tracked.
    #[must_use]
    pub fn near_misses(&self) -> Vec<NearMiss> {
        // Other answers are not about the selected check.
        let Some(row) = self
            .checks
            .selected_row()
            .filter(|_| self.stage_content().is_check())
        else {
            return Vec::new();
        };
        let text = self.document.revision().get().text;
        row.view
            .with(|check| near_misses(self.kind(), &text, check))
    }

    /// Looks for the goal nearest missed, and shows it.
    pub fn show_near_miss(&self) {
        let all = untrack(|| self.near_misses());
        if let Some(row) = untrack(|| self.checks.selected_row()) {
            let search = Search {
                row: row.id,
                all,
                best: None,
                is_open: false,
            };
            self.ask_near_miss(search, 0);
        }
    }

    fn ask_near_miss(&self, mut search: Search, at: usize) {
        let Some(next) = search.all.get(at) else {
            return self.found_near_miss(search);
        };
        let line = next.line.clone();
        let Ok(check) = self.drafted(&line) else {
            search.is_open = true;
            return self.ask_near_miss(search, at + 1);
        };
        let asked = (self.drafted_text(&line), check.index);
        let misses = NearMisses { search, at, check };
        let kind = untrack(|| self.kind());
        let question = self.stage.side_question;
        question.ask_of_kind(kind, asked, Asked::NearMiss(Arc::new(misses)));
    }

    /// One of them is answered; `None` where no answer came.
    pub(super) fn hear_near_miss(&self, misses: &NearMisses, outcome: Option<Arc<Outcome>>) {
        let mut search = misses.search.clone();
        if self.checks.selected().get_untracked() != Some(search.row) {
            return;
        }
        match outcome {
            Some(outcome) if outcome.verdict.is_found() => {
                // A run that is not known to be a shortest one may hide a nearer miss.
                let evidence = outcome.system.as_ref();
                search.is_open |= evidence.is_some_and(|it| it.may_be_shorter);
                let steps = |it: &Outcome| it.depth().unwrap_or(u32::MAX);
                let best = search.best.as_ref();
                if best.is_none_or(|best| steps(&outcome) < steps(&best.1)) {
                    search.best = Some((misses.check.clone(), outcome, misses.at));
                }
            }
            Some(outcome) if outcome.verdict.is_absent() => {}
            _ => search.is_open = true,
        }
        self.ask_near_miss(search, misses.at + 1);
    }

    fn found_near_miss(&self, search: Search) {
        let Some((check, outcome, left_out)) = search.best else {
            let words = if search.is_open {
                "No near miss was found, but not all could be looked at."
            } else {
                "Nothing comes near: without any one of its conditions it is not reached either."
            };
            let notice = Notice::new(Topic::Run, Tone::Plain, words);
            return self.notices.say(notice.lasting(Life::Text));
        };
        let step = untrack(|| self.kind()).title().step;
        let after = counted_large(outcome.depth().unwrap_or(0).into(), step);
        let which = if search.is_open {
            "A near miss"
        } else {
            "The nearest miss"
        };
        let left_out = &search.all[left_out].left_out;
        let title = format!("{which}, after {after}: all but {left_out}.");
        let run = ShownRun {
            row: Some(search.row),
            check,
            outcome,
        };
        self.show(StageContent::Asked {
            run: Arc::new(run),
            analysis: None,
            title,
        });
        self.pane.set(Pane::Stage);
    }
}
