//! The list of languages. It stands above the folders of all kinds, and none of them knows it.

use super::classes::kind::{LANGUAGE as CLASSES, TITLE as CLASSES_TITLE};
use super::kind::{Language, ModelKind, Title};
use super::languages::Languages;
use super::machines::kind::{LANGUAGE as MACHINES, TITLE as MACHINES_TITLE};
#[cfg(feature = "toy-kinds")]
use super::petri::kind::{LANGUAGE as PETRI, TITLE as PETRI_TITLE};
use super::statechart::kind::{LANGUAGE as STATECHARTS, TITLE as STATECHARTS_TITLE};
use super::transitions::kind::{LANGUAGE as TRANSITIONS, TITLE as TRANSITIONS_TITLE};
use crate::text::Diagnostic;

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

impl Default for Languages {
    fn default() -> Self {
        let mut languages = Self::of(ALL);
        languages.announce_fetched();
        languages
    }
}

impl Languages {
    /// One language with its code, where the others are only known by their titles: a text that mixes them is told so.
    #[must_use]
    pub fn only(language: &'static Language) -> Self {
        let mut languages = Self::of(&[language]);
        languages.announce(&MACHINES_TITLE);
        languages.announce_fetched();
        languages
    }

    /// Every language there is, with its code.
    #[must_use]
    pub fn whole() -> Self {
        let mut languages = Self::default();
        BROUGHT.iter().for_each(|it| languages.bring(it));
        languages
    }

    fn announce_fetched(&mut self) {
        FETCHED.iter().for_each(|it| self.announce(it));
    }
}

/// Reads a text as one of a kind, whatever its words say: what it means, with the diagnostics in the order of the text.
#[must_use]
pub fn read_as<K: ModelKind>(text: &str) -> (K::Model, Vec<Diagnostic>) {
    Languages::only(const { &Language::of::<K>() })
        .read(text)
        .into_model::<K>()
}
