//! The state space: global states and what leads from one to another.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::PlaceView;

/// Global states and what leads from one to another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SpaceView {
    /// The states; the first is the start.
    pub states: Vec<SpaceStateView>,
    /// Which state can follow which, by one message set; each pair once.
    pub edges: Vec<SpaceEdgeView>,
    /// Whether these are all; else they are those of the run and what can follow them.
    pub whole: bool,
    /// One sentence: how many there are.
    pub sentence: String,
}

/// A global state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpaceStateView {
    /// Where each lifeline is.
    pub places: Vec<PlaceView>,
    /// The fewest transactions that lead there, where all states were visited.
    pub depth: Option<u32>,
    /// Whether anything can follow.
    pub end: EndView,
    /// Whether the check's goal holds there.
    pub goal: bool,
    /// The steps of the run after which it is there, in ascending order.
    pub steps: Vec<usize>,
}

/// Whether anything can follow a global state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndView {
    /// Something can.
    #[default]
    None,
    /// Nothing, and all lifelines are in final states.
    Terminated,
    /// Nothing, and some lifeline is not.
    Deadlock,
}

/// One message set leads from a state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceEdgeView {
    /// Index of the state before it.
    pub from: usize,
    /// Index of the state after it.
    pub to: usize,
    /// Whether the run goes along it.
    pub lit: bool,
}

impl SpaceView {
    /// The states on a shortest way from the start to a state, both included; `None` where these
    /// edges do not lead there. O(states + edges).
    #[must_use]
    pub fn way(&self, to: usize) -> Option<Vec<usize>> {
        let mut before = vec![None; self.states.len()];
        let mut open = VecDeque::from([0]);
        while let Some(at) = open.pop_front() {
            if at == to {
                let steps = std::iter::successors(Some(to), |&at| before[at].filter(|_| at != 0));
                let mut way: Vec<_> = steps.collect();
                way.reverse();
                return Some(way);
            }
            for edge in self.edges.iter().filter(|edge| edge.from == at) {
                if edge.to != 0 && before[edge.to].is_none() {
                    before[edge.to] = Some(at);
                    open.push_back(edge.to);
                }
            }
        }
        None
    }
}
