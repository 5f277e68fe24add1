//! Stepping by hand, as the rest of the page knows it.
//!
//! Here are only the values that the whole stage follows; what makes the run is loaded when it is
//! asked for (`stage/by_hand`). The run itself stands in [`Page::instead`]. The values have types that
//! the page has anyway: every new type of signal would weigh a kilobyte.

use std::sync::Arc;

use leptos::prelude::*;

use super::Page;
use super::instead::Instead;

/// A wish that the solver goes on to the chosen states, in [`Hand::wish`].
pub const GO_ON: (u32, u32) = (u32::MAX, 0);
/// A wish that the question whether it can is kept.
pub const KEEP: (u32, u32) = (u32::MAX, 1);

/// Stepping by hand.
#[derive(Clone, Copy)]
pub struct Hand {
    /// Whether somebody steps by hand.
    pub open: RwSignal<bool>,
    /// What can happen next: lifeline and transition, each once.
    pub can: RwSignal<Option<Vec<(usize, usize)>>>,
    /// What was asked for elsewhere on the stage and has not been seen to: a transition of a
    /// lifeline, [`GO_ON`] or [`KEEP`].
    pub wish: RwSignal<Option<(u32, u32)>>,
    /// The step and the run that a link tells, until the run is made; else empty.
    pub told: RwSignal<String>,
    /// The run that was put away last.
    pub put_away: RwSignal<Option<Arc<Instead>>>,
}

impl Hand {
    /// Nobody steps by hand.
    #[must_use]
    pub fn new() -> Self {
        Self {
            open: RwSignal::new(false),
            can: RwSignal::new(None),
            wish: RwSignal::new(None),
            told: RwSignal::new(String::new()),
            put_away: RwSignal::new(None),
        }
    }

    /// Takes a transition of a lifeline.
    pub fn take(&self, lifeline: usize, transition: usize) {
        // Lifelines and transitions are far fewer than four billion.
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        self.wish.set(Some((number(lifeline), number(transition))));
    }
}

impl Page {
    /// Begins to step by hand, or leaves it: then the run is put away, and comes back when the same
    /// check is stepped by hand from its start.
    pub fn by_hand(&self, open: bool) {
        self.end_comparison();
        if let Some(made) = self.instead.get_untracked() {
            if made.outcome.trace.len() > 1 {
                self.hand.put_away.set(Some(made));
            }
            self.instead.set(None);
            // The check's own run has steps of its own.
            self.checks.step().set(0);
        }
        self.ask.open(false);
        self.hand.can.set(None);
        // Those who follow the wish may be the ones who leave.
        if self.hand.wish.with_untracked(Option::is_some) {
            self.hand.wish.set(None);
        }
        self.hand.open.set(open);
    }
}
