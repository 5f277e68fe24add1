//! The stage's region of the page's state: what it shows, and what belongs to that.

pub mod beside;
pub mod comparison;
pub mod content;
pub mod draft;
pub mod hand_runs;
pub mod near_miss;
pub mod readings;
mod shown;
pub mod side_question;
pub mod simulation;
pub mod simulator;
pub mod views;
pub mod witnesses;

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::AllRuns;
use lockstep_core::interchange::DrawnObject;

use super::settings::Settings;
use beside::OtherRun;
use content::StageContent;
use draft::Draft;
use side_question::SideQuestion;
use simulation::Simulation;
use views::Views;
use witnesses::Witnesses;

/// What the stage shows, and what belongs to that.
#[derive(Clone, Copy)]
pub struct StageState {
    /// What is shown; only [`super::Page::show`] sets it.
    pub(super) content: RwSignal<StageContent>,
    /// The session in which somebody steps by hand.
    pub session: Memo<Option<usize>>,
    sessions: StoredValue<usize>,
    /// Whether states are being chosen: for a question, or for the solver to go on to.
    pub asks: Memo<bool>,
    /// The states that are chosen.
    pub draft: Draft,
    /// Stepping by hand.
    pub simulation: Simulation,
    /// The view of the run, and what belongs to it.
    pub views: Views,
    /// The question behind a comparison, or another run.
    pub side_question: SideQuestion,
    /// The other of two runs that are drawn beside each other.
    other_run: RwSignal<Option<Signal<Option<OtherRun>>>>,
    /// The statecharts of objects as they are drawn now, for exports.
    pub drawn: StoredValue<Vec<DrawnObject>>,
    /// All runs, while they are shown, for exports.
    pub all_runs: StoredValue<Option<Arc<AllRuns>>>,
    /// The runs that show one answer, as far as somebody has asked for them.
    others: RwSignal<Option<Arc<Witnesses>>>,
}

impl StageState {
    /// The selected check is shown; it belongs to the current owner.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let content = RwSignal::new(StageContent::Check);
        let asks = move |content: &StageContent| match content {
            StageContent::Draft => true,
            StageContent::Simulation { asks, .. } => *asks,
            _ => false,
        };
        Self {
            content,
            session: Memo::new(move |_| content.with(StageContent::session)),
            sessions: StoredValue::new(0),
            asks: Memo::new(move |_| content.with(asks)),
            draft: Draft::new(),
            simulation: Simulation::new(),
            views: Views::remembered(),
            side_question: SideQuestion::new(settings),
            other_run: RwSignal::new(None),
            drawn: StoredValue::new(Vec::new()),
            all_runs: StoredValue::new(None),
            others: RwSignal::new(None),
        }
    }

    /// What is shown now, whatever check is selected.
    #[must_use]
    pub fn content_now(&self) -> StageContent {
        self.content.get_untracked()
    }

    /// Whether another run is shown than the one of the selected check.
    #[must_use]
    pub fn has_run(&self) -> Memo<bool> {
        let content = self.content;
        Memo::new(move |_| content.with(|it| it.run().is_some()))
    }

    /// Whether somebody steps by hand, tracked.
    #[must_use]
    pub fn is_simulated(&self) -> bool {
        self.session.with(Option::is_some)
    }
}
