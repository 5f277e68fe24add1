//! The state space: states and what leads from one to another, of machines and of transition systems.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::PlaceView;

/// States and what leads from one to another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SpaceView {
    /// The states; of machines the first is the start.
    pub states: Vec<SpaceStateView>,
    /// Which state can follow which, by one message set, or what else is between two that are drawn; each pair once.
    pub edges: Vec<SpaceEdgeView>,
    /// Whether these are all; else they are those of the run and what can follow them, or the nearest and those of the
    /// run.
    pub whole: bool,
    /// One sentence: how many there are. Names stand between backticks.
    pub sentence: String,
    /// What depths count.
    pub unit: SpaceUnitView,
    /// What a state is where the goal holds, in a word.
    pub goal: String,
    /// Steps of the run that are neither in one of these states nor on the way from one to another, and why; of transition
    /// systems.
    pub undrawn: Vec<UndrawnView>,
}

/// Steps of a run that are not in the picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndrawnView {
    /// The first of them.
    pub first: usize,
    /// The last of them.
    pub last: usize,
    /// What each of them is, as the rest of a sentence that begins with its name.
    pub why: String,
}

/// What the depth of a state counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpaceUnitView {
    /// Message sets of machines.
    #[default]
    MessageSets,
    /// Firings of `trans`.
    Firings,
    /// Executions of `init`, `env` and `trans`.
    Steps,
    /// Behaviours of statecharts, of which a step has one or more.
    Behaviours,
}

/// A state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpaceStateView {
    /// Where each lifeline is; of machines.
    pub places: Vec<PlaceView>,
    /// The values of the variables, in the order of the text; of transition systems.
    pub values: Vec<String>,
    /// Whether it lies between the states that properties are about, such as one between `env` and `trans`.
    pub between: bool,
    /// The choices by which a run by hand gets there, the first of which chooses the start; of transition systems. Empty
    /// where only the run leads there.
    pub way: Vec<usize>,
    /// The fewest transactions that lead there, where all states were visited; of transition systems the fewest firings
    /// or steps that were found.
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
    /// Nothing, and that is fine: all lifelines are in final states.
    Terminated,
    /// Nothing, and that is a deadlock.
    Deadlock,
}

/// One message set, or what else is between two states that are drawn, leads from a state to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceEdgeView {
    /// Index of the state before it.
    pub from: usize,
    /// Index of the state after it.
    pub to: usize,
    /// Whether the run goes along it.
    pub lit: bool,
    /// The steps of the run after which it is on the way between the two.
    pub within: Vec<usize>,
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
