//! Explicit search: every state, breadth first, a piece at a time.
//!
//! What is found first is nearest. A state of which a limit of the tool keeps some steps secret makes the visit
//! incomplete: what it finds is there, and what it does not find nobody knows.

use super::store::Store;
use super::{Engine, Evidence, Finding, Look, Space, Way};
use crate::engine::{Coverage, Limits, Reached, Stop, Watch};
use crate::state::{Flow, Valuation};

/// Looks at the watch after so many states.
const LOOK: u64 = 256;

/// Is told of every state when it is met, with the fewest counted steps to it. Where it wants to hear no more that state is
/// taken for what was looked for.
pub type Tell<'s> = dyn Fn(&[i64], u32) -> Flow + 's;

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
    /// The state at hand, in room that is used again.
    at: Vec<i64>,
    /// Most bytes that may be held, and whether some state was left out because they are.
    memory: u64,
    full: bool,
    tell: Option<&'s Tell<'s>>,
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
            at: Vec::new(),
            memory: 0,
            full: false,
            tell: None,
        }
    }

    /// A visit of everything that tells what it meets.
    #[must_use]
    pub fn telling(space: &'s dyn Space, tell: &'s Tell<'s>) -> Self {
        Self {
            tell: Some(tell),
            ..Self::new(space, None)
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
        self.memory = limits.memory;
        if !self.begun {
            self.begin();
        }
        for turn in 0..states {
            if let Some(found) = self.found {
                return Some(self.finding(Some(found), Coverage::Every));
            }
            if self.full {
                return Some(self.finding(None, Coverage::Open(Stop::Memory)));
            }
            if self.next == self.layer_end && !self.open_layer() {
                let covered = match self.beyond {
                    true => Coverage::Bound,
                    false => Coverage::Every,
                };
                return Some(self.finding(None, covered));
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
        let space = self.space;
        let all = space.starts(&mut |state| {
            self.meet(state, None);
            Flow::Continue(())
        });
        self.complete &= all;
    }

    /// Begins the next layer, if there is one and it matters.
    fn open_layer(&mut self) -> bool {
        if self.next == self.store.len() {
            return false;
        }
        // Every state of a layer is as many steps from the start as the others.
        let counts = |it: usize| self.space.counts(self.store.state(it));
        if let Some(last) = self.next.checked_sub(1) {
            self.depth += u32::from(counts(last));
        }
        let after = self.depth + u32::from(counts(self.next));
        self.beyond = self.within.is_some_and(|most| after > most);
        self.layer_end = self.store.len();
        // Whether the states of the last layer are ends is seen by their steps only.
        !self.beyond || self.space.seeks_ends()
    }

    fn meet(&mut self, state: &[i64], before: Option<usize>) {
        if !self.store.has_room(state.len(), self.memory) {
            self.full = true;
            return;
        }
        if !self.store.meet(state, before) {
            return;
        }
        if let Some(tell) = self.tell {
            let counts = |it| self.space.counts(self.store.state(it));
            let step = before.map_or(0, |it| u32::from(counts(it)));
            if tell(state, self.depth + step).is_break() {
                self.found.get_or_insert(self.store.len() - 1);
            }
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
        let mut at = std::mem::take(&mut self.at);
        at.clear();
        at.extend_from_slice(self.store.state(self.next));
        let (space, before) = (self.space, self.next);
        let mut is_end = true;
        let all = space.steps(&at, &mut |state| {
            is_end = false;
            if !self.beyond {
                self.meet(state, Some(before));
            }
            Flow::Continue(())
        });
        self.at = at;
        self.complete &= all;
        if all && is_end && space.seeks_ends() {
            self.found = Some(self.next);
            return;
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
            reached: Reached {
                // What a search held is told only where that ended it.
                bytes: if self.full { self.store.bytes() } else { 0 },
                ..self.reached()
            },
        }
    }
}
