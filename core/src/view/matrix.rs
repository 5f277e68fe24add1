//! Which combinations of places occur together, and how soon.

use serde::{Deserialize, Serialize};

use super::PlaceView;

/// What the shell wants of a matrix.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatrixOptions {
    /// The scenario whose lifelines play; `None` for those of the system.
    pub scenario: Option<usize>,
    /// Indices of the lifelines to combine; empty means all.
    pub lifelines: Vec<usize>,
    /// Which choices of them make a combination.
    pub choice: ChoiceView,
    /// Whether places inside transitions count as well as states.
    pub intermediate: bool,
    /// Where some lifelines, by index, start instead of in their initial states.
    pub from: Vec<(usize, PlaceView)>,
    /// Most transactions; `None` is no limit.
    pub within: Option<u32>,
    /// Most global states; `None` is the default.
    pub max_states: Option<u64>,
    /// Most bytes that the search may take; `None` is the default.
    #[serde(default)]
    pub max_memory: Option<u64>,
    /// Milliseconds until the search ends where it is; `None` is no limit.
    pub timeout_ms: Option<f64>,
}

/// Which choices of lifelines make a combination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChoiceView {
    /// All of them.
    #[default]
    Full,
    /// Any one.
    Each,
    /// Any two.
    Pairs,
    /// Any, also none.
    Partial,
}

/// What is known of a combination without a depth, or of all of them together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CoversView {
    /// It is never reached.
    Every,
    /// It is not reached within the bound.
    Bound,
    /// It is not reached within [`MatrixView::depth`] transactions; beyond, nothing is known.
    Open,
}

/// Every combination with the fewest transactions to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatrixView {
    /// The combinations, one group for each choice of lifelines.
    pub groups: Vec<MatrixGroupView>,
    /// How many combinations there are.
    pub count: u64,
    /// How many of them have a depth.
    pub reachable: u64,
    /// How many have the depth 0, 1, 2 and so on, up to the greatest depth.
    pub by_depth: Vec<u64>,
    /// The K that was asked for.
    pub bound: Option<u32>,
    /// What is known of all of those without a depth.
    pub covers: CoversView,
    /// Whether one visit of the global states decided everything.
    pub visited: bool,
    /// How many were asked about one by one, because there are more states than can be visited.
    pub asked: u64,
    /// Every run of at most so many transactions was covered.
    pub depth: u32,
    /// Global states that were visited.
    pub states: u64,
    /// One sentence that states the result and what it covers.
    pub sentence: String,
    /// Milliseconds spent on searching.
    pub search_ms: f64,
}

/// The combinations of one choice of lifelines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatrixGroupView {
    /// Indices of the lifelines, in ascending order.
    pub lifelines: Vec<usize>,
    /// One row for each combination; the last lifeline's place changes fastest.
    pub rows: Vec<MatrixRowView>,
}

/// One combination.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatrixRowView {
    /// One place for each lifeline of the group.
    pub places: Vec<PlaceView>,
    /// The fewest transactions to a global state with these places, by a run that was replayed.
    pub depth: Option<u32>,
    /// What is known where there is no depth.
    pub covers: CoversView,
}
