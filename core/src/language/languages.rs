//! Languages that texts are read with: those whose code is there, and the titles of those that can be fetched.
//!
//! Where the code of a text's language is not there yet, the answer says which part of the program brings it; whoever asked
//! fetches the part, brings the language in and asks again. Nothing here knows which languages there are: the list does.

use super::kind::{Language, Title};

/// Languages, and the titles of those that can be fetched.
#[derive(Clone, Debug)]
pub struct Languages {
    here: Vec<&'static Language>,
    fetched: Vec<&'static Title>,
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
}
