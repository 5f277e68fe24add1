//! Which panes are folded: the text, and of the stage the canvas or the run, never both.
//!
//! It is remembered for each kind of window. On a phone, where one pane is seen at a time, none is folded. On a tablet text
//! and checks are a sheet over the drawings: it comes and goes with the pane that a phone would show.

use leptos::prelude::*;

use super::Pane;
use super::learn::Learn;
use crate::persist;
use crate::ui::{Window, WindowKind};

/// A pane that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Text and checks.
    Text,
    /// The drawings.
    Canvas,
    /// The run.
    Run,
}

/// What is folded in one kind of window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Folded {
    text: bool,
    /// The canvas or the run.
    half: Option<Fold>,
}

impl Folded {
    /// As the storage keeps it.
    fn word(self) -> String {
        let text = if self.text { "text " } else { "" };
        let half = match self.half {
            Some(Fold::Canvas) => "canvas",
            Some(Fold::Run) => "run",
            _ => "",
        };
        format!("{text}{half}")
    }

    /// Of what the storage has kept; what it does not know is not folded.
    fn of(word: &str) -> Self {
        let has = |part: &str| word.split(' ').any(|it| it == part);
        let half = match (has("canvas"), has("run")) {
            (true, _) => Some(Fold::Canvas),
            (false, true) => Some(Fold::Run),
            (false, false) => None,
        };
        Self {
            text: has("text"),
            half,
        }
    }

    /// With one pane folded, or unfolded again.
    fn toggled(mut self, pane: Fold) -> Self {
        match pane {
            Fold::Text => self.text = !self.text,
            half => self.half = (self.half != Some(half)).then_some(half),
        }
        self
    }

    fn has(self, pane: Fold) -> bool {
        match pane {
            Fold::Text => self.text,
            half => self.half == Some(half),
        }
    }
}

/// What is folded. Cheap to copy: all of it is handles.
#[derive(Clone, Copy)]
pub struct Folds {
    /// The window.
    pub window: Window,
    /// Whether text and checks lie over the drawings, as a sheet. The prose of a lesson does not: it is read beside its model.
    pub text_is_sheet: Memo<bool>,
    /// Whether the run stands beside the drawing, not below it.
    pub run_is_beside: Memo<bool>,
    /// The kind of window whose line between drawing and run is the one to move: beside a lesson, what is left in landscape has that of
    /// portrait.
    pub stage_kind: Memo<WindowKind>,
    pane: RwSignal<Pane>,
    folded: RwSignal<[Folded; WindowKind::COUNT]>,
}

impl Folds {
    /// As it was left. `pane` is the one that a phone shows.
    #[must_use]
    pub fn remembered(window: Window, learn: Learn, pane: RwSignal<Pane>) -> Self {
        let kept =
            |kind| persist::read(&place(kind)).map_or_else(Folded::default, |it| Folded::of(&it));
        let text_is_sheet = Memo::new(move |_| {
            let kind = window.kind.get();
            matches!(kind, WindowKind::Portrait | WindowKind::Landscape) && !learn.is_open()
        });
        let run_is_beside = Memo::new(move |_| {
            // The stage has all the width, unless a lesson has a part of it.
            let has_width = window.kind.get() == WindowKind::Landscape && text_is_sheet.get();
            window.is_broad.get() || has_width
        });
        Self {
            window,
            text_is_sheet,
            run_is_beside,
            stage_kind: Memo::new(move |_| match window.kind.get() {
                WindowKind::Landscape if !run_is_beside.get() => WindowKind::Portrait,
                kind => kind,
            }),
            pane,
            folded: RwSignal::new(WindowKind::ALL.map(kept)),
        }
    }

    /// Whether a pane is folded, tracked.
    #[must_use]
    pub fn has(self, pane: Fold) -> bool {
        if pane == Fold::Text && self.text_is_sheet.get() {
            return self.pane.get() == Pane::Stage;
        }
        let kind = self.window.kind.get();
        self.folded.with(|it| it[kind as usize].has(pane))
    }

    /// The drawings are what is wanted now: a sheet over them goes.
    pub fn put_sheet_away(self) {
        if self.text_is_sheet.get_untracked() {
            self.pane.set(Pane::Stage);
        }
    }

    /// Shows the text, wherever it is.
    pub fn show_text(self) {
        self.pane.set(Pane::Model);
        if untrack(|| self.has(Fold::Text)) {
            self.toggle(Fold::Text);
        }
    }

    /// Folds a pane, or unfolds it.
    pub fn toggle(self, pane: Fold) {
        if pane == Fold::Text && self.text_is_sheet.get_untracked() {
            return self.pane.update(|it| {
                *it = match *it {
                    Pane::Model => Pane::Stage,
                    Pane::Stage => Pane::Model,
                };
            });
        }
        let kind = self.window.kind.get_untracked();
        // There one is seen at a time.
        if kind == WindowKind::Phone {
            return;
        }
        self.folded.update(|it| {
            let folded = &mut it[kind as usize];
            *folded = folded.toggled(pane);
        });
        let word = self.folded.with_untracked(|it| it[kind as usize].word());
        // A storage that refuses costs only the memory.
        let _ = persist::write(&place(kind), &word);
    }
}

fn place(kind: WindowKind) -> String {
    format!("lockstep.folds.{}", kind.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_folded_is_read_as_it_was_kept() {
        for text in [false, true] {
            for half in [None, Some(Fold::Canvas), Some(Fold::Run)] {
                let folded = Folded { text, half };
                assert_eq!(Folded::of(&folded.word()), folded);
            }
        }
        assert_eq!(Folded::of("nonsense"), Folded::default());
    }

    #[test]
    fn one_of_canvas_and_run_stays() {
        let folded = Folded::default().toggled(Fold::Canvas).toggled(Fold::Run);
        assert!(folded.has(Fold::Run) && !folded.has(Fold::Canvas));
        let back = folded.toggled(Fold::Run);
        assert_eq!(back, Folded::default());
        assert!(back.toggled(Fold::Text).has(Fold::Text));
    }
}
