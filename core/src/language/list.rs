//! The list of languages, and reading a text with it.
//!
//! One text holds one kind of model. Where the code of its language is not there yet, the answer says
//! which part of the program brings it; whoever asked fetches the part, brings the language into
//! the list and asks again.

use std::any::Any;

use super::classes::kind::{LANGUAGE as CLASSES, TITLE as CLASSES_TITLE};
use super::document::items::{self, Items};
use super::kind::{Language, ModelKind, Title};
use super::machines::kind::{LANGUAGE as MACHINES, TITLE as MACHINES_TITLE};
#[cfg(feature = "toy-kinds")]
use super::petri::kind::{LANGUAGE as PETRI, TITLE as PETRI_TITLE};
use super::statechart::kind::{LANGUAGE as STATECHARTS, TITLE as STATECHARTS_TITLE};
use super::transitions::kind::{LANGUAGE as TRANSITIONS, TITLE as TRANSITIONS_TITLE};
use crate::text::{Diagnostic, Findings, Notes};

/// Every language whose code is always there, the usual one first.
const ALL: &[&Language] = &[&MACHINES];

/// The titles of the languages that parts of the program bring.
const FETCHED: &[&Title] = &[
    &TRANSITIONS_TITLE,
    &STATECHARTS_TITLE,
    &CLASSES_TITLE,
    #[cfg(feature = "toy-kinds")]
    &PETRI_TITLE,
];

/// These languages. A list of its own, since it needs their code.
const BROUGHT: &[&Language] = &[
    &TRANSITIONS,
    &STATECHARTS,
    &CLASSES,
    #[cfg(feature = "toy-kinds")]
    &PETRI,
];

/// The title of a language by its name.
#[must_use]
pub fn title(name: &str) -> Option<&'static Title> {
    let here = ALL.iter().map(|it| it.title);
    let mut all = here.chain(FETCHED.iter().copied());
    all.find(|it| it.name == name)
}

/// Languages, and the titles of those that can be fetched.
#[derive(Clone, Debug)]
pub struct Languages {
    here: Vec<&'static Language>,
    fetched: Vec<&'static Title>,
}

impl Default for Languages {
    fn default() -> Self {
        let mut languages = Self::of(ALL);
        languages.fetched.extend(FETCHED);
        languages
    }
}

impl Languages {
    /// A list of languages, the usual one first; at least one.
    #[must_use]
    pub fn of(languages: &[&'static Language]) -> Self {
        debug_assert!(!languages.is_empty(), "some language is the usual one");
        Self {
            here: languages.to_vec(),
            fetched: Vec::new(),
        }
    }

    /// One language with its code, where the others are only known by their titles: a text that mixes them is told so.
    #[must_use]
    pub fn only(language: &'static Language) -> Self {
        let mut languages = Self::of(&[language]);
        languages.announce(&MACHINES_TITLE);
        languages.fetched.extend(FETCHED);
        languages
    }

    /// Every language there is, with its code.
    #[must_use]
    pub fn whole() -> Self {
        let mut languages = Self::default();
        BROUGHT.iter().for_each(|it| languages.bring(it));
        languages
    }

    /// Adds a language that a part of the program can bring.
    pub fn announce(&mut self, title: &'static Title) {
        self.fetched.push(title);
    }

    /// Adds a language, announced before or not.
    pub fn bring(&mut self, language: &'static Language) {
        if self.language(language.title).is_none() {
            self.here.push(language);
        }
    }

    /// The titles of all languages, each once, the usual one first.
    pub fn titles(&self) -> impl Iterator<Item = &'static Title> {
        let here = self.here.iter().map(|it| it.title);
        let fetched = self.fetched.iter().copied();
        here.chain(fetched.filter(|title| self.language(title).is_none()))
    }

    /// The title of texts that do not say what they hold.
    pub(super) fn usual(&self) -> &'static Title {
        self.here[0].title
    }

    /// The language of a title, where its code is there.
    pub(super) fn language(&self, title: &Title) -> Option<&'static Language> {
        let mut here = self.here.iter().copied();
        here.find(|it| it.title.name == title.name)
    }

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
