//! Explicit search: every state, breadth first, a piece at a time.
//!
//! What is found first is nearest. A state of which a limit of the tool keeps some steps secret makes the visit
//! incomplete: what it finds is there, and what it does not find nobody knows.

use super::store::Store;
use super::{Engine, Evidence, Finding, Look, Space, Way};
use crate::engine::{Coverage, Limits, Reached, Stop, Watch};
use crate::system::{Flow, Valuation};

/// Looks at the watch after so many states.
const LOOK: u64 = 256;

/// A visit of a space.
pub struct Visit<'s> {
    space: &'s dyn Space,
    within: Option<u32>,
    store: Store,
    /// The state whose steps are followed next.
    next: usize,
    /// Where the present layer ends.
    layer_end: usize,
    /// Counted steps to the present layer.
    depth: u32,
    /// Whether everything so far was followed to where the definitions end it.
    complete: bool,
    /// Whether what follows the present layer is beyond the bound.
    beyond: bool,
    /// What was found, by number.
    found: Option<usize>,
    begun: bool,
}

impl<'s> Visit<'s> {
    /// A visit that has not begun, of what is within so many counted steps.
    #[must_use]
    pub fn new(space: &'s dyn Space, within: Option<u32>) -> Self {
        Self {
            space,
            within,
            store: Store::new(),
            next: 0,
            layer_end: 0,
            depth: 0,
            complete: true,
            beyond: false,
            found: None,
            begun: false,
        }
    }

    /// How far it got.
    #[must_use]
    pub fn reached(&self) -> Reached {
        Reached {
            depth: self.depth,
            states: self.store.len() as u64,
            ..Reached::default()
        }
    }

    /// Bytes that are held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.store.bytes()
    }

    /// Whether everything so far was followed to where the definitions end it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Follows the steps of up to so many further states; what it has come to, if it is over.
    pub fn go_on(
        &mut self,
        states: u64,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Option<Finding> {
        if !self.begun {
            self.begin();
        }
        for turn in 0..states {
            if let Some(found) = self.found {
                return Some(self.finding(Some(found), Coverage::Every));
            }
            if self.next == self.layer_end && !self.open_layer() {
                let covered = match self.beyond {
                    true => Coverage::Bound,
                    false => Coverage::Every,
                };
                return Some(self.finding(None, covered));
            }
            if self.store.bytes() > limits.memory {
                return Some(self.finding(None, Coverage::Open(Stop::Memory)));
            }
            if self.store.len() as u64 > limits.states {
                return Some(self.finding(None, Coverage::Open(Stop::States)));
            }
            if turn % LOOK == LOOK - 1 && !watch.keep_going(self.reached()) {
                return Some(self.finding(None, Coverage::Open(Stop::Asked)));
            }
            self.follow();
        }
        None
    }

    fn begin(&mut self) {
        self.begun = true;
        let mut starts: Vec<Valuation> = Vec::new();
        let all = self.space.starts(&mut |state| {
            starts.push(state);
            Flow::Continue(())
        });
        self.complete &= all;
        for state in starts {
            self.meet(&state, None);
        }
    }

    /// Begins the next layer, if there is one and it matters.
    fn open_layer(&mut self) -> bool {
        if self.next == self.store.len() {
            return false;
        }
        // Every state of a layer is as many steps from the start as the others.
        let counts = |it: usize| self.space.counts(&self.store.state(it).into());
        if let Some(last) = self.next.checked_sub(1) {
            self.depth += u32::from(counts(last));
        }
        let after = self.depth + u32::from(counts(self.next));
        self.beyond = self.within.is_some_and(|most| after > most);
        self.layer_end = self.store.len();
        // Whether the states of the last layer are ends is seen by their steps only.
        !self.beyond || self.space.seeks_ends()
    }

    fn meet(&mut self, state: &Valuation, before: Option<usize>) {
        if !self.store.meet(state, before) {
            return;
        }
        match self.space.look(state) {
            Look::Wanted => {
                self.found.get_or_insert(self.store.len() - 1);
            }
            Look::Unclear => self.complete = false,
            Look::Other => {}
        }
    }

    fn follow(&mut self) {
        let at: Valuation = self.store.state(self.next).into();
        let mut after: Vec<Valuation> = Vec::new();
        let all = self.space.steps(&at, &mut |state| {
            after.push(state);
            Flow::Continue(())
        });
        self.complete &= all;
        if all && after.is_empty() && self.space.seeks_ends() {
            self.found = Some(self.next);
            return;
        }
        if !self.beyond {
            for state in &after {
                self.meet(state, Some(self.next));
            }
        }
        self.next += 1;
    }

    /// Counted steps of a way.
    fn counted(&self, way: &[Valuation]) -> u32 {
        let (_, before) = way.split_last().expect("a way has a start");
        let counted = before.iter().filter(|it| self.space.counts(it));
        u32::try_from(counted.count()).unwrap_or(u32::MAX)
    }

    fn finding(&self, found: Option<usize>, coverage: Coverage) -> Finding {
        let way = found.map(|it| self.store.way(it));
        let depth = way.as_ref().map_or(0, |it| self.counted(it));
        let over = way.is_none() && !matches!(coverage, Coverage::Open(_));
        Finding {
            depth,
            shortest: way.is_some() && self.complete,
            way: way.map(Way::States),
            coverage: match coverage {
                Coverage::Every | Coverage::Bound if over && !self.complete => {
                    Coverage::Open(Stop::Size)
                }
                coverage => coverage,
            },
            engine: Engine::Explicit,
            evidence: if over && self.complete {
                Evidence::Visited(self.store.len() as u64)
            } else {
                Evidence::None
            },
            reached: self.reached(),
        }
    }
}
