//! The text and what can be said about it without solving.
//!
//! The editor owns the text while somebody types; this is the page's copy of it, numbered, with its
//! analysis. Invariant: `analysis` is the analysis of `text`, always; they change together.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::Analysis;

use crate::kinds;

/// One revision of the text.
#[derive(Clone, Debug)]
pub struct Revision {
    /// Counts the changes since the page was opened.
    pub number: u32,
    /// The text itself.
    pub text: Arc<str>,
}

/// The document.
#[derive(Clone, Copy)]
pub struct Document {
    revision: RwSignal<Revision>,
    analysis: RwSignal<Arc<Analysis>>,
    settled: RwSignal<Arc<Analysis>>,
    /// See [`Document::generation`].
    generation: StoredValue<u32>,
    /// The generation that `settled` is of.
    settled_of: StoredValue<u32>,
    /// See [`Document::is_model`].
    is_model: RwSignal<bool>,
}

impl Document {
    /// A document with its first text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let analysis = Arc::new(kinds::analyse(text));
        Self {
            revision: RwSignal::new(Revision {
                number: 0,
                text: text.into(),
            }),
            analysis: RwSignal::new(Arc::clone(&analysis)),
            settled: RwSignal::new(analysis),
            generation: StoredValue::new(0),
            settled_of: StoredValue::new(0),
            is_model: RwSignal::new(true),
        }
    }

    /// Takes the next text; linear in its length.
    pub fn set_text(&self, text: &str) {
        self.analyse(text);
        self.revision.update(|revision| {
            revision.number += 1;
            revision.text = text.into();
        });
    }

    /// Reads the text again, when another kind of model can be read.
    pub fn read_again(&self) {
        self.analyse(&self.revision.get_untracked().text);
    }

    fn analyse(&self, text: &str) {
        let analysis = match self.is_model.get_untracked() {
            true => kinds::analyse(text),
            false => Analysis::default(),
        };
        let analysis = Arc::new(analysis);
        let generation = self.generation();
        // Nothing of another text is drawn in the place of this one.
        let is_another = self.settled_of.get_value() != generation;
        if !analysis.has_errors || is_another {
            self.settled_of.set_value(generation);
            self.settled.set(Arc::clone(&analysis));
        }
        self.analysis.set(analysis);
    }

    /// Whether the text is read as a model, tracked. A proof that is written in a lesson is none: nothing is wrong with it
    /// as a model, and nothing is drawn of it.
    #[must_use]
    pub fn is_model(&self) -> bool {
        self.is_model.get()
    }

    /// Says so of the texts that follow.
    pub fn holds_model(&self, is_model: bool) {
        if self.is_model.get_untracked() != is_model {
            self.is_model.set(is_model);
        }
    }

    /// Which text this is: counts those that took the place of another one, an example, a file or a
    /// link, while edits go on with the same.
    #[must_use]
    pub fn generation(&self) -> u32 {
        self.generation.get_value()
    }

    /// The next text takes the place of this one.
    pub fn begin_anew(&self) {
        self.generation.update_value(|it| *it += 1);
    }

    /// The current revision.
    #[must_use]
    pub fn revision(&self) -> Signal<Revision> {
        self.revision.into()
    }

    /// The findings about the current text.
    #[must_use]
    pub fn analysis(&self) -> Signal<Arc<Analysis>> {
        self.analysis.into()
    }

    /// The analysis of the last text without errors, else of the text as it was opened: what is drawn while
    /// somebody is in the middle of a line, so that the diagrams do not fall apart at every key.
    #[must_use]
    pub fn settled(&self) -> Signal<Arc<Analysis>> {
        self.settled.into()
    }
}
