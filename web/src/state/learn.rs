//! Lessons, as the rest of the page knows them: where the user is among them, and what a lesson keeps back.
//!
//! What reads, shows and judges lessons is a part of the program (`learn`). Here are only the values that others follow.
//! Invariant: while a lesson is open its texts have the editor, and the user's own text is set aside; whatever ends the
//! lesson puts it back.

use std::sync::Arc;

use leptos::prelude::*;

use super::Page;
use super::aid::Aid;
use super::run::{Answer, Run};
use crate::persist;
use crate::protocol::Wanted;
use lockstep_core::address::Place;
use lockstep_core::api::Repairs;

/// The lessons' region of the page's state.
#[derive(Clone, Copy)]
pub struct Learn {
    place: RwSignal<Option<Place>>,
    /// The attempt that a link holds, until the lesson takes it.
    attempt: StoredValue<Option<String>>,
    /// Whether the text is shown in the place of the prose.
    pub shows_text: RwSignal<bool>,
    /// Whether repairs are kept back, and conditions that a solver has found: a task is open that is not solved.
    pub keeps_repairs: RwSignal<bool>,
    /// The text as the lesson has opened it.
    opened: StoredValue<Option<Arc<str>>>,
    /// Whether the text is being changed by the lesson and not by the user.
    opens: StoredValue<bool>,
}

impl Learn {
    /// No lesson is open.
    #[must_use]
    pub fn new() -> Self {
        Self {
            place: RwSignal::new(None),
            attempt: StoredValue::new(None),
            shows_text: RwSignal::new(false),
            keeps_repairs: RwSignal::new(false),
            opened: StoredValue::new(None),
            opens: StoredValue::new(false),
        }
    }

    /// Where the user is, if among the lessons at all.
    #[must_use]
    pub fn place(&self) -> Signal<Option<Place>> {
        self.place.into()
    }

    /// Whether a lesson is open, tracked.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self.place.get(), Some(Place::Slide(..)))
    }

    /// Takes the attempt that a link holds.
    #[must_use]
    pub fn take_attempt(&self) -> Option<String> {
        let attempt = self.attempt.get_value();
        self.attempt.set_value(None);
        attempt
    }
}

impl Page {
    /// How many edits are suggested below a check, tracked. None is while a task keeps them back, nor of an earlier text.
    #[must_use]
    pub fn suggested(&self, run: &Run) -> usize {
        match self.told_repairs(run).map(|it| it.1) {
            Some(Aid::There(found)) => found.proposals.len(),
            _ => 0,
        }
    }

    /// Whether edits may still be suggested below a check, tracked: they are asked for once all checks have been answered.
    #[must_use]
    pub fn may_suggest(&self, run: &Run) -> bool {
        let of = self.kind().extras().repairs;
        let told = self.told_repairs(run);
        told.is_some_and(|(answer, aid)| {
            answer.outcome.wants_repairs(of) && matches!(aid, Aid::Unasked | Aid::Asked)
        })
    }

    /// The answer to a check with how far its repairs have got, where these are told.
    fn told_repairs<'r>(&self, run: &'r Run) -> Option<(&'r Answer, Aid<Repairs>)> {
        let told = |it: &&Answer| !self.learn.keeps_repairs.get() && !self.checks.is_stale(it);
        let answer = run.answer.as_ref().filter(told)?;
        Some((answer, answer.help.of::<Repairs>(Wanted::Repairs)))
    }

    /// Goes to a place among the lessons.
    pub fn learn_at(&self, place: Place, attempt: Option<String>) {
        let mut is_read = false;
        if place == Place::Path {
            self.end_lesson();
        } else {
            let was_open = untrack(|| self.learn.is_open());
            self.texts.set_aside();
            // Another slide is there to be read, also where the text was shown before.
            let goes_on = self.learn.place.get_untracked() != Some(place);
            is_read = !was_open || goes_on || attempt.is_some();
        }
        self.help.set(false);
        self.learn.attempt.set_value(attempt);
        self.learn.place.set(Some(place));
        if is_read {
            self.learn.shows_text.set(false);
            self.folds.show_text();
        }
    }

    /// Leaves the lessons; the user's own text is in the editor again.
    pub fn leave_lessons(&self) {
        if self.learn.place.get_untracked().is_none() {
            return;
        }
        self.learn.place.set(None);
        // The prose stood beside the drawings; the text would lie over them.
        self.folds.put_sheet_away();
        self.end_lesson();
    }

    /// What a lesson has kept back is there again, and so is the user's own text.
    fn end_lesson(&self) {
        self.learn.attempt.set_value(None);
        self.learn.keeps_repairs.set(false);
        self.learn.opened.set_value(None);
        self.checks.hold(None);
        self.document.holds_model(true);
        if let Some(own) = self.texts.take_aside() {
            self.put_in_editor(&own);
        }
    }

    /// Leaves the lessons because the user wants to: the way back leads to where the user was.
    pub fn close_lessons(&self) {
        persist::push_fragment("");
        self.leave_lessons();
    }

    /// Opens a text of the lesson that is open, as it is there or as the user has changed it.
    pub fn open_in_lesson(&self, text: &str, original: &str, is_model: bool) {
        self.document.holds_model(is_model);
        self.learn.opened.set_value(Some(original.into()));
        self.put_in_editor(text);
    }

    /// What the link to the lesson that is open holds besides its place: the text, where the user has changed it.
    #[must_use]
    pub fn attempt(&self) -> Option<Arc<str>> {
        let opened = self.learn.opened.get_value()?;
        let text = self.document.revision().get_untracked().text;
        (text != opened).then_some(text)
    }

    /// Puts a text into the editor in which undo does not lead to the one before.
    fn put_in_editor(&self, text: &str) {
        self.learn.opens.set_value(true);
        self.end_comparison();
        self.leave_draft();
        self.document.begin_anew();
        self.selection.begin_anew();
        self.stage.simulation.kept.set(None);
        if self.editor.begin(text) {
            self.checks.follow_at_once();
        } else {
            self.edited(text, false);
        }
        self.learn.opens.set_value(false);
    }

    /// The address follows the text: a link that was opened no longer is what is on the page.
    pub(super) fn follow_address(&self) {
        if self.learn.opens.get_value() {
            return;
        }
        let place = self.learn.place.get_untracked();
        persist::replace_fragment(&place.map(Place::fragment).unwrap_or_default());
    }
}
