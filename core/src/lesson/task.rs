//! A task and its criteria, as written.

use serde::{Deserialize, Serialize};

/// The task of a lesson: a text to change until every criterion is met.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The file with the start text.
    pub file: String,
    /// The criteria; the first that is not met speaks.
    pub criteria: Vec<Criterion>,
    /// The line of the block, from 1.
    pub line: u32,
}

/// A criterion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Criterion {
    /// As written, without its sentence.
    pub written: String,
    /// What it demands.
    pub demand: Demand,
    /// What the page says where it is not met, with marks of Markdown (see [`super::words`]); empty where the lesson
    /// has none.
    pub sentence: String,
    /// The line, from 1.
    pub line: u32,
}

/// What a criterion demands of an attempt. Checks count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Demand {
    /// `open …`: only these lines of the start text differ.
    Open(OpenLines),
    /// `expected`: every check of the text is answered as expected.
    Expected,
    /// `hidden N-M`: these checks of the hidden items are answered as expected.
    Hidden(usize, usize),
    /// `keeps SCENARIO`: the start text's messages of this scenario are still there, in their order.
    Keeps(String),
    /// `contains LINE`: this line is there, blanks aside.
    Contains(String),
    /// `asks N QUESTION`: check N asks this.
    Asks(usize, String),
    /// `answers N ANSWER`: check N has this answer.
    Answers(usize, String),
    /// `every-length N`: check N has no bound.
    EveryLength(usize),
    /// `tight N`: the bound of check N is the depth of its run: with one less it fails.
    Tight(usize),
    /// `tight-first N`: with the first number of the delay in line N of the open lines less by one, a check fails.
    TightFirst(usize),
    /// `inductive N PART`: a part of "the condition of check N is inductive and implies the `prop`".
    Inductive(usize, Part),
    /// `lies PAPER REPAIRS`: with these repairs the printed formulas of the paper give a wrong yes to some check.
    Lies(String, Vec<String>),
    /// `cured PAPER REPAIRS`: with these repairs they give a wrong yes to no check.
    Cured(String, Vec<String>),
    /// `proof F`: the attempt refutes the formula of the file.
    Proof(String),
    /// `same-traces` and `same-refusals`: the attempt behaves as a reference.
    Same(Same),
}

/// The lines of a start text that may be changed, from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenLines {
    /// `open all`.
    pub all: bool,
    /// Lines from the first to the last of each range; they may be changed, removed, and added to.
    pub ranges: Vec<(usize, usize)>,
    /// `after N`: lines may be added after this one.
    pub after: Vec<usize>,
}

/// A part of `inductive`. C is the condition of the check, P the `prop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// C is true at the start.
    Start,
    /// C stays true in one step from wherever it is true.
    Step,
    /// Wherever C is true, P is.
    Implies,
}

/// What `same-traces` and `same-refusals` compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Same {
    /// Whether what may be refused counts besides the runs.
    pub refusals: bool,
    /// The machine by itself, with a partner that can do everything; `None` is the whole system.
    pub machine: Option<String>,
    /// The file with the reference.
    pub reference: String,
}

impl Task {
    /// The ending of the start file, such as `lks`.
    #[must_use]
    pub fn ending(&self) -> &str {
        self.file.rsplit_once('.').map_or("", |(_, ending)| ending)
    }

    /// The file with the hidden items: `hidden.` with the ending of the start file.
    #[must_use]
    pub fn hidden_file(&self) -> &'static str {
        match self.ending() {
            "xsts" => "hidden.xsts",
            _ => "hidden.lks",
        }
    }

    /// The files that the task needs: the start text, and what criteria refer to.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let demanded = self.criteria.iter().filter_map(|it| match &it.demand {
            Demand::Hidden(..) => Some(self.hidden_file()),
            Demand::Proof(file) => Some(file.as_str()),
            Demand::Same(same) => Some(same.reference.as_str()),
            _ => None,
        });
        [self.file.as_str()].into_iter().chain(demanded)
    }

    /// Whether a file of this name is an attempt that comes with the lesson: its name begins with `solution` or `wrong`, and
    /// has the ending of the start text.
    #[must_use]
    pub fn is_attempt(&self, name: &str) -> bool {
        let has_ending = (name.rsplit_once('.')).is_some_and(|it| it.1 == self.ending());
        has_ending && (name.starts_with("solution") || name.starts_with("wrong"))
    }

    /// The lines of the start text that may be changed; all of them where no criterion says so.
    #[must_use]
    pub fn open_lines(&self) -> OpenLines {
        let open = self.criteria.iter().find_map(|it| match &it.demand {
            Demand::Open(lines) => Some(lines.clone()),
            _ => None,
        });
        open.unwrap_or(OpenLines {
            all: true,
            ..OpenLines::default()
        })
    }
}
