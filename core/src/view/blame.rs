//! What makes a check impossible, and who waits for whom in a deadlock.

use serde::{Deserialize, Serialize};

use super::Range;

/// Demands of the model that together make a scenario or a goal impossible.
///
/// Whatever else the model demands could be waived, and it would still be impossible; waive any one
/// of these as well, and it is possible. See `explain` for what waiving means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlameView {
    /// The demands; empty where no path of transitions leads to the goal, whatever is waived.
    pub elements: Vec<BlamedView>,
    /// Transactions up to which the search for runs went.
    pub within: u32,
    /// Lemmas of the proof that these cannot hold together; it was checked.
    pub lemmas: u64,
    /// One sentence.
    pub sentence: String,
}

/// One demand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlamedView {
    /// The transition or message in the text.
    pub range: Range,
    /// What it demands, in words; names stand in backticks.
    pub what: String,
}

/// Who waits for whom in a deadlock.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WaitGraphView {
    /// All that wait.
    pub edges: Vec<WaitEdgeView>,
    /// Lifelines each of which waits for the next, the last one for the first; empty where there
    /// is no circle.
    pub cycle: Vec<usize>,
    /// One sentence.
    pub sentence: String,
    /// One sentence for each lifeline that waits.
    #[serde(default)]
    pub lines: Vec<String>,
    /// For each lifeline what it has to send, or what it would take.
    #[serde(default)]
    pub holds: Vec<HoldView>,
    /// Where the deadlock looks like an end that was not marked.
    #[serde(default)]
    pub ending: Option<EndingView>,
}

/// What a lifeline has to send or would take in a deadlock.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HoldView {
    /// The symbols that it still has to send.
    pub sends: Vec<String>,
    /// The symbols that it would take.
    pub takes: Vec<String>,
}

/// A deadlock that looks like an end: every lifeline is in a state that it never leaves or where it may
/// end, or waits as it could before its first message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndingView {
    /// The states that would have to be final, each once.
    pub states: Vec<EndingStateView>,
    /// One sentence; names stand in backticks.
    pub sentence: String,
}

/// A state that is not marked as final.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndingStateView {
    /// The machine's name.
    pub machine: String,
    /// The state's name.
    pub state: String,
}

/// One lifeline waits for another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaitEdgeView {
    /// Who waits.
    pub from: usize,
    /// For whom.
    pub to: usize,
    /// The symbol that would have to pass between them.
    pub symbol: String,
    /// True where the one who waits has to send it, false where it would take it.
    pub sends: bool,
}
