//! Diagrams of other tools as texts of ours, each with a report of what was left out and why.
//!
//! A notation is a row of `NOTATIONS`: how it is recognised, and what reads it. Reading never fails: what cannot be
//! said in our language is in the report, at its place, and the rest comes in. What only looks (colours, notes,
//! numbers, activation bars) is left out without a word, since it says nothing about behaviour.

mod chart_text;
mod lines;
mod mermaid;
mod mermaid_sequence;
mod mermaid_state;
mod plantuml;
mod plantuml_sequence;
mod plantuml_state;
mod pssm;
mod scenario_of_objects;
mod scxml;
mod scxml_ends;
mod scxml_nodes;
mod scxml_transitions;
mod sequence;
mod state_diagram;
mod state_forks;
mod state_label;
mod state_machine_text;
mod state_text;

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

/// Something that the text in our language does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its line, from 1.
    pub line: usize,
    /// What stands there.
    pub what: String,
    /// Why it is left out, or what stands in its place, as a sentence.
    pub why: &'static str,
}

impl LeftOut {
    pub(super) fn new(line: usize, what: &str, why: &'static str) -> Self {
        const LONGEST: usize = 80;
        let what = what.trim();
        let what = match what.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &what[..end]),
            None => what.to_owned(),
        };
        Self { line, what, why }
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
    Some(Imported {
        notation: notation.name,
        ..(notation.read)(text)
    })
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
    NOTATIONS.iter().map(|it| it.name).chain(STATE_MACHINES)
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
    if is_markup && text.contains("scxml") {
        return Some(scxml::read(text).map(|it| Imported {
            notation: STATE_MACHINES[0],
            ..it
        }));
    }
    let is_test = text.trim_start().starts_with('{') && text.contains("\"machine\"");
    is_test.then(|| {
        pssm::read(text).map(|text| Imported {
            notation: STATE_MACHINES[1],
            text,
            ..Imported::default()
        })
    })
}
