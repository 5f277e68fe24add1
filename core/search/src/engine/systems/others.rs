//! Runs beside some that are known already: a space in which those, and no others, are passed over.
//!
//! The known runs form a tree: runs that begin alike share its nodes. A state is one of the space below with the node at
//! which a run is that has gone along a known one so far, or [`OFF`] once it has left them. What is looked for counts
//! unless a known run ends there; nothing follows it, for a run ends where it shows what it shows. So a breadth-first
//! search finds a shortest run that is none of the known ones, in at most as many further states as these have.

use super::{Look, Space};
use crate::budget::Meter;
use crate::state::Flow;

/// A run that has left the known ones.
const OFF: i64 = -1;

/// What of a state tells runs apart.
pub type Shown<'s, K> = Box<dyn Fn(&[i64]) -> K + 's>;

/// A space in which known runs are passed over. What of a state tells runs apart is `K`.
pub struct Others<'s, K> {
    space: &'s dyn Space,
    shown: Shown<'s, K>,
    nodes: Vec<Node<K>>,
}

/// How far runs have gone that begin alike.
struct Node<K> {
    /// What comes next in some of them, with where they are then.
    next: Vec<(K, i64)>,
    /// Whether one of them ends here.
    is_end: bool,
}

impl<K> Default for Node<K> {
    fn default() -> Self {
        Self {
            next: Vec::new(),
            is_end: false,
        }
    }
}

impl<'s, K: PartialEq + Clone> Others<'s, K> {
    /// The space without some runs, each given by what is `shown` of its states.
    #[must_use]
    pub fn new(space: &'s dyn Space, shown: Shown<'s, K>, known: &[Vec<K>]) -> Self {
        let mut others = Self {
            space,
            shown,
            nodes: vec![Node::default()],
        };
        for run in known {
            let mut at = 0;
            for it in run {
                at = match others.after(at, it) {
                    OFF => others.grow(at, it),
                    next => next,
                };
            }
            if let Some(node) = others.node_mut(at) {
                node.is_end = true;
            }
        }
        others
    }

    /// A state of the space below.
    #[must_use]
    pub fn below<'a>(&self, at: &'a [i64]) -> &'a [i64] {
        at.split_last().map_or(at, |it| it.1)
    }

    fn node(&self, at: i64) -> Option<&Node<K>> {
        self.nodes.get(usize::try_from(at).ok()?)
    }

    fn node_mut(&mut self, at: i64) -> Option<&mut Node<K>> {
        self.nodes.get_mut(usize::try_from(at).ok()?)
    }

    /// Where a run is that was at a node and goes on so.
    fn after(&self, at: i64, to: &K) -> i64 {
        let next = self.node(at).map_or(&[][..], |it| &it.next);
        next.iter().find(|it| it.0 == *to).map_or(OFF, |it| it.1)
    }

    fn grow(&mut self, at: i64, to: &K) -> i64 {
        let new = i64::try_from(self.nodes.len()).unwrap_or(OFF);
        self.nodes.push(Node::default());
        if let Some(node) = self.node_mut(at) {
            node.next.push((to.clone(), new));
        }
        new
    }

    /// A state below, after a node.
    fn lifted(&self, before: i64, state: &[i64]) -> Vec<i64> {
        let node = match before {
            OFF => OFF,
            at => self.after(at, &(self.shown)(state)),
        };
        state.iter().copied().chain([node]).collect()
    }

    /// Whether a known run ends in a state.
    fn is_known(&self, at: &[i64]) -> bool {
        let node = at.last().and_then(|&it| self.node(it));
        node.is_some_and(|it| it.is_end)
    }
}

impl<K: PartialEq + Clone> Space for Others<'_, K> {
    fn starts(&self, meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        self.space
            .starts(meter, &mut |state| visit(&self.lifted(0, state)))
    }

    fn steps(&self, at: &[i64], meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        let below = self.below(at);
        if self.space.look(below) == Look::Wanted {
            return true;
        }
        let before = at.last().copied().unwrap_or(OFF);
        let mut any = false;
        let all = self.space.steps(below, meter, &mut |state| {
            any = true;
            visit(&self.lifted(before, state))
        });
        // A known run may end where nothing follows: that is not what is looked for.
        if !any && meter.ended().is_none() && self.is_known(at) {
            let _ = visit(at);
        }
        all
    }

    fn counts(&self, at: &[i64]) -> bool {
        self.space.counts(self.below(at))
    }

    fn look(&self, at: &[i64]) -> Look {
        match self.space.look(self.below(at)) {
            Look::Wanted if self.is_known(at) => Look::Other,
            look => look,
        }
    }

    fn seeks_ends(&self) -> bool {
        self.space.seeks_ends()
    }
}
