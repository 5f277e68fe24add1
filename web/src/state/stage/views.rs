//! What the two panes of the stage show: the modes of the canvas, the views of the run beside it, and what all runs are seen
//! through, which a link tells.

use leptos::prelude::*;

use super::super::Page;
use crate::persist;

/// What the canvas shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CanvasMode {
    /// The drawing of the model, with the step at hand lit.
    #[default]
    Drawing,
    /// The states that can be reached.
    States,
    /// All runs at once.
    Runs,
}

/// How the run is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunView {
    /// The picture that belongs to the kind: messages, events, calls, or values where there are none of these.
    #[default]
    Picture,
    /// The values over time, of kinds whose picture is another one.
    Values,
    /// The table of its steps.
    Steps,
}

/// A choice of the page that the next visit begins with, under its name in the storage.
trait Remembered: Copy + PartialEq + 'static {
    /// Its place in the storage.
    const PLACE: &'static str;
    /// All there are, as they are stored.
    const ALL: &'static [(Self, &'static str)];

    fn remembered() -> Option<Self> {
        let stored = persist::read(Self::PLACE)?;
        let found = Self::ALL.iter().find(|it| it.1 == stored)?;
        Some(found.0)
    }

    fn remember(self) {
        if let Some((_, word)) = Self::ALL.iter().find(|it| it.0 == self) {
            // A storage that refuses this opens the page with the first of them again.
            let _ = persist::write(Self::PLACE, word);
        }
    }
}

impl Remembered for CanvasMode {
    const PLACE: &'static str = "lockstep.canvas";
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::Drawing, "drawing"),
        (Self::States, "states"),
        (Self::Runs, "runs"),
    ];
}

impl Remembered for RunView {
    const PLACE: &'static str = "lockstep.view";
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::Picture, "diagram"),
        (Self::Values, "values"),
        (Self::Steps, "table"),
    ];
}

/// What both panes show, and what belongs to one mode of the canvas.
#[derive(Clone, Copy)]
pub struct Views {
    /// The mode of the canvas.
    pub canvas: RwSignal<CanvasMode>,
    /// The view of the run.
    pub run: RwSignal<RunView>,
    /// The grain, the rules and what is tracked of the picture of all runs, as a link tells them
    /// ([`lockstep_core::address::run`]).
    pub runs: RwSignal<Option<String>>,
    /// What a link tells of them, until a picture is made of it.
    pub runs_told: RwSignal<Option<String>>,
}

impl Views {
    /// What was shown last.
    #[must_use]
    pub fn remembered() -> Self {
        Self {
            canvas: RwSignal::new(CanvasMode::remembered().unwrap_or_default()),
            run: RwSignal::new(RunView::remembered().unwrap_or_default()),
            runs: RwSignal::new(None),
            runs_told: RwSignal::new(None),
        }
    }

    /// Shows another mode of the canvas, and remembers it.
    pub fn show_on_canvas(self, mode: CanvasMode) {
        self.canvas.set(mode);
        mode.remember();
    }

    /// Shows another view of the run, and remembers it.
    pub fn show_run(self, view: RunView) {
        self.run.set(view);
        view.remember();
    }
}

impl Page {
    /// Shows all runs as a link tells them; the next visit opens with the mode that the user has chosen.
    pub(in crate::state) fn look_at_runs(&self, told: &str) {
        self.stage.views.runs_told.set(Some(told.to_owned()));
        self.stage.views.canvas.set(CanvasMode::Runs);
    }
}
