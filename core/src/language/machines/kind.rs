//! Communicating machines as a language: its words, its items, and how they are read, meant and printed.
//!
//! Keywords are known by where they stand, so a state may be called `check` or `system`. Words of
//! what comes later (`alt`, `entry`, …) are reserved everywhere, so that no text changes its
//! meaning when they arrive. In quotes everything is a name.

use super::document::{self, Document};
use crate::language::kind::{
    Asking, Extras, Language, ModelKind, ProposedRepairs, ShownFormulas, Title,
};
use crate::language::names::{KEYWORDS, RESERVED};
use crate::language::{Model, coming};
use crate::text::{Cursor, Findings, ItemWord, NameKind, Notes, Span, Then, Vocabulary, Word};

/// The words of the language.
pub static VOCABULARY: Vocabulary = Vocabulary {
    items: &[
        ItemWord {
            is_own: true,
            ..item("machine")
        },
        ItemWord {
            then: Then::Brace,
            ..item("system")
        },
        item("scenario"),
        ItemWord {
            label: "neg scenario",
            ..item("neg")
        },
        item("check"),
    ],
    keywords: KEYWORDS,
    reserved: RESERVED,
};

const fn item(word: &'static str) -> ItemWord {
    ItemWord {
        word,
        label: word,
        then: Then::Name,
        is_own: false,
    }
}

/// What is known of the language without its code.
pub static TITLE: Title = Title {
    name: "communicating machines",
    part: None,
    vocabulary: &VOCABULARY,
    templates: TEMPLATES,
    coming: coming::ITEMS,
    examples: "machines",
    step: "transaction",
    holds: "communicating machines",
    asking: Asking {
        and: ", ",
        equals: "",
        not: "",
        always: Some(" and "),
    },
    extras: Extras {
        formulas: ShownFormulas::Both,
        depths: true,
        repairs: ProposedRepairs::OfUnexpected,
        compares_repairs: true,
        readings: &[],
        compares: None,
        blame_alone: false,
    },
};

/// What can be written where an item begins.
const TEMPLATES: &[Word] = &[
    Word {
        label: "machine",
        detail: "states and transitions",
        template: "machine ${Name} {\n  [*] --> ${start}\n}",
    },
    Word {
        label: "scenario",
        detail: "a sequence to play",
        template: "scenario \"${name}\" {\n  ${one}, ${other} : ${Machine}\n  ${one} -> ${other} : ${message}\n}",
    },
    Word {
        label: "neg scenario",
        detail: "a sequence to forbid",
        template: "neg scenario \"${name}\" {\n  ${one}, ${other} : ${Machine}\n  ${one} -> ${other} : ${message}\n}",
    },
    Word {
        label: "check reach",
        detail: "can this be?",
        template: "check reach ${Machine.state} within ${10}",
    },
    Word {
        label: "check always",
        detail: "is this always so?",
        template: "check always not (${Machine.state} and ${Other.state})",
    },
    Word {
        label: "check deadlock",
        detail: "can it get stuck?",
        template: "check deadlock within ${10}",
    },
    Word::plain("check"),
    Word {
        label: "system",
        detail: "which machines there are",
        template: "system {\n  ${name} : ${Machine}\n}",
    },
];

/// The language.
pub static LANGUAGE: Language = Language::of::<Machines>();

/// Communicating machines and their scenarios.
#[derive(Debug)]
pub struct Machines;

impl ModelKind for Machines {
    type Document = Document;
    type Model = Model;
    const TITLE: &'static Title = &TITLE;

    fn item(cursor: &mut Cursor, word: &'static str, span: Span, document: &mut Document) {
        document.items.extend(document::item(cursor, word, span));
    }

    fn resolve(document: &Document, findings: &mut Findings) -> Model {
        document::resolve_into(document, findings)
    }

    fn print(document: &Document) -> String {
        document::print(document)
    }

    fn names<'n>(
        document: &Document,
        notes: &'n Notes,
        kind: NameKind,
        of: Option<&str>,
    ) -> Vec<&'n str> {
        document::names(document, notes, kind, of)
    }
}
