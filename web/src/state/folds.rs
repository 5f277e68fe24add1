//! Which panes are folded: the text, and of the stage the canvas or the run, never both.
//!
//! It is remembered for each kind of window. On a phone, where one pane is seen at a time, none is folded.

use leptos::prelude::*;

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
    folded: RwSignal<[Folded; WindowKind::COUNT]>,
}

impl Folds {
    /// As it was left.
    #[must_use]
    pub fn remembered(window: Window) -> Self {
        let kept =
            |kind| persist::read(&place(kind)).map_or_else(Folded::default, |it| Folded::of(&it));
        Self {
            window,
            folded: RwSignal::new(WindowKind::ALL.map(kept)),
        }
    }

    /// Whether a pane is folded, tracked.
    #[must_use]
    pub fn has(self, pane: Fold) -> bool {
        let kind = self.window.kind.get();
        self.folded.with(|it| it[kind as usize].has(pane))
    }

    /// Folds a pane, or unfolds it.
    pub fn toggle(self, pane: Fold) {
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
