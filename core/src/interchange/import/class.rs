//! What an import is worth: the class of a text and of each line of its report.
//!
//! An import keeps the meaning of its source, or allows more and names the line; where it can do neither, it says so first.

use std::borrow::Cow;

use super::Imported;

/// How the runs of a text compare with those of its source, as `check same` sees runs. The worse, the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The same runs: every answer is one about the source.
    #[default]
    Exact,
    /// Every run of the source is a run of the text; there may be more. What the text cannot do the source cannot do.
    Wider,
    /// Neither: no answer is one about the source.
    Lossy,
}

impl Class {
    /// Its word, in answers and in the text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Wider => "wider",
            Self::Lossy => "lossy",
        }
    }

    /// Which answers about the text are answers about its source.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Exact => "It has the same runs as the source: every answer carries over.",
            Self::Wider => {
                "It has all runs of the source and maybe more: \"unreachable\" and \"holds\" of \"always\" carry over, other answers may not."
            }
            Self::Lossy => {
                "Something of the source is missing or means something else: no answer carries over."
            }
        }
    }
}

/// Why something is left out, or what stands in its place, with what that means for answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Why {
    pub(super) class: Class,
    pub(super) sentence: &'static str,
}

impl Why {
    /// It says nothing about behaviour, or is said in another way.
    pub(super) const fn exact(sentence: &'static str) -> Self {
        Self {
            class: Class::Exact,
            sentence,
        }
    }

    /// What stands in its place allows more.
    pub(super) const fn wider(sentence: &'static str) -> Self {
        Self {
            class: Class::Wider,
            sentence,
        }
    }

    /// Runs are missing, or others.
    pub(super) const fn lossy(sentence: &'static str) -> Self {
        Self {
            class: Class::Lossy,
            sentence,
        }
    }
}

/// Of a note in any diagram.
pub(super) const TIME_IN_NOTE: Why =
    Why::wider("The time that these words name is not kept: it can take longer or shorter.");

/// Something that the text in our language does not say, or says in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its line, from 1.
    pub line: usize,
    /// What stands there.
    pub what: String,
    /// Why it is left out, or what stands in its place, as a sentence.
    pub why: Cow<'static, str>,
    /// What that means for answers.
    pub class: Class,
}

impl LeftOut {
    pub(super) fn new(line: usize, what: &str, why: Why) -> Self {
        const LONGEST: usize = 80;
        let what = what.trim();
        let what = match what.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &what[..end]),
            None => what.to_owned(),
        };
        Self {
            line,
            what,
            why: why.sentence.into(),
            class: why.class,
        }
    }
}

impl Imported {
    /// With a comment above its text that tells notation and class.
    pub(super) fn with_comment(self) -> Self {
        match self.text.is_empty() {
            true => self,
            false => self.with_comment_at(0),
        }
    }

    /// The same at a place of the text where a line begins.
    pub(super) fn with_comment_at(mut self, at: usize) -> Self {
        let class = self.class();
        let (notation, name, sentence) = (self.notation, class.name(), class.sentence());
        let comment = format!("// Imported ({notation}): {name}. {sentence}\n");
        self.text.insert_str(at, &comment);
        self
    }
}
