//! What the judge says about an attempt.

use serde::{Deserialize, Serialize};

use crate::view::{DiagnosticView, Outcome, PrintedView, StructureKind};

/// Which criteria of a task an attempt meets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// One entry for each criterion, in the order of the task.
    pub criteria: Vec<Judged>,
}

/// Whether a criterion is met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Met {
    /// It is met.
    Yes,
    /// It is not met.
    No,
    /// A limit was hit before that was decided. Nothing is said against the attempt.
    Unknown,
    /// Not decided yet: the judge waits for an answer.
    #[default]
    Open,
}

/// A criterion with what the judge says about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Whether it is met.
    pub met: Met,
    /// What to say where it is not met or not known, with marks of Markdown (see [`super::words`]); empty otherwise. It is
    /// the lesson's own sentence, where it has one and the text can be read.
    pub sentence: String,
    /// What shows that it is not met, or of a wrong *yes* that was asked for, that it is there.
    pub evidence: Option<Evidence>,
}

/// What shows whether a criterion is met.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Evidence {
    /// The text of the attempt has an error; the first one.
    Error(DiagnosticView),
    /// A locked line was changed.
    Locked(Change),
    /// The hidden items do not fit the attempt: what is missing, as a sentence.
    Missing(String),
    /// A check and its answer.
    Shown(Box<Shown>),
    /// The printed formulas of a check of the attempt: its index from 0, and what they say.
    Printed(usize, Box<PrintedView>),
    /// A proof that does not hold.
    Proof(ProofFault),
    /// A run after which attempt and reference differ.
    Differs(Difference),
}

/// A check that shows that a criterion is not met, with its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// Which text the check belongs to.
    pub of: Played,
    /// The text; that of the attempt is not repeated, it is empty then.
    pub text: String,
    /// The kind of model.
    pub kind: StructureKind,
    /// The check in this text, from 0.
    pub check: usize,
    /// The check as its title says it, such as `reach Guest.waiting, Kettle.hot`.
    pub title: String,
    /// The answer; its run can be played over the text.
    pub outcome: Outcome,
}

/// The text that a check belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Played {
    /// The attempt itself.
    Attempt,
    /// The attempt with the hidden items behind it: lines of the attempt are the same in it.
    WithHidden,
    /// A model that was derived from the attempt: as `inductive` and `tight-first` define it.
    Derived,
}

/// What is wrong with a proof that was written by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofFault {
    /// The line, from 1; that after the last one where a proof does not come to its end.
    pub line: u32,
    /// What is wrong, one sentence.
    pub sentence: String,
}

/// Where an attempt and its reference differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// A shortest run after which they do: `?coin` is received, `!{drink}` is sent.
    pub run: Vec<String>,
    /// What they differ in, one sentence.
    pub sentence: String,
}

/// Which lines of an attempt are locked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Locks {
    /// One entry for each line of the attempt; empty lines at its end have none.
    pub lines: Vec<LineLock>,
    /// The first change that is not allowed; `None` where the attempt keeps to the open lines.
    pub change: Option<Change>,
}

/// A line of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineLock {
    /// Whether it is one of the start text's locked lines.
    pub locked: bool,
    /// The line of the start text that it is, from 1; `None` where it is another one.
    pub start: Option<u32>,
}

/// A change where the start text is locked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The locked line of the start text, from 1: the one that was changed or removed, or the one before which a line
    /// was added. One more than there are where a line was added at the end.
    pub start_line: u32,
    /// That line as it was.
    pub was: String,
    /// The line of the attempt that stands in its place, from 1.
    pub line: u32,
    /// One sentence.
    pub sentence: String,
}

impl Judgement {
    /// Whether every criterion is met.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        !self.criteria.is_empty() && self.criteria.iter().all(|it| it.met == Met::Yes)
    }

    /// The criterion that speaks, with its index: the first that is not met, if all before it are decided.
    #[must_use]
    pub fn first(&self) -> Option<(usize, &Judged)> {
        let mut all = self.criteria.iter().enumerate();
        all.find(|(_, it)| it.met != Met::Yes)
            .filter(|(_, it)| it.met != Met::Open)
    }
}
