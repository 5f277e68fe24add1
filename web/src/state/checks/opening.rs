//! Where a model and a run open: at the check that tells the story, and where its run ends badly at the end.
//!
//! Answers come one after another, so both are decided anew with each of them, until something else was selected or a step was
//! chosen.

use leptos::prelude::*;
use lockstep_core::api::{CheckView, Outcome};
use lockstep_core::diagram::stops;

use super::Checks;
use crate::state::run::Row;
use crate::state::title::header;

/// What the line of the header begins with that names the check which tells the story, by its number.
const MARK: &str = "// shows:";

impl Checks {
    /// Goes to where the run of the selected row opens: what ends badly at its end, anything else at its start. Where the answer is
    /// still to come, this is done with it.
    pub fn open_run(&self) {
        self.open_at(match untrack(|| self.settings.opens_with_findings()) {
            true => Opening::Findings,
            false => Opening::Start,
        });
    }

    /// Goes to the start of the run of the selected row, whatever comes of it.
    pub fn open_start(&self) {
        self.open_at(Opening::Start);
    }

    /// Goes to where the run of the selected row opens, if that waits for its answer and the answer has come.
    pub(super) fn open_answered(&self) {
        if let Some(opening) = self.opens.get_value()
            && !self.shows_other.get_untracked()
        {
            self.open_at(opening);
        }
    }

    fn open_at(&self, opening: Opening) {
        let row = self.selected.get_untracked().and_then(|id| self.row(id));
        let at = row.and_then(|row| self.opening(&row, opening));
        self.opens.set_value(at.is_none().then_some(opening));
        self.step.set(at.unwrap_or(0));
    }

    /// Another model is open, and no check of it was asked for: it opens at the one that its header names, else at the first whose
    /// answer is not as expected, else at the first with a run.
    pub fn open_story(&self) {
        let text = self.document.revision().get_untracked().text;
        let is_told = untrack(|| self.settings.opens_with_findings());
        let told = named(&text).filter(|_| is_told);
        self.select_at(told.unwrap_or(0));
        self.open_run();
        self.tells.set_value(is_told && told.is_none());
        self.tell();
    }

    /// Selects the check that tells the story as far as the answers say, while nothing else is looked at.
    pub(super) fn tell(&self) {
        if !self.tells.get_value() {
            return;
        }
        let opened = self.selected.get_untracked().and_then(|id| self.row(id));
        let opened = opened.and_then(|row| self.opening(&row, Opening::Findings));
        let opened = opened.unwrap_or(0);
        if self.shows_other.get_untracked() || self.step.get_untracked() != opened {
            return self.tells.set_value(false);
        }
        let standings: Vec<_> = self.rows.with_untracked(|rows| {
            let standing = |row| answered(row, |_, it| (it.as_expected(), it.length() > 0));
            rows.iter().map(standing).collect()
        });
        if let Some(id) = story(&standings).and_then(|it| self.id_at(it)) {
            self.select(id);
            self.tells.set_value(true);
        }
    }

    /// The step at which the run of a row opens, once it is answered.
    fn opening(&self, row: &Row, opening: Opening) -> Option<usize> {
        answered(row, |check, it| {
            let finds_fault = opening == Opening::Findings && check.finds_fault(it.verdict);
            match finds_fault {
                true => it.length().saturating_sub(1),
                false => self.start_of(it),
            }
        })
    }

    /// The step at which a run starts as it is played.
    #[must_use]
    pub fn start_of(&self, outcome: &Outcome) -> usize {
        let is_whole = untrack(|| self.settings.plays_whole_steps());
        let run = outcome.system.as_ref().filter(|_| is_whole);
        run.map_or(0, |it| stops::start(&it.run))
    }
}

/// Where a run opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// At its start.
    Start,
    /// At its end where that is bad, else at its start.
    Findings,
}

/// Something about a row and its answer, if that is there.
fn answered<T>(row: &Row, of: impl Fn(&CheckView, &Outcome) -> T) -> Option<T> {
    let check = row.view.get_untracked();
    row.run
        .with_untracked(|run| run.answer.as_ref().map(|it| of(&check, &it.outcome)))
}

/// The check that tells the story, from 0, as the header of a text names it from 1.
fn named(text: &str) -> Option<usize> {
    let number: usize = header(text, MARK)?.0.parse().ok()?;
    number.checked_sub(1)
}

/// The check that tells the story by what is known of each, if it is: whether its answer is as expected, where something was, and
/// whether there is a run.
fn story(standings: &[Option<(Option<bool>, bool)>]) -> Option<usize> {
    let first = |is_it: fn(&(Option<bool>, bool)) -> bool| {
        standings
            .iter()
            .position(|it| it.as_ref().is_some_and(is_it))
    };
    first(|it| it.0 == Some(false)).or_else(|| first(|it| it.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_story_is_what_fails_else_the_first_run() {
        let (holds, runs, fails) = (
            Some((Some(true), false)),
            Some((None, true)),
            Some((Some(false), false)),
        );
        assert_eq!(story(&[holds, None]), None);
        assert_eq!(story(&[holds, runs, runs]), Some(1));
        assert_eq!(story(&[runs, None, fails, fails]), Some(2));
        assert_eq!(story(&[]), None);
    }

    #[test]
    fn the_header_names_a_check_from_one() {
        assert_eq!(named("// title: A\n// shows: 4\n\nmachine"), Some(3));
        for none in [
            "// shows: 0\n",
            "// shows: x\n",
            "// shows:\n",
            "machine M {}\n// shows: 2\n",
            "",
        ] {
            assert_eq!(named(none), None, "{none}");
        }
    }
}
