//! All runs at once, seen through what somebody tracks.
//!
//! A run shows a list of value changes: the thesis' execution trace (Definition 9). Here all of them are one
//! graph whose nodes are changes. Runs that begin alike share their beginning (the subset construction over the
//! reachability graph, steps that change nothing left out), and equal futures are drawn once (the
//! least such automaton). What leads back is marked as a loop; without that the graph is acyclic.
//!
//! Every path from a start to an end is what some run shows, and every run shows such a path.

use std::collections::{BTreeMap, BTreeSet};

use super::exhaustive::{End, Exhaustive, NodeId};
use super::minimise::minimise;
use crate::expression::Value;
use crate::system::{Trace, Valuation};

/// What changes at once: for some of the tracked things, by number, their new values.
pub type Changes = Vec<(usize, Value)>;

/// States, each with the edge by which a part is entered there; none at a start.
type Entries = BTreeMap<NodeId, Option<(NodeId, usize)>>;

/// All runs of a visit as one graph.
#[derive(Clone, Debug)]
pub struct Executions {
    /// The nodes.
    pub nodes: Vec<Execution>,
    /// Where runs begin.
    pub starts: Vec<usize>,
    /// What each node stands for.
    parts: Vec<Part>,
    /// For each node one of the parts that it stands for.
    examples: Vec<usize>,
}

/// Changes that runs show, and what can come after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// What changes; at a start all that is tracked.
    pub changes: Changes,
    /// How runs can end here.
    pub ends: BTreeSet<End>,
    /// What can change next.
    pub next: Vec<Edge>,
}

/// From one node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The node it leads to.
    pub to: usize,
    /// Whether it closes a loop.
    pub back: bool,
}

/// There are more different runs than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// States that the same changes have led to, with how.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub changes: Changes,
    pub ends: BTreeSet<End>,
    pub next: Vec<usize>,
    /// The part before.
    before: Option<usize>,
    /// The states, each with the state before it, here or in the part before, and the number of the
    /// edge; `None` for a start.
    states: Entries,
}

impl Executions {
    /// The graph of everything that a visit has found so far, of at most so many nodes before equal
    /// futures are merged.
    ///
    /// # Errors
    /// Where there are more.
    pub fn new(
        visit: &Exhaustive<'_>,
        track: &dyn Fn(&Valuation) -> Box<[Value]>,
        most: usize,
    ) -> Result<Self, TooMany> {
        let seen: Vec<_> = visit.nodes().iter().map(|it| track(&it.state)).collect();
        let mut merger = Merger {
            visit,
            seen: &seen,
            parts: Vec::new(),
            known: BTreeMap::new(),
            entries: 0,
        };
        let starts = visit.starts().iter().map(|&it| (it, None));
        let mut grouped: BTreeMap<&[Value], BTreeMap<NodeId, _>> = BTreeMap::new();
        for (node, before) in starts {
            grouped.entry(&seen[node]).or_default().insert(node, before);
        }
        let mut first = Vec::new();
        for (values, entries) in grouped {
            let changes = values.iter().cloned().enumerate().collect();
            first.push(merger.part(changes, entries, None));
        }
        let mut at = 0;
        while at < merger.parts.len() {
            merger.follow(at);
            if merger.parts.len() > most || merger.entries > MOST_ENTRIES {
                return Err(TooMany);
            }
            at += 1;
        }
        Ok(Self::merged(merger.parts, &first))
    }

    fn merged(parts: Vec<Part>, first: &[usize]) -> Self {
        let (classes, examples) = minimise(&parts);
        let mut nodes: Vec<Execution> = Vec::with_capacity(examples.len());
        for &example in &examples {
            let part = &parts[example];
            let next: BTreeSet<_> = part.next.iter().map(|&it| classes[it]).collect();
            nodes.push(Execution {
                changes: part.changes.clone(),
                ends: part.ends.clone(),
                next: next
                    .into_iter()
                    .map(|to| Edge { to, back: false })
                    .collect(),
            });
        }
        let starts: BTreeSet<_> = first.iter().map(|&it| classes[it]).collect();
        let mut executions = Self {
            nodes,
            starts: starts.into_iter().collect(),
            parts,
            examples,
        };
        executions.mark_loops();
        executions
    }

    /// Marks what leads back to a node of the path on which a walk from the starts meets it.
    fn mark_loops(&mut self) {
        #[derive(Clone, Copy, PartialEq)]
        enum Met {
            Never,
            OnPath,
            Done,
        }
        let mut met = vec![Met::Never; self.nodes.len()];
        for &start in &self.starts {
            if met[start] != Met::Never {
                continue;
            }
            met[start] = Met::OnPath;
            let mut path = vec![(start, 0)];
            while let Some((node, at)) = path.last_mut() {
                let node = *node;
                let Some(edge) = self.nodes[node].next.get_mut(*at) else {
                    met[node] = Met::Done;
                    path.pop();
                    continue;
                };
                *at += 1;
                match met[edge.to] {
                    Met::OnPath => edge.back = true,
                    Met::Done => {}
                    Met::Never => {
                        met[edge.to] = Met::OnPath;
                        let to = edge.to;
                        path.push((to, 0));
                    }
                }
            }
        }
    }

    /// How many different runs there are, where each loop ends one: paths from a start, counted for
    /// each way to end.
    #[must_use]
    pub fn count(&self) -> u64 {
        // From the ends to the starts: after a node is done all that it leads to is.
        let mut counts: Vec<Option<u64>> = vec![None; self.nodes.len()];
        let mut open = self.starts.clone();
        while let Some(&node) = open.last() {
            let onward = self.nodes[node].next.iter().filter(|it| !it.back);
            let missing: Vec<_> = onward
                .clone()
                .map(|it| it.to)
                .filter(|&it| counts[it].is_none())
                .collect();
            if counts[node].is_some() || missing.is_empty() {
                let loops = self.nodes[node].next.iter().filter(|it| it.back).count();
                let own = (self.nodes[node].ends.len() + loops) as u64;
                let others = onward.filter_map(|it| counts[it.to]);
                counts[node] = Some(others.fold(own, u64::saturating_add));
                open.pop();
            } else {
                open.extend(missing);
            }
        }
        let starts = self.starts.iter().filter_map(|&it| counts[it]);
        starts.fold(0, u64::saturating_add)
    }

    /// A run that shows a path to a node, and ends there in this way, where one is asked for.
    #[must_use]
    pub fn run_to(&self, visit: &Exhaustive<'_>, node: usize, end: Option<End>) -> Option<Trace> {
        let mut part = &self.parts[*self.examples.get(node)?];
        let anyhow = end.is_none_or(|it| it == End::Silent);
        let ends_so = |it: &&NodeId| anyhow || visit.nodes()[**it].end == end;
        let mut at = *part.states.keys().find(ends_so)?;
        let mut steps = Vec::new();
        while let Some(&Some((before, edge))) = part.states.get(&at) {
            steps.push(visit.nodes()[before].edges[edge].0.clone());
            // The states of a part show the same, and what leads into it shows something else.
            if !part.states.contains_key(&before) {
                part = &self.parts[part.before?];
            }
            at = before;
        }
        steps.reverse();
        Some(Trace {
            start: visit.nodes()[at].state.clone(),
            steps,
        })
    }
}

struct Merger<'v, 's> {
    visit: &'v Exhaustive<'s>,
    /// What each state shows.
    seen: &'v [Box<[Value]>],
    parts: Vec<Part>,
    /// The part of each set of states that changes have led to.
    known: BTreeMap<(Changes, Vec<NodeId>), usize>,
    /// The states of all parts together: a state may be in many of them.
    entries: usize,
}

/// States of all parts together, at most; some hundred megabytes.
const MOST_ENTRIES: usize = 4_000_000;

impl Merger<'_, '_> {
    /// The part of the states that some changes lead to, and of all that follow without a change.
    fn part(&mut self, changes: Changes, entries: Entries, before: Option<usize>) -> usize {
        let key = (changes.clone(), entries.keys().copied().collect());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut states = entries;
        let mut open: Vec<_> = states.keys().copied().collect();
        while let Some(node) = open.pop() {
            for (edge, (_, to)) in self.visit.nodes()[node].edges.iter().enumerate() {
                if self.seen[*to] == self.seen[node] && !states.contains_key(to) {
                    states.insert(*to, Some((node, edge)));
                    open.push(*to);
                }
            }
        }
        let ends = states.keys().filter_map(|&it| self.visit.nodes()[it].end);
        let mut ends: BTreeSet<_> = ends.collect();
        if self.goes_round(&states) {
            ends.insert(End::Silent);
        }
        self.entries += states.len();
        self.parts.push(Part {
            changes,
            ends,
            next: Vec::new(),
            before,
            states,
        });
        self.known.insert(key, self.parts.len() - 1);
        self.parts.len() - 1
    }

    /// Whether there is a circle of steps that change nothing: what is left when states without a step
    /// to what is left are taken away, again and again.
    fn goes_round(&self, states: &Entries) -> bool {
        let mut steps_to: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        let mut count: BTreeMap<NodeId, usize> = BTreeMap::new();
        for &node in states.keys() {
            let edges = self.visit.nodes()[node].edges.iter().map(|(_, to)| *to);
            let silent = edges.filter(|&to| self.seen[to] == self.seen[node]);
            let mut own = 0;
            for to in silent {
                steps_to.entry(to).or_default().push(node);
                own += 1;
            }
            count.insert(node, own);
        }
        let ended = count.iter().filter(|(_, own)| **own == 0);
        let mut open: Vec<_> = ended.map(|(&node, _)| node).collect();
        let mut left = states.len();
        while let Some(node) = open.pop() {
            left -= 1;
            for from in steps_to.get(&node).into_iter().flatten() {
                if let Some(own) = count.get_mut(from) {
                    *own -= 1;
                    if *own == 0 {
                        open.push(*from);
                    }
                }
            }
        }
        left > 0
    }

    /// Finds what can change after a part.
    fn follow(&mut self, at: usize) {
        let mut grouped: BTreeMap<&[Value], Entries> = BTreeMap::new();
        let mut own: &[Value] = &[];
        for &node in self.parts[at].states.keys() {
            own = &self.seen[node];
            for (edge, (_, to)) in self.visit.nodes()[node].edges.iter().enumerate() {
                if self.seen[*to] != self.seen[node] {
                    let group = grouped.entry(&self.seen[*to]).or_default();
                    group.entry(*to).or_insert(Some((node, edge)));
                }
            }
        }
        let mut next = Vec::with_capacity(grouped.len());
        for (values, entries) in grouped {
            let changed = values.iter().zip(own).enumerate();
            let changed = changed.filter(|(_, (new, old))| new != old);
            let changes = changed.map(|(number, (new, _))| (number, new.clone()));
            next.push(self.part(changes.collect(), entries, Some(at)));
            if self.entries > MOST_ENTRIES {
                break;
            }
        }
        self.parts[at].next = next;
    }
}
