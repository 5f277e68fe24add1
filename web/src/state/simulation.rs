//! Stepping by hand, as the rest of the page knows it.
//!
//! Here are only the values that the whole stage follows; what makes the run is loaded when it is
//! asked for (`stage/simulation`). The run itself stands in [`Page::stage_content`].

use std::sync::Arc;

use leptos::prelude::*;

use super::Page;
use super::stage_content::StageContent;

/// What was asked for elsewhere on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A transition of a lifeline is taken.
    Take(usize, usize),
    /// The solver goes on to the chosen states.
    GoOn,
    /// The question whether it can is kept.
    Keep,
}

/// Stepping by hand.
#[derive(Clone, Copy)]
pub struct Simulation {
    /// Whether somebody steps by hand.
    pub open: RwSignal<bool>,
    /// What can happen next: lifeline and transition, each once.
    pub can: RwSignal<Option<Vec<(usize, usize)>>>,
    /// What was asked for elsewhere on the stage and has not been seen to.
    pub wish: RwSignal<Option<Wish>>,
    /// The step and the run that a link tells, until the run is made.
    pub told: RwSignal<Option<(usize, String)>>,
    /// The run that was put away last.
    pub put_away: RwSignal<Option<Arc<StageContent>>>,
}

impl Simulation {
    /// Nobody steps by hand.
    #[must_use]
    pub fn new() -> Self {
        Self {
            open: RwSignal::new(false),
            can: RwSignal::new(None),
            wish: RwSignal::new(None),
            told: RwSignal::new(None),
            put_away: RwSignal::new(None),
        }
    }

    /// Takes a transition of a lifeline.
    pub fn take(&self, lifeline: usize, transition: usize) {
        self.wish.set(Some(Wish::Take(lifeline, transition)));
    }
}

impl Page {
    /// Begins to step by hand, or leaves it: then the run is put away, and comes back when the same
    /// check is stepped by hand from its start.
    pub fn by_hand(&self, open: bool) {
        self.end_comparison();
        if let Some(made) = self.content.get_untracked() {
            if made.outcome.trace.len() > 1 {
                self.simulation.put_away.set(Some(made));
            }
            self.content.set(None);
            // The check's own run has steps of its own.
            self.checks.step().set(0);
        }
        self.draft.open(false);
        self.simulation.can.set(None);
        // Those who follow the wish may be the ones who leave.
        if self.simulation.wish.with_untracked(Option::is_some) {
            self.simulation.wish.set(None);
        }
        self.simulation.open.set(open);
    }
}
