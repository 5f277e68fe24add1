//! The other of two runs that are drawn beside each other: what is shown of it where it has come as far as the one that is played.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::Outcome;
use lockstep_core::diagram::beside::Beside;

use super::compared;
use super::shown::{CurrentStep, Shown, run, system};
use crate::stage::StageContext;
use crate::stage::shown_step::At;
use crate::state::stage::comparison::OtherText;

impl Shown {
    /// The other of two runs that are compared, as it is when it has come as far as the one at hand; it belongs to the current
    /// owner. What is clicked of it moves both.
    pub fn of_other_run(self) -> Self {
        let (play, beside) = (self.play, self.beside);
        let outcome: Signal<Option<Arc<Outcome>>> = self.other_run.into();
        let last = Memo::new(move |_| {
            let length = outcome.with(|it| it.as_ref().map_or(0, |it| it.length()));
            length.saturating_sub(1)
        });
        let at = Memo::new(move |_| there(beside, play.at.get(), last.get()));
        let step = RwSignal::new(0);
        Effect::new(move |before: Option<()>| {
            let chosen = step.get();
            let both = beside.get_untracked().filter(|_| before.is_some());
            if let Some(both) = both
                && at.get_untracked() != chosen
            {
                self.step.set(both.step_of_later(chosen));
            }
        });
        let play = StageContext {
            outcome,
            at: At::of(outcome, last, at),
            last,
            step,
            can: RwSignal::new(None),
            is_beside: true,
            ..play
        };
        // What is selected and what is clicked belongs to the text in the editor.
        let play = match untrack(|| compared::other_text(play.page)) {
            Some(other) => StageContext {
                analysis: Signal::stored(Arc::clone(&other.analysis)),
                check: Signal::stored(other.analysis.checks.get(other.check).cloned()),
                picked: Memo::new(|_| None),
                blamed: Signal::stored(Vec::new()),
                on_mark: Callback::new(|_| ()),
                on_reveal: Callback::new(|_| ()),
                is_of_text: false,
                ..play
            },
            None => play,
        };
        let (run, system) = (run(play), system(play));
        // The same variables by their names: another text may have others.
        let here = |of: Memo<BTreeSet<usize>>| {
            Memo::new(move |_| {
                let names = self.system.with(|it| compared::names(it));
                let here = system.with(|it| compared::names(it));
                let number = |it: usize| here.iter().position(|name| names.get(it) == Some(name));
                of.get().into_iter().filter_map(number).collect()
            })
        };
        Self {
            play,
            step,
            system,
            run,
            apart: here(self.apart),
            named: here(self.named),
            current: CurrentStep::at_hand(play, run),
            beside: Memo::new(|_| None),
            common: Memo::new(move |_| beside.get().map_or_else(Vec::new, |it| it.common().1)),
            ..self
        }
    }

    /// The text that it is of, where it is the other of two runs and not of the one in the editor.
    pub fn other_text(self) -> Option<Arc<OtherText>> {
        let other = || compared::other_text(self.play.page);
        self.play.is_beside.then(|| untrack(other)).flatten()
    }
}

/// The entry at which the other of two runs has come as far as the one that is played at an entry; its last one where it ends before that.
/// Tracked.
pub(super) fn there(beside: Memo<Option<Arc<Beside>>>, at: usize, last: usize) -> usize {
    let both = beside.get();
    both.map_or(0, |it| it.there.get(at).copied().flatten().unwrap_or(last))
}
