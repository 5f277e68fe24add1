//! Class models with contracts as a language: their words, and how texts are read, meant and printed.

use super::ast::ClassDocument;
use super::model::ClassModel;
use super::words::VOCABULARY;
use super::{check, parse, print};
use crate::language::kind::{
    Asking, Extras, Language, ModelKind, ProposedRepairs, ShownFormulas, Title,
};
use crate::text::{Cursor, Findings, Span, Word};

/// What is known of the language while its code is not there.
pub static TITLE: Title = Title {
    name: "class models",
    part: Some("classes"),
    vocabulary: &VOCABULARY,
    templates: TEMPLATES,
    coming: &[],
    examples: "classes",
    step: "call",
    holds: "class models",
    asking: Asking {
        and: " and ",
        equals: " = ",
        not: "not ",
        always: Some(" and "),
    },
    extras: Extras {
        formulas: ShownFormulas::Papers,
        repairs: ProposedRepairs::OfDeadlocksToo,
        readings: &["named", "open"],
        compares: Some("frame"),
        ..Extras::NONE
    },
};

/// What can be written where an item begins.
const TEMPLATES: &[Word] = &[
    Word {
        label: "class",
        detail: "attributes, invariants and operations with contracts",
        template: "class ${Name} {\n  ${open} : Boolean\n  ${change}()\n    pre:  ${not open}\n    post: ${open}\n}",
    },
    Word {
        label: "association",
        detail: "links between objects of two classes",
        template: "association ${Name} { ${One}[1]; ${Other}[*] }",
    },
    Word {
        label: "enum",
        detail: "values with names",
        template: "enum ${Name} { ${first}, ${second} }",
    },
    Word {
        label: "system",
        detail: "the objects",
        template: "system {\n  ${name} : ${Class} { ${open} = ${false} }\n}",
    },
    Word {
        label: "scenario",
        detail: "calls in their order",
        template: "scenario ${name} {\n  -> ${object} : ${change}()\n}",
    },
    Word {
        label: "check reach",
        detail: "can this be?",
        template: "check reach ${object.open}",
    },
    Word {
        label: "check always",
        detail: "is this always true?",
        template: "check always ${not object.open}",
    },
    Word {
        label: "check deadlock",
        detail: "can it get stuck?",
        template: "check deadlock",
    },
    Word {
        label: "check preserves",
        detail: "do all calls keep an invariant?",
        template: "check preserves ${invariant}",
    },
];

/// The language.
pub static LANGUAGE: Language = Language::of::<Classes>();

/// Class models whose operations have pre- and postconditions.
#[derive(Debug)]
pub struct Classes;

impl ModelKind for Classes {
    type Document = ClassDocument;
    type Model = ClassModel;
    const TITLE: &'static Title = &TITLE;

    fn item(cursor: &mut Cursor, word: &'static str, span: Span, document: &mut Self::Document) {
        parse::item(cursor, word, span, document);
    }

    fn resolve(document: &ClassDocument, findings: &mut Findings) -> ClassModel {
        check::resolve(document, findings)
    }

    fn print(document: &ClassDocument) -> String {
        print::print(document)
    }
}
