//! Statecharts as a language: their words, and how texts are read, meant and printed.

use super::ast::StatechartDocument;
use super::model::StatechartModel;
use super::words::VOCABULARY;
use super::{check, parse, print};
use crate::language::kind::{
    Asking, Extras, Language, ModelKind, ProposedRepairs, ShownFormulas, Title,
};
use crate::text::{Cursor, Findings, Span, Word};

/// What is known of the language while its code is not there.
pub static TITLE: Title = Title {
    name: "statecharts",
    part: Some("statecharts"),
    vocabulary: &VOCABULARY,
    templates: TEMPLATES,
    coming: &[],
    examples: "statecharts",
    step: "step",
    holds: "statecharts",
    asking: Asking {
        and: " and ",
        equals: " == ",
        not: "not ",
        always: Some(" and "),
    },
    extras: Extras {
        formulas: ShownFormulas::Papers,
        depths: true,
        repairs: ProposedRepairs::None,
        compares_repairs: false,
        readings: &["uml", "bmc4uml", "scxml"],
        compares: None,
        blame_alone: true,
    },
};

/// What can be written where an item begins.
const TEMPLATES: &[Word] = &[
    Word {
        label: "statechart",
        detail: "nested states, regions, time",
        template: "statechart ${Name} {\n  [*] --> ${start}\n}",
    },
    Word {
        label: "system",
        detail: "the objects",
        template: "system {\n  ${name} : ${Statechart}\n}",
    },
    Word {
        label: "signal",
        detail: "an event with what it brings",
        template: "signal ${name}(${value} : ${integer})",
    },
    Word {
        label: "scenario",
        detail: "calls in their order",
        template: "scenario ${name} {\n  ${object} -> ${other} : ${event}\n}",
    },
    Word {
        label: "check reach",
        detail: "can this be?",
        template: "check reach ${object.State}",
    },
    Word {
        label: "check always",
        detail: "is this always true?",
        template: "check always ${not object.State}",
    },
    Word {
        label: "check deadlock",
        detail: "can it get stuck?",
        template: "check deadlock",
    },
    Word {
        label: "check deadlock without environment",
        detail: "can it wait for ever?",
        template: "check deadlock without environment",
    },
];

/// The language.
pub static LANGUAGE: Language = Language::of::<Statecharts>();

/// Hierarchical UML state machines with queues and time.
#[derive(Debug)]
pub struct Statecharts;

impl ModelKind for Statecharts {
    type Document = StatechartDocument;
    type Model = StatechartModel;
    const TITLE: &'static Title = &TITLE;

    fn item(cursor: &mut Cursor, word: &'static str, span: Span, document: &mut Self::Document) {
        parse::item(cursor, word, span, document);
    }

    fn resolve(document: &StatechartDocument, findings: &mut Findings) -> StatechartModel {
        check::resolve_into(document, findings)
    }

    fn print(document: &StatechartDocument) -> String {
        print::print(document)
    }
}
