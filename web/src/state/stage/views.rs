//! The views of a run, one of which the stage shows; and what all runs are seen through, which a link tells.

use leptos::prelude::*;

use super::super::Page;
use crate::persist;

/// Which view was shown when the page was last open.
const VIEW: &str = "lockstep.view";
/// The views of the run, as they are remembered.
pub const VIEWS: [&str; 5] = ["diagram", "table", "states", "runs", "values"];
/// The first of them.
pub const DIAGRAM: usize = 0;
/// The second.
pub const TABLE: usize = 1;
/// The third.
pub const STATES: usize = 2;
/// The fourth.
pub const RUNS: usize = 3;
/// The fifth, of kinds whose first one is no picture of values.
pub const VALUES: usize = 4;

/// Which view is shown, and what belongs to one of them.
#[derive(Clone, Copy)]
pub struct Views {
    /// Which of the [`VIEWS`] is shown.
    pub shown: RwSignal<usize>,
    /// The grain, the rules and what is tracked of the picture of all runs, as a link tells them
    /// ([`lockstep_core::address::run`]).
    pub runs: RwSignal<Option<String>>,
    /// What a link tells of them, until a picture is made of it.
    pub runs_told: RwSignal<Option<String>>,
}

impl Views {
    /// The view that was shown last.
    #[must_use]
    pub fn remembered() -> Self {
        let remembered = persist::read(VIEW);
        let remembered = remembered.and_then(|view| VIEWS.iter().position(|it| *it == view));
        Self {
            shown: RwSignal::new(remembered.unwrap_or(DIAGRAM)),
            runs: RwSignal::new(None),
            runs_told: RwSignal::new(None),
        }
    }

    /// Shows one of the [`VIEWS`], and remembers it.
    pub fn show(self, view: usize) {
        self.shown.set(view);
        // A storage that refuses this opens the page with the diagram again.
        let _ = persist::write(VIEW, VIEWS[view]);
    }
}

impl Page {
    /// Shows all runs as a link tells them; the next visit opens with the view that somebody has chosen.
    pub(in crate::state) fn look_at_runs(&self, told: &str) {
        self.stage.views.runs_told.set(Some(told.to_owned()));
        self.stage.views.shown.set(RUNS);
    }
}
