//! Runs that were made by hand are never lost: whatever removes steps of it says so and offers to take that back.
//!
//! A run that another text has cut or ended comes back with its text, by undo or by "Bring it back".

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::RunRequest;

use super::content::StageContent;
use super::simulation::Wish;
use crate::state::Page;
use crate::state::action::Action;
use crate::state::hand_run::HandRun;
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::state::run::ShownRun;

/// So many runs of earlier texts are kept.
const MOST: usize = 20;

/// The run that is made now, and those that wait for their text.
#[derive(Clone, Copy)]
pub struct HandRuns {
    made: StoredValue<Option<HandRun>>,
    /// The run that stepping by hand begins with.
    pub resumed: StoredValue<Option<HandRun>>,
    of_other_texts: StoredValue<Vec<HandRun>>,
}

impl HandRuns {
    /// Nothing was made yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            made: StoredValue::new(None),
            resumed: StoredValue::new(None),
            of_other_texts: StoredValue::new(Vec::new()),
        }
    }
}

impl Page {
    /// The run by hand is this one from now on.
    pub(super) fn note_run(&self, shown: &Arc<ShownRun>, choices: Option<RunRequest>) {
        let now = HandRun {
            shown: Arc::clone(shown),
            choices,
            text: self.document.revision().get_untracked().text,
            step: None,
        };
        let runs = self.stage.simulation.runs;
        if let Some(before) = runs.made.get_value()
            && !now.keeps(&before)
        {
            let step = Some(self.checks.step().get_untracked());
            self.note_lost(
                HandRun { step, ..before },
                "The end of the run by hand was removed.",
            );
        }
        runs.made.set_value(Some(now));
    }

    /// Stepping by hand has ended.
    pub(super) fn note_end_of_run(&self) {
        let runs = self.stage.simulation.runs;
        if let Some(made) = runs.made.get_value() {
            runs.made.set_value(None);
            self.note_lost(made, "The run by hand was closed.");
        }
    }

    /// Steps are gone: a notice offers them, unless it is their text that is gone.
    fn note_lost(&self, run: HandRun, sentence: &'static str) {
        if run.shown.outcome.length() < 2 {
            return;
        }
        if run.text == self.document.revision().get_untracked().text {
            let notice = Notice::new(Topic::Hand, Tone::Plain, sentence);
            let notice = notice.offering(Action::TakeUp(run)).lasting(Life::Text);
            return self.notices.say(notice);
        }
        self.stage
            .simulation
            .runs
            .of_other_texts
            .update_value(|all| {
                all.retain(|it| it.text != run.text);
                if all.len() >= MOST {
                    all.remove(0);
                }
                all.push(run);
            });
    }

    /// Takes a run up again.
    pub fn take_up(&self, run: HandRun) {
        self.notices.over(Topic::Hand);
        // What is made now makes room, and says so.
        self.show(StageContent::Check);
        if let Some(id) = run.shown.row.filter(|&id| self.checks.row(id).is_some()) {
            self.checks.select(id);
        }
        self.stage.simulation.runs.resumed.set_value(Some(run));
        self.by_hand(true);
    }

    /// A text is back: so is the run that went with it.
    pub fn take_up_of(&self, text: &str) {
        let runs = self.stage.simulation.runs;
        let find = |all: &mut Vec<HandRun>| {
            let at = all.iter().position(|it| *it.text == *text)?;
            Some(all.remove(at))
        };
        let found = runs.of_other_texts.try_update_value(find).flatten();
        if let Some(run) = found {
            self.take_up(run);
        }
    }

    /// A digit selects a check; by hand it takes a choice.
    pub fn press_number(&self, number: usize) {
        if self.stage.session.get_untracked().is_some() {
            return self.stage.simulation.wish.set(Some(Wish::Choose(number)));
        }
        let id = number.checked_sub(1).and_then(|at| self.checks.id_at(at));
        if let Some(id) = id {
            self.select_row(id);
        }
    }
}
