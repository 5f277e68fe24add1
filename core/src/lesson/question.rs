//! What the judge asks of the engines, and what they answer.

use serde::{Deserialize, Serialize};

use crate::view::{Outcome, PrintedView, StructureKind};

/// A question about a check of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The text: the attempt, the attempt with hidden items, or a model that was derived from it.
    pub text: String,
    /// The kind of model that it holds.
    pub kind: StructureKind,
    /// The check, from 0, as `CheckView::index` counts.
    pub check: usize,
    /// Where the printed formulas are asked and not the definitions: the names of the repairs that are made to them.
    pub printed: Option<Vec<String>>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// What the definitions answer.
    Outcome(Box<Outcome>),
    /// What the printed formulas answer.
    Printed(Box<PrintedView>),
    /// The question was not answered, with the reason as a sentence: the papers do not encode such a check, or a part
    /// of the program is missing.
    Refused(String),
}
