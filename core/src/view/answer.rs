//! The answer to a check, with its evidence and its reason.

use serde::{Deserialize, Serialize};

use super::{BlameView, Kind, PlaceView, StepView, WaitGraphView};
use crate::language::Answer;

/// What the shell wants of a check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// `auto`, `sat` or `explicit`; empty means `auto`.
    pub engine: String,
    /// `delivery`; empty means `delivery`.
    pub encoding: String,
    /// The solver's name; empty means the default one.
    pub solver: String,
    /// Most global states that explicit search may hold; `None` is the default.
    pub max_states: Option<u64>,
    /// Most clauses of a formula; `None` is the default.
    pub max_clauses: Option<u64>,
    /// Most bytes that a search may take; `None` is the default.
    #[serde(default)]
    pub max_memory: Option<u64>,
    /// Milliseconds until the answer is `unknown`; `None` is no limit.
    pub timeout_ms: Option<f64>,
    /// Whether to find out which demands of the model make a scenario or goal impossible. Takes
    /// further questions to the solver.
    #[serde(default)]
    pub blame: bool,
}

/// The answer to one check, with its evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Index of the check.
    pub check: usize,
    /// What was asked.
    pub kind: Kind,
    /// The answer's word: `consistent`, `inconsistent`, `reachable`, `unreachable`, `deadlock`,
    /// `none` or `unknown`.
    pub answer: String,
    /// The expected answer's word.
    pub expected: Option<String>,
    /// Whether it was met; `None` where nothing was expected or the answer is unknown.
    pub as_expected: Option<bool>,
    /// The K of `within`.
    pub bound: Option<u32>,
    /// True where the answer holds for every length, not only up to the bound.
    pub proved: bool,
    /// Transactions on the shortest witness (for a scenario: before its first message).
    pub depth: Option<u32>,
    /// How many messages of the scenario can be exchanged at most.
    pub prefix: Option<u32>,
    /// Index (from 0) of the scenario's first message that cannot.
    pub failing: Option<usize>,
    /// Why it cannot.
    pub reason: Option<ReasonView>,
    /// Which demands of the model make a scenario or goal impossible; only where
    /// [`Options::blame`] asks for it.
    #[serde(default)]
    pub blame: Option<BlameView>,
    /// Who waits for whom in a deadlock.
    #[serde(default)]
    pub waits: Option<WaitGraphView>,
    /// The run: the start state first, then one entry per step. Empty where there is none.
    pub trace: Vec<StepView>,
    /// How the answer was made sure.
    pub certificate: CertificateView,
    /// One sentence that states the answer and what it covers.
    pub sentence: String,
    /// Which engine answered.
    pub engine: String,
    /// Which encoding, where one was used.
    pub encoding: Option<String>,
    /// Which solver, where one was used.
    pub solver: Option<String>,
    /// Variables of the largest formula.
    pub variables: Option<u64>,
    /// Clauses of the largest formula.
    pub clauses: Option<u64>,
    /// Global states that explicit search visited.
    pub states: Option<u64>,
    /// Milliseconds spent on building formulas.
    pub encode_ms: f64,
    /// Milliseconds spent on solving and searching.
    pub solve_ms: f64,
}

impl Outcome {
    /// Nothing is known about the check of an index yet: what every answer is built from.
    #[must_use]
    pub fn unanswered(check: usize, kind: Kind) -> Self {
        Self {
            check,
            kind,
            answer: Answer::Unknown.word().into(),
            expected: None,
            as_expected: None,
            bound: None,
            proved: false,
            depth: None,
            prefix: None,
            failing: None,
            reason: None,
            blame: None,
            waits: None,
            trace: Vec::new(),
            certificate: CertificateView::Open {
                reached: String::new(),
                late: false,
            },
            sentence: String::new(),
            engine: String::new(),
            encoding: None,
            solver: None,
            variables: None,
            clauses: None,
            states: None,
            encode_ms: 0.0,
            solve_ms: 0.0,
        }
    }
}

/// How an answer was made sure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CertificateView {
    /// The witness was replayed by the definitions.
    Replayed,
    /// The solver's proof of unsatisfiability was checked.
    Proof {
        /// Lemmas in the proof.
        lemmas: u64,
    },
    /// Every reachable global state was visited, or one that differs from it only in which of several
    /// equal lifelines is where.
    Exhausted {
        /// How many there are, not counting equal lifelines as one.
        states: u64,
    },
    /// A bound such as a rank table, verified by a small checker.
    Bound {
        /// What the bound is, in words.
        what: String,
    },
    /// No answer, so nothing to certify; how far the search got.
    Open {
        /// One sentence.
        reached: String,
        /// Whether it ended because the time was over: more time may give an answer.
        late: bool,
    },
}

/// Why the failing message fails, over all runs of the longest prefix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReasonView {
    /// The reason in one sentence.
    pub sentence: String,
    /// What goes wrong.
    pub cause: CauseView,
    /// The places the sender can be in after the prefix, within the bound; empty where they are not
    /// all known.
    pub sender_places: Vec<PlaceView>,
    /// The same of the receiver.
    pub receiver_places: Vec<PlaceView>,
    /// What the blocked lifelines wait for instead.
    pub waits: Vec<WaitView>,
}

/// What goes wrong at the failing message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CauseView {
    /// In no run of the prefix can the sender offer it.
    NeverOffered,
    /// In no run of the prefix can the receiver take it.
    NeverTaken,
    /// Each is possible, but never in the same state.
    NeverMeet,
    /// It can follow, but not within the bound.
    NoTransactionLeft,
}

/// What one lifeline waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaitView {
    /// Which lifeline.
    pub lifeline: usize,
    /// In which place.
    pub place: PlaceView,
    /// Symbols it still has to send before it can go on.
    pub sends: Vec<String>,
    /// Symbols it could take instead.
    pub takes: Vec<String>,
    /// Who could take what it sends, or send what it takes, and can be there after the prefix: lifeline
    /// and place.
    pub partners: Vec<(usize, PlaceView)>,
}
