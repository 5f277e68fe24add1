//! How soon each lifeline can be where.

use serde::{Deserialize, Serialize};

/// How soon a lifeline can be somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Soon {
    /// After so many transactions, and not sooner; the run was replayed.
    After(u32),
    /// By no run of any length.
    Never,
    /// By no run of at most so many transactions; longer ones were not all tried.
    NotWithin(u32),
}

/// How soon each lifeline of a check can be in each of its states and transitions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DepthsView {
    /// The lifelines of the check.
    pub lifelines: Vec<LifelineDepthsView>,
    /// One sentence: how many states and transitions are never reached.
    pub sentence: String,
    /// What is never reached, by name; a line for each lifeline.
    pub never: Vec<String>,
    /// One sentence about effects that can get stuck, or about their not having been looked for.
    pub stuck: String,
    /// The effects that can get stuck, a sentence for each.
    pub lines: Vec<String>,
}

/// How soon one lifeline can be in each of its states and transitions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LifelineDepthsView {
    /// Its name.
    pub name: String,
    /// The name of its machine.
    pub machine: String,
    /// Each state by name with the fewest transactions until the lifeline is there.
    pub states: Vec<(String, Soon)>,
    /// Each transition with the fewest transactions until the lifeline has started it.
    pub transitions: Vec<TransitionDepthView>,
}

/// How soon a transition starts, and whether it can always go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransitionDepthView {
    /// The fewest transactions until the lifeline has started it.
    pub soon: Soon,
    /// The fewest transactions until the lifeline can be stuck inside it: in its intermediate state,
    /// with effects that are sent in no continuation of the run.
    pub stuck: Option<u32>,
}
