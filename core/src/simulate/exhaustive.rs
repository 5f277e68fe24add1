//! Every run there is: the reachability graph, depth first, a piece at a time.
//!
//! The thesis' Algorithm 2, with its slips mended: the path is cut back where the search goes back, and
//! a path ends where a state was met before, on it or anywhere (it is *covered*), where nothing can
//! happen, or where a limit cuts it off. The same calls give the same graph, however it is cut into pieces.

use std::collections::{BTreeMap, BTreeSet};

use crate::budget::Limits;
use crate::system::{Flow, Status, Step, System, Trace, Valuation};

/// Index of a node in [`Exhaustive::nodes`].
pub type NodeId = usize;

/// A state that was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The state.
    pub state: Valuation,
    /// The step by which it was met first, and the node before it.
    pub before: Option<(NodeId, Step)>,
    /// The steps that have been followed, and where they lead.
    pub edges: Vec<(Step, NodeId)>,
    /// How runs can end here.
    pub end: Option<End>,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// Nothing can happen, and that is fine.
    Terminated,
    /// Nothing can happen, and that is a deadlock.
    Stuck,
    /// Inside a step that was taken apart, and it cannot be completed.
    DeadEnd,
    /// It goes on for ever, and nothing that is tracked changes any more.
    Silent,
    /// A limit kept it from being followed.
    CutOff,
}

/// How far the visit has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Whether every state that was met has been followed to its end, limits aside.
    pub finished: bool,
    /// How many states were met.
    pub nodes: usize,
    /// How many steps were followed.
    pub edges: usize,
    /// How many paths have ended: the runs that Algorithm 2 lists.
    pub paths: usize,
}

/// A visit of everything.
pub struct Exhaustive<'s> {
    system: &'s dyn System,
    nodes: Vec<Node>,
    by_state: BTreeMap<Valuation, NodeId>,
    starts: Vec<NodeId>,
    /// The nodes of the path at hand, with the steps that are still to be followed. Until they all have
    /// been, a node counts as cut off.
    path: Vec<(NodeId, std::vec::IntoIter<Step>)>,
    /// Bytes of the steps of each of these.
    path_bytes: Vec<u64>,
    /// Nodes with more steps than are followed.
    cut: BTreeSet<NodeId>,
    /// Start states that are still to be followed, the last one first.
    open: Vec<NodeId>,
    most_steps: usize,
    /// Whether the system has told every start, and every step of the states that were met.
    whole: bool,
    edges: usize,
    paths: usize,
    /// What the states and steps that are kept take, and may take.
    bytes: u64,
    memory: u64,
}

/// What a node takes besides its state: itself, and its place in the list by states.
const NODE: u64 = (size_of::<Node>() + size_of::<(Valuation, NodeId)>() + 16) as u64;
/// What an edge takes besides its choice, as it is followed and once it has been.
const EDGE: u64 = (2 * size_of::<(Step, NodeId)>()) as u64;

/// So many steps that are listed of a state, beyond the first few, count as one that is followed.
const LISTED_PER_STEP: usize = 2;
/// So many steps of a state do not count until they are followed.
const FEW: usize = 16;
/// What a step takes besides its choice until it is followed.
const STEP: usize = size_of::<Step>() + 16;

impl<'s> Exhaustive<'s> {
    /// A visit that begins at the start states, at most so many of them, and follows at most so many
    /// steps of each state.
    #[must_use]
    pub fn new(system: &'s dyn System, most_starts: usize, most_steps: usize) -> Self {
        let mut visit = Self {
            system,
            nodes: Vec::new(),
            by_state: BTreeMap::new(),
            starts: Vec::new(),
            path: Vec::new(),
            path_bytes: Vec::new(),
            cut: BTreeSet::new(),
            open: Vec::new(),
            most_steps,
            whole: system.tells_every_start(),
            edges: 0,
            paths: 0,
            bytes: 0,
            memory: Limits::default().memory,
        };
        let mut starts = Vec::new();
        system.initial(&mut |state| {
            if starts.len() == most_starts {
                visit.whole = false;
                return Flow::Break(());
            }
            starts.push(state);
            Flow::Continue(())
        });
        for state in starts {
            let (node, new) = visit.meet(state, None);
            if new {
                visit.starts.push(node);
            }
        }
        visit.open = visit.starts.iter().rev().copied().collect();
        visit
    }

    /// Takes no more memory than so many bytes, in which case what is left is cut off; without this as much
    /// as searches may.
    #[must_use]
    pub fn within(mut self, memory: u64) -> Self {
        self.memory = memory;
        self
    }

    /// The bytes that it takes, counted where they are taken.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The states that were met, in that order.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The start states.
    #[must_use]
    pub fn starts(&self) -> &[NodeId] {
        &self.starts
    }

    /// The system that is visited.
    #[must_use]
    pub fn system(&self) -> &'s dyn System {
        self.system
    }

    /// Whether the system has told every start, and every step of the states that were met: only then is a visit
    /// that has finished one of all runs.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// How far the visit has got.
    #[must_use]
    pub fn so_far(&self) -> Visit {
        Visit {
            finished: self.path.is_empty() && self.open.is_empty(),
            nodes: self.nodes.len(),
            edges: self.edges,
            paths: self.paths,
        }
    }

    /// Follows up to so many further steps, and none once there is no memory left. Where many steps are listed of a state, some
    /// of them count as one that is followed.
    pub fn go_on(&mut self, steps: usize) -> Visit {
        let mut left = steps;
        while left > 0 && self.bytes <= self.memory {
            let Some((node, rest)) = self.path.last_mut() else {
                let Some(start) = self.open.pop() else {
                    break;
                };
                left = left.saturating_sub(self.enter(start));
                continue;
            };
            let node = *node;
            let Some(step) = rest.next() else {
                self.path.pop();
                self.bytes -= self.path_bytes.pop().unwrap_or(0);
                if !self.cut.contains(&node) {
                    self.nodes[node].end = None;
                }
                continue;
            };
            left -= 1;
            let state = &self.nodes[node].state;
            let Some(after) = self.system.apply(state, &step) else {
                debug_assert!(false, "a step that is told is possible");
                continue;
            };
            let (to, new) = self.meet(after, Some((node, step.clone())));
            self.bytes += EDGE + 16 * step.choice.len() as u64;
            self.nodes[node].edges.push((step, to));
            self.edges += 1;
            if new {
                left = left.saturating_sub(self.enter(to));
            } else {
                self.paths += 1;
            }
        }
        self.so_far()
    }

    /// The run by which a state was met first.
    #[must_use]
    pub fn run_to(&self, node: NodeId) -> Trace {
        let mut steps = Vec::new();
        let mut at = node;
        while let Some((before, step)) = &self.nodes[at].before {
            steps.push(step.clone());
            at = *before;
        }
        steps.reverse();
        Trace {
            start: self.nodes[at].state.clone(),
            steps,
        }
    }

    /// The node of a state, and whether it is new.
    fn meet(&mut self, state: Valuation, before: Option<(NodeId, Step)>) -> (NodeId, bool) {
        if let Some(&known) = self.by_state.get(&state) {
            return (known, false);
        }
        let node = self.nodes.len();
        self.bytes += NODE + 16 * state.len() as u64;
        self.by_state.insert(state.clone(), node);
        self.nodes.push(Node {
            state,
            before,
            edges: Vec::new(),
            end: Some(End::CutOff),
        });
        (node, true)
    }

    /// Begins to follow the steps of a node. Answers as how many followed steps it counts that so many were listed.
    fn enter(&mut self, node: NodeId) -> usize {
        let state = &self.nodes[node].state;
        let mut steps = Vec::new();
        let mut more = false;
        self.system.steps(state, &mut |step| {
            more = steps.len() == self.most_steps;
            if more {
                return Flow::Break(());
            }
            steps.push(step);
            Flow::Continue(())
        });
        // Where more are told than are followed it does not matter whether these are all.
        self.whole = self.whole && (more || self.system.tells_every_step(state));
        let listed = steps.len();
        let status = match listed {
            0 => self.system.status(state),
            _ => Status::Running,
        };
        let end = match status {
            Status::Terminated => Some(End::Terminated),
            Status::Stuck => Some(End::Stuck),
            Status::Inside => Some(End::DeadEnd),
            // The system does not know of a step, nor that there is none.
            Status::Running => Some(End::CutOff),
        };
        if more {
            self.cut.insert(node);
        }
        self.nodes[node].end = end;
        if steps.is_empty() {
            self.paths += 1;
        } else {
            let choices: usize = steps.iter().map(|it| it.choice.len()).sum();
            let bytes = (steps.len() * STEP + choices * size_of::<i64>()) as u64;
            self.bytes += bytes;
            self.path_bytes.push(bytes);
            self.path.push((node, steps.into_iter()));
        }
        listed.saturating_sub(FEW) / LISTED_PER_STEP
    }
}
