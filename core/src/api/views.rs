//! The plain data that shells show. All indices count from 0 unless a field says otherwise.
//!
//! Places in the text are UTF-16 offsets, as editors in a browser count, with line and column
//! from 1 for people.

use serde::{Deserialize, Serialize};

use super::{BlameView, WaitGraphView};
use crate::language::Answer;

/// A range of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// UTF-16 offset of the first character.
    pub from: u32,
    /// UTF-16 offset after the last character.
    pub to: u32,
    /// Line of the first character, from 1.
    pub line: u32,
    /// Column of the first character, from 1, in characters.
    pub column: u32,
}

/// What can be said about a text without solving anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// Findings in the order of the text.
    pub diagnostics: Vec<DiagnosticView>,
    /// Machines in the order of the text; broken ones as far as they could be read.
    pub machines: Vec<MachineView>,
    /// Scenarios in the order of the text.
    pub scenarios: Vec<ScenarioView>,
    /// Lifelines of `reach` and `deadlock` checks.
    pub system: Vec<LifelineView>,
    /// The questions; empty while the text has errors that keep them from being asked.
    pub checks: Vec<CheckView>,
    /// Whether any diagnostic is an error: then nothing can be checked.
    pub has_errors: bool,
}

/// A finding about the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiagnosticView {
    /// True for an error, false for a warning.
    pub error: bool,
    /// Stable name, such as `unknown-state`.
    pub code: String,
    /// The place to mark.
    pub range: Range,
    /// One sentence.
    pub title: String,
    /// Further places with what there is to see.
    pub labels: Vec<(Range, String)>,
    /// The next action.
    pub hint: Option<String>,
}

/// A machine for drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MachineView {
    /// The name as written.
    pub name: String,
    /// Where the name is declared.
    pub range: Range,
    /// The states.
    pub states: Vec<StateView>,
    /// Index of the initial state.
    pub initial: usize,
    /// The transitions.
    pub transitions: Vec<TransitionView>,
}

/// A state for drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StateView {
    /// The name.
    pub name: String,
    /// What the diagram shows instead of the name, where the text gives one.
    pub label: Option<String>,
    /// Whether it is fine to end here.
    pub is_final: bool,
    /// First mention.
    pub range: Range,
}

/// A transition for drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TransitionView {
    /// Index of the source state.
    pub source: usize,
    /// Index of the target state.
    pub target: usize,
    /// The trigger; `None` is ε.
    pub trigger: Option<String>,
    /// The effects, possibly none.
    pub effects: Vec<String>,
    /// The line.
    pub range: Range,
}

/// A lifeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LifelineView {
    /// Its name.
    pub name: String,
    /// Index of its machine in [`Analysis::machines`].
    pub machine: usize,
    /// Where it is declared.
    pub range: Range,
}

/// A scenario for drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScenarioView {
    /// The name without quotes.
    pub name: String,
    /// True for `neg scenario`.
    pub forbidden: bool,
    /// Where the name is declared.
    pub range: Range,
    /// Its lifelines.
    pub lifelines: Vec<LifelineView>,
    /// Its messages.
    pub messages: Vec<MessageView>,
}

/// A message of a scenario or of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MessageView {
    /// Index of the sending lifeline.
    pub from: usize,
    /// Index of the receiving lifeline.
    pub to: usize,
    /// The symbol.
    pub symbol: String,
    /// The line in the text, for messages of a scenario.
    pub range: Option<Range>,
    /// For messages of a run: the message of the scenario (index from 0) that it plays.
    pub plays: Option<usize>,
}

/// Which kind of question a check asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Can this scenario be played?
    Scenario,
    /// Can these places be occupied together?
    Reach,
    /// Can the system get stuck?
    Deadlock,
}

/// A check as written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckView {
    /// Index among the checks of the text.
    pub index: usize,
    /// What is asked.
    pub kind: Kind,
    /// The scenario's name, `reach PhD.waiting`, or `deadlock`.
    pub title: String,
    /// Index of the scenario, for scenario checks.
    pub scenario: Option<usize>,
    /// True for a loose reading of a scenario.
    pub loose: bool,
    /// The goal: index of the lifeline and its place.
    pub goal: Vec<(usize, PlaceView)>,
    /// The lifelines that play.
    pub lifelines: Vec<LifelineView>,
    /// The K of `within`.
    pub bound: Option<u32>,
    /// The expected answer's word, where one is expected.
    pub expected: Option<String>,
    /// True where no `check` line asked.
    pub implicit: bool,
    /// The line in the text.
    pub range: Range,
}

/// Where one lifeline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlaceView {
    /// In an original state (index in [`MachineView::states`]).
    State(usize),
    /// Inside a transition (index in [`MachineView::transitions`]): started, effects not yet sent.
    Transition(usize),
}

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

/// One entry of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepView {
    /// The messages exchanged in this step.
    pub messages: Vec<MessageView>,
    /// The half-steps taken in this step.
    pub moves: Vec<MoveView>,
    /// Where each lifeline is after the step.
    pub state: Vec<PlaceView>,
    /// How many messages of the scenario have been exchanged after the step.
    pub done: usize,
    /// The step in words, such as "m sends done to cm; cm leaves maintenance".
    pub sentence: String,
}

/// A half-step of one lifeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveView {
    /// Which lifeline.
    pub lifeline: usize,
    /// Which transition of its machine.
    pub transition: usize,
    /// True where the transition starts (its trigger is taken), false where it completes.
    pub begins: bool,
    /// Where it was.
    pub from: PlaceView,
    /// Where it is now.
    pub to: PlaceView,
}

/// Why the failing message fails, over all runs of the longest prefix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReasonView {
    /// The reason in one sentence.
    pub sentence: String,
    /// What goes wrong.
    pub cause: CauseView,
    /// The places the sender can be in after the prefix.
    pub sender_places: Vec<PlaceView>,
    /// The places the receiver can be in after the prefix.
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
    /// Each is possible, but never in the same run.
    NeverMeet,
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
    /// Who could take what it sends, or send what it takes: lifeline and place.
    pub partners: Vec<(usize, PlaceView)>,
}
