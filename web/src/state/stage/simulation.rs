//! Stepping by hand, as the rest of the page knows it.
//!
//! Here are only the values that the whole stage follows; what makes the run is loaded when it is
//! asked for (`stage/simulation`). The run itself stands in [`Page::stage_content`].

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{LifelineView, RunRequest};

use super::content::StageContent;
use super::hand_runs::HandRuns;
use crate::state::Page;
use crate::state::run::ShownRun;

/// What was asked for elsewhere on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A transition of a lifeline is taken.
    Take(usize, usize),
    /// A choice is taken by its number, from 1.
    Choose(usize),
    /// The solver goes on to the chosen states.
    GoOn,
    /// The question whether it can is kept.
    Keep,
}

/// An expression that is watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The expression.
    pub text: String,
    /// Whether playing pauses where it becomes true: a breakpoint.
    pub stops: bool,
}

/// Stepping by hand.
#[derive(Clone, Copy)]
pub struct Simulation {
    /// What can happen next: lifeline or object and transition, of transition systems relation and operation, each once.
    pub can: RwSignal<Option<Vec<(usize, usize)>>>,
    /// The numbers of the first nine choices at what they fire: the same, and the digit that takes it.
    pub numbers: RwSignal<Vec<(usize, usize, usize)>>,
    /// What was asked for elsewhere on the stage and has not been seen to.
    pub wish: RwSignal<Option<Wish>>,
    /// The step and the run that a link tells, until the run is made.
    pub told: RwSignal<Option<(usize, String)>>,
    /// Expressions that are watched beside the variables.
    pub watched: RwSignal<Vec<Watch>>,
    /// Steps at which playing pauses: where something that is watched for has just become true.
    pub breaks: RwSignal<Vec<usize>>,
    /// The run of a transition system that was made last.
    pub kept: RwSignal<Option<RunRequest>>,
    /// The run that was put away last.
    pub put_away: RwSignal<Option<Arc<ShownRun>>>,
    /// The run that is made, and those that can be taken up again.
    pub runs: HandRuns,
}

impl Simulation {
    /// Nobody steps by hand.
    #[must_use]
    pub fn new() -> Self {
        Self {
            can: RwSignal::new(None),
            numbers: RwSignal::new(Vec::new()),
            wish: RwSignal::new(None),
            told: RwSignal::new(None),
            watched: RwSignal::new(Vec::new()),
            breaks: RwSignal::new(Vec::new()),
            kept: RwSignal::new(None),
            put_away: RwSignal::new(None),
            runs: HandRuns::new(),
        }
    }

    /// Takes a transition of a lifeline.
    pub fn take(&self, lifeline: usize, transition: usize) {
        self.wish.set(Some(Wish::Take(lifeline, transition)));
    }

    /// Something else is shown: the run is put away.
    pub(super) fn leave(&self, content: &StageContent) {
        let made = content.run().filter(|_| content.is_by_hand());
        // A run of a transition system is kept as its choices.
        if let Some(made) = made
            && made.outcome.length() > 1
            && made.outcome.system.is_none()
        {
            self.put_away.set(Some(Arc::clone(made)));
        }
        self.can.set(None);
        self.numbers.set(Vec::new());
        // Those who follow the wish may be the ones who leave.
        if self.wish.with_untracked(Option::is_some) {
            self.wish.set(None);
        }
    }
}

impl Page {
    /// Begins to step by hand, or leaves it: then the run is put away, and comes back when the same
    /// check is stepped by hand from its start.
    pub fn by_hand(&self, open: bool) {
        if !open {
            return self.show(StageContent::Check);
        }
        self.stage.sessions.update_value(|count| *count += 1);
        if let StageContent::Execution(_, Some(choices)) = self.stage.content.get_untracked() {
            self.stage.simulation.kept.set(Some(choices));
        }
        self.show(StageContent::Simulation {
            session: self.stage.sessions.get_value(),
            row: self.checks.selected().get_untracked(),
            run: None,
            asks: false,
        });
    }

    /// How the run is made that is shown and that nobody asked a check for, tracked; of machines nothing but that it is.
    #[must_use]
    pub fn made_by_hand(&self) -> Option<RunRequest> {
        let content = self.stage_content();
        let made = content.run().filter(|_| content.is_by_hand())?;
        let kept = match &content {
            StageContent::Execution(_, choices) => choices.clone(),
            _ => self.stage.simulation.kept.get(),
        };
        let kept = kept.filter(|_| made.outcome.system.is_some());
        Some(kept.unwrap_or_default())
    }

    /// The lifelines of a run that is made on the page: those of the selected check, else all. Not tracked.
    #[must_use]
    pub fn lifelines(&self) -> Vec<LifelineView> {
        match untrack(|| self.checks.selected_row()) {
            Some(row) => row.view.with_untracked(|view| view.lifelines.clone()),
            None => self.document.settled().get_untracked().system.clone(),
        }
    }

    /// Shows the run that is made by hand as it is now, of systems with its choices; nothing changes where no run is made by
    /// hand any more.
    pub fn show_simulated(&self, run: ShownRun, choices: Option<RunRequest>) {
        if let StageContent::Simulation {
            session, row, asks, ..
        } = self.stage.content.get_untracked()
        {
            let run = Arc::new(run);
            self.note_run(&run, choices);
            self.show(StageContent::Simulation {
                session,
                row,
                run: Some(run),
                asks,
            });
        }
    }

    /// Shows a run of the picture of all runs. Who steps machines by hand goes on with it; a run of a transition
    /// system is taken up when stepping by hand begins.
    pub fn show_execution(&self, run: ShownRun, choices: Option<RunRequest>) {
        let is_simulated = self.stage.session.with_untracked(Option::is_some);
        match is_simulated && run.outcome.system.is_none() {
            true => self.show_simulated(run, None),
            false => self.show(StageContent::Execution(Arc::new(run), choices)),
        }
    }
}
