//! Diagrams of other tools as texts of ours, each with a report of what was left out and why.
//!
//! A notation is a row of `NOTATIONS`: how it is recognised, and what reads it. Reading never fails: what cannot be
//! said in our language is in the report, at its place, and the rest comes in. What only looks (colours, notes,
//! numbers, activation bars) is left out without a word, since it says nothing about behaviour. Every entry of the report has
//! a [`Class`], and the text has the worst of them: which answers about the text are answers about the source.
//!
//! Invariant: a text that comes in as [`Class::Exact`] has no errors.

mod chart_text;
mod class;
mod class_files;
mod class_sources;
mod class_text;
mod lines;
mod mermaid;
mod mermaid_sequence;
mod mermaid_state;
mod ocl_file;
mod plantuml;
mod plantuml_sequence;
mod plantuml_state;
mod pssm;
mod questions;
mod scenario_of_objects;
mod scxml;
mod scxml_ends;
mod scxml_events;
mod scxml_nodes;
mod scxml_transitions;
mod sequence;
mod sequence_text;
mod state_conditions;
mod state_diagram;
mod state_forks;
mod state_label;
mod state_machine_text;
mod state_settled;
mod state_text;
mod times;
mod use_association;
mod use_contracts;
mod use_expression;
mod use_model;
mod use_rewriting;
mod use_tokens;
mod use_types;
mod use_wholes;

pub use class::{Class, LeftOut};
use class::{TIME_IN_NOTE, Why};
pub use class_files::{CLASS_FILES, NamedFile, class_files, file_of_classes};
pub use questions::{with_one_object_each, with_questions};

/// What became of a text in another notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The notation that it was read as.
    pub notation: &'static str,
    /// The same in our language.
    pub text: String,
    /// What is not in it, in the order of the lines.
    pub left_out: Vec<LeftOut>,
    /// Whether it is a scenario of a model that was there before: its participants are the model's.
    pub is_scenario: bool,
}

impl Imported {
    /// A text with a report, in the order of the lines, each finding once.
    fn new(text: String, mut left_out: Vec<LeftOut>) -> Self {
        left_out.sort_by_key(|it| it.line);
        left_out.dedup();
        Self {
            text,
            left_out,
            ..Self::default()
        }
    }

    /// The class of the whole: the worst of what is in the report.
    #[must_use]
    pub fn class(&self) -> Class {
        let classes = self.left_out.iter().map(|it| it.class);
        classes.max().unwrap_or(Class::Exact)
    }
}

/// A notation that can be read.
struct Notation {
    name: &'static str,
    recognises: fn(&str) -> bool,
    read: fn(&str) -> Imported,
}

/// All of them; the first that recognises a text reads it.
const NOTATIONS: [Notation; 4] = [
    Notation {
        name: "Mermaid sequence diagram",
        recognises: mermaid_sequence::recognises,
        read: mermaid_sequence::read,
    },
    Notation {
        name: "PlantUML sequence diagram",
        recognises: plantuml_sequence::recognises,
        read: plantuml_sequence::read,
    },
    Notation {
        name: "Mermaid state diagram",
        recognises: mermaid_state::recognises,
        read: mermaid_state::read,
    },
    Notation {
        name: "PlantUML state diagram",
        recognises: plantuml_state::recognises,
        read: plantuml_state::read,
    },
];

/// The text in our language; `None` where it is in no notation that we read. O(length of the text).
#[must_use]
pub fn import(text: &str) -> Option<Imported> {
    let notation = NOTATIONS.iter().find(|it| (it.recognises)(text))?;
    let imported = Imported {
        notation: notation.name,
        ..(notation.read)(text)
    };
    Some(imported.with_comment())
}

/// The text in our language, from any notation of [`all_notations`], which its content tells; `None` where it is in none.
/// A sequence diagram that stands in a text of statecharts comes in as a scenario of their objects.
///
/// # Errors
/// Says what is wrong with a text in a notation that has errors.
#[must_use]
pub fn from_any(text: &str) -> Option<Result<Imported, String>> {
    let beside = scenario_of_objects::beside(text);
    beside
        .or_else(|| import(text).map(Ok))
        .or_else(|| state_machine(text))
}

/// A sequence diagram as a scenario of the objects of a text of statecharts, which comes first in what is written; `None`
/// where one of the two is something else. O(length of the texts · messages of the diagram that cannot be read).
///
/// # Errors
/// Says what keeps the statecharts from having a scenario.
#[must_use]
pub fn onto(diagram: &str, model: &str) -> Option<Result<Imported, String>> {
    scenario_of_objects::onto(diagram, model)
}

/// The names of all notations that are read.
pub fn all_notations() -> impl Iterator<Item = &'static str> {
    let own = NOTATIONS.iter().map(|it| it.name);
    own.chain(STATE_MACHINES)
}

/// The notations of state machines that come in as statecharts.
pub const STATE_MACHINES: [&str; 2] = ["SCXML", "PSSM test in JSON"];

/// A state machine as a statechart; `None` where a text is in none of [`STATE_MACHINES`].
///
/// # Errors
/// Says what is wrong with the text.
#[must_use]
pub fn state_machine(text: &str) -> Option<Result<Imported, String>> {
    // The name of the element may have a prefix.
    let is_markup = text
        .trim_start()
        .trim_start_matches('\u{feff}')
        .starts_with('<');
    let (notation, found) = if is_markup && text.contains("scxml") {
        (STATE_MACHINES[0], scxml::read(text))
    } else if text.trim_start().starts_with('{') && text.contains("\"machine\"") {
        (STATE_MACHINES[1], pssm::read(text))
    } else {
        return None;
    };
    let named = |it| Imported { notation, ..it };
    Some(found.map(|it| named(it).with_comment()))
}

/// The notations that come in as class models.
pub const CLASS_MODELS: [&str; 2] = ["USE model", "OCL file"];

/// A USE model as a class model, without objects and checks, which [`with_questions`] and [`with_one_object_each`] add; `None`
/// where a text is none. O(length of the text · lines that are left out).
#[must_use]
pub fn use_model(text: &str) -> Option<Imported> {
    use_model::recognises(text).then(|| {
        let imported = Imported {
            notation: CLASS_MODELS[0],
            ..use_model::read(text)
        };
        imported.with_comment()
    })
}

/// Whether a text is an OCL file, which needs the classes of another file.
#[must_use]
pub fn is_ocl(text: &str) -> bool {
    ocl_file::recognises(text)
}

/// An OCL file as a class model, with the file that declares its classes, in Emfatic or Ecore; as [`use_model`].
#[must_use]
pub fn ocl(text: &str, classes: &str) -> Option<Imported> {
    ocl_file::recognises(text).then(|| {
        let imported = Imported {
            notation: CLASS_MODELS[1],
            ..ocl_file::read(text, classes)
        };
        imported.with_comment()
    })
}
