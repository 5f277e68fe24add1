//! Reading a text with languages: its items, what they mean, and what is wrong with them.

use std::any::Any;

use super::items::{self, Items};
use super::kind::{Language, ModelKind, Title};
use super::languages::Languages;
use crate::text::{Diagnostic, Findings, Notes};

impl Languages {
    /// Reads a text and looks its names up. Never fails and never panics; linear but for logarithms.
    #[must_use]
    pub fn read(&self, text: &str) -> Reading {
        self.read_noting(text, None).0
    }

    /// The same, with what the parser has noted down for an editor on its way.
    pub(super) fn read_noting(&self, text: &str, notes: Option<Notes>) -> (Reading, Notes) {
        let mut findings = Findings::default();
        let (items, notes) = items::read(self, text, notes, &mut findings);
        findings.has_been_read();
        let resolve = |it: &Language| (it.resolve)(items.document.as_ref(), &mut findings);
        let model = items.language.map(resolve);
        let reading = Reading {
            title: items.title,
            needs: items
                .language
                .is_none()
                .then_some(items.title.part)
                .flatten(),
            diagnostics: findings.finish(),
            items,
            model,
        };
        (reading, notes)
    }

    /// Reads a text for an editor.
    pub(super) fn note(&self, text: &str, notes: Notes) -> (Items, Notes) {
        items::read(self, text, Some(notes), &mut Findings::default())
    }
}

/// What a text says, as far as it could be read.
pub struct Reading {
    /// The language of the text.
    pub title: &'static Title,
    /// The part of the program that has to be fetched before the text can be read; then there is
    /// nothing more to know of it.
    pub needs: Option<&'static str>,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    items: Items,
    model: Option<Box<dyn Any>>,
}

impl Reading {
    /// The language of the text, where its code is there.
    #[must_use]
    pub fn language(&self) -> Option<&'static Language> {
        self.items.language
    }

    /// What the text means, for those who know which kind of model it holds.
    #[must_use]
    pub fn model<K: ModelKind>(&self) -> Option<&K::Model> {
        self.model.as_ref()?.downcast_ref()
    }

    /// The text as written, for those who know which kind of model it holds.
    #[must_use]
    pub fn document<K: ModelKind>(&self) -> Option<&K::Document> {
        self.items.document.downcast_ref()
    }

    /// The text in canonical form; `None` where it cannot be read yet.
    #[must_use]
    pub fn print(&self) -> Option<String> {
        let language = self.items.language?;
        Some((language.print)(self.items.document.as_ref()))
    }

    /// What the text means and what is wrong with it; nothing where it holds another kind of model.
    #[must_use]
    pub fn into_model<K: ModelKind>(self) -> (K::Model, Vec<Diagnostic>) {
        let model = self.model.and_then(|it| it.downcast().ok());
        (model.map(|it| *it).unwrap_or_default(), self.diagnostics)
    }
}
