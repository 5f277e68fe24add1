//! The one selection: a range of the text. What stands there is lit in every view.
//!
//! The caret selects; what is only pointed at, with the pointer or the focus, is lit in its place
//! for as long as that lasts. Clicking an element marks its place and puts the caret there, so all views agree.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::Range;
use lockstep_core::diagram::ElementId;
use lockstep_core::diagram::pick::pick;

use super::document::Document;

/// A range as the editor counts: UTF-16 offsets.
pub type Offsets = (u32, u32);

/// The selection.
#[derive(Clone, Copy)]
pub struct Selection {
    caret: RwSignal<Option<Offsets>>,
    /// The place that a click on a drawing has marked; over when the caret moves.
    marked: RwSignal<Option<Range>>,
    pointed: RwSignal<Option<Offsets>>,
    picked: Memo<Option<ElementId>>,
}

impl Selection {
    /// Nothing is selected at first.
    #[must_use]
    pub fn new(document: Document) -> Self {
        let caret = RwSignal::new(None);
        let pointed = RwSignal::new(None::<Offsets>);
        let picked = Memo::new(move |_| {
            let (from, to) = pointed.get().or_else(|| caret.get())?;
            let analysis: Arc<_> = document.analysis().get();
            // What is drawn is of an earlier text while there are errors: nothing can be found.
            (!analysis.has_errors)
                .then(|| pick(&analysis, from, to))
                .flatten()
        });
        Self {
            caret,
            marked: RwSignal::new(None),
            pointed,
            picked,
        }
    }

    /// The element that is lit, tracked.
    #[must_use]
    pub fn picked(&self) -> Memo<Option<ElementId>> {
        self.picked
    }

    /// The range itself, tracked: for what only a part of the page can find, as states of statecharts.
    #[must_use]
    pub fn range(&self) -> Option<Offsets> {
        self.pointed.get().or_else(|| self.caret.get())
    }

    /// What the caret has selected, if it has been anywhere.
    #[must_use]
    pub fn caret(&self) -> Option<Offsets> {
        self.caret.get_untracked()
    }

    /// What a click on a drawing has marked, tracked.
    #[must_use]
    pub fn marked(&self) -> Option<Range> {
        self.marked.get()
    }

    /// Marks a place of the text, and selects what stands there.
    pub fn mark(&self, range: Range) {
        self.caret.set(Some((range.from, range.to)));
        self.marked.set(Some(range));
    }

    /// What is marked, else where the caret is.
    #[must_use]
    pub fn place(&self) -> Option<Range> {
        let caret = |(from, to)| Range {
            from,
            to,
            ..Range::default()
        };
        let marked = self.marked.get_untracked();
        marked.or_else(|| self.caret.get_untracked().map(caret))
    }

    /// The caret was moved, or a range of the text selected.
    pub fn caret_moved(&self, from: u32, to: u32) {
        self.marked.set(None);
        self.caret.set(Some((from, to)));
    }

    /// Another text is begun: nothing of it is selected yet.
    pub fn begin_anew(&self) {
        self.marked.set(None);
        self.caret.set(None);
        self.pointed.set(None);
    }

    /// Points at a range, or at nothing any more.
    pub fn point_at(&self, range: Option<Range>) {
        self.pointed.set(range.map(|range| (range.from, range.to)));
    }
}
