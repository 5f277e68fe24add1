//! Transition systems as a language: its words, and how texts are read, meant and printed.
//!
//! Lines mean nothing in these texts, so whoever reads the first item reads all of them, with the tokens of
//! this language. The page fetches this language as a part of the program; until then [`TITLE`] stands for it, and
//! [`LANGUAGE`] is brought into the list ([`crate::language::Languages::bring`]) when it is there.

use super::ast::TransitionDocument;
use super::model::TransitionModel;
use super::words::{TOKENS, VOCABULARY};
use super::{check, parse, print};
use crate::language::kind::{Asking, Extras, Language, ModelKind, Title};
use crate::text::{Cursor, Findings, Span, Word};

/// What is known of the language while its code is not there.
pub static TITLE: Title = Title {
    name: "transition systems",
    part: Some("transitions"),
    vocabulary: &VOCABULARY,
    templates: TEMPLATES,
    coming: &[],
    examples: "systems",
    step: "firing",
    holds: "a transition system",
    asking: Asking {
        and: " && ",
        equals: " == ",
        not: "!",
        always: Some(" && "),
    },
    extras: Extras::NONE,
};

/// What can be written where an item begins.
const TEMPLATES: &[Word] = &[
    Word {
        label: "type",
        detail: "values with names",
        template: "type ${Name} : { ${First}, ${Second} }",
    },
    Word {
        label: "var",
        detail: "a variable and what it starts with",
        template: "var ${name} : ${integer} = ${0}",
    },
    Word {
        label: "trans",
        detail: "what the system does, again and again",
        template: "trans {\n  ${name} := ${name} + 1;\n}",
    },
    Word {
        label: "init",
        detail: "what is done once, at the start",
        template: "init {}",
    },
    Word {
        label: "env",
        detail: "what the environment does before each `trans`",
        template: "env {\n  havoc ${name};\n}",
    },
    Word {
        label: "prop",
        detail: "what is always true",
        template: "prop { ${name} >= 0 }",
    },
    Word {
        label: "check reach",
        detail: "can this be?",
        template: "check reach ${name} == ${3} within ${10}",
    },
    Word {
        label: "check deadlock",
        detail: "can it get stuck?",
        template: "check deadlock",
    },
];

/// The language.
pub static LANGUAGE: Language = Language::of::<Transitions>();

/// Transition systems in Theta's notation.
#[derive(Debug)]
pub struct Transitions;

impl ModelKind for Transitions {
    type Document = TransitionDocument;
    type Model = TransitionModel;
    const TITLE: &'static Title = &TITLE;

    fn item(cursor: &mut Cursor, word: &'static str, span: Span, document: &mut Self::Document) {
        cursor.in_mode(&TOKENS, |cursor| {
            parse::rest_into(cursor, word, span, document);
        });
    }

    fn resolve(document: &TransitionDocument, findings: &mut Findings) -> TransitionModel {
        parse::complete(document, findings);
        check::resolve_into(document, findings)
    }

    fn print(document: &TransitionDocument) -> String {
        print::print(document)
    }
}
