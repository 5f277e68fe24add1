//! Explicit search: every state, breadth first, a piece at a time.
//!
//! What is found first is nearest. A state of which a limit of the tool keeps some steps secret makes the visit
//! incomplete: what it finds is there, and what it does not find nobody knows.
//!
//! A step that is too long for the turn, or that ends because memory is full, is left; what it has told is kept, and the
//! next turn lists it anew, with at least twice the work.

use super::store::Store;
use super::{Engine, Evidence, Finding, Look, Space, Way};
use crate::budget::{Ended, MOST_BETWEEN_LOOKS, Meter};
use crate::engine::{Coverage, Limits, Reached, Stop, Watch};
use crate::state::{Flow, Valuation};

/// The part of the memory that is for steps while they are listed.
const PART_FOR_STEPS: u64 = 8;
/// Work on one state that a turn counts as nothing but that state, and how much more is worth as much as another one.
const WORK_OF_A_STATE: u64 = 256;
const WORK_PER_TURN: u64 = 2;

/// Layers that are told at most: more are no picture, and would take memory for each step of a very long way.
const MOST_LAYERS: usize = 1_000;

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
    /// Whether the steps of the present layer count.
    counts: bool,
    /// How many states those stand for that were met first after so many counted steps.
    layers: Vec<u64>,
    /// Whether everything so far was followed to where the definitions end it.
    complete: bool,
    /// Whether what follows the present layer is beyond the bound.
    beyond: bool,
    /// How many states those that were met stand for.
    states: u64,
    /// What was found, by number.
    found: Option<usize>,
    begun: bool,
    /// The state at hand, in room that is used again.
    at: Vec<i64>,
    /// Most bytes that may be held, and whether some state was left out because they are.
    memory: u64,
    full: bool,
    /// Most states that may be held.
    most_states: u64,
    /// The work that the step at hand took before it was left.
    patience: u64,
    /// The work after which the meter is told how far it got.
    next_tell: u64,
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
            counts: false,
            layers: Vec::new(),
            complete: true,
            beyond: false,
            states: 0,
            found: None,
            begun: false,
            at: Vec::new(),
            memory: 0,
            full: false,
            most_states: 0,
            patience: 0,
            next_tell: 0,
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
            states: self.states,
            ..Reached::default()
        }
    }

    /// Bytes that are held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.store.bytes() + self.space.bytes()
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
        // The rest is for what steps hold while they are listed.
        self.memory = limits.memory - limits.memory / PART_FOR_STEPS;
        self.most_states = limits.states;
        self.full = false;
        let meter = Meter::new(watch, limits.memory);
        let mut turns = 0;
        loop {
            if let Some(found) = self.found {
                return Some(self.finding(Some(found), Coverage::Every));
            }
            if self.full || meter.ended() == Some(Ended::Stopped(Stop::Memory)) {
                self.full = true;
                return Some(self.finding(None, Coverage::Open(Stop::Memory)));
            }
            if let Some(Ended::Stopped(stop)) = meter.ended() {
                return Some(self.finding(None, Coverage::Open(stop)));
            }
            if !self.begun && self.store.len() as u64 > limits.states {
                return Some(self.finding(None, Coverage::Open(Stop::States)));
            }
            if turns >= states {
                return None;
            }
            let left = (states - turns).saturating_mul(WORK_PER_TURN);
            let allowed = left.saturating_add(WORK_OF_A_STATE);
            if !self.begun {
                turns = self
                    .counted_work(allowed, &meter, Self::begin)
                    .saturating_add(turns);
                continue;
            }
            if self.next == self.layer_end && !self.open_layer() {
                let covered = match self.beyond || self.space.meets_bound() {
                    true => Coverage::Bound,
                    false => Coverage::Every,
                };
                return Some(self.finding(None, covered));
            }
            if self.store.len() as u64 > limits.states {
                return Some(self.finding(None, Coverage::Open(Stop::States)));
            }
            turns = self
                .counted_work(allowed, &meter, Self::follow)
                .saturating_add(turns);
        }
    }

    /// Does a step within so much work, or what it takes to get further than the last time; the turns that it was worth.
    fn counted_work(
        &mut self,
        allowed: u64,
        meter: &Meter<'_>,
        step: fn(&mut Self, &Meter<'_>) -> bool,
    ) -> u64 {
        let allowed = allowed.max(self.patience.saturating_mul(2));
        let before = meter.done();
        self.tell_meter(meter);
        meter.allow(allowed);
        let is_done = meter.work(|| 0).is_continue() && step(self, meter);
        let work = meter.done() - before;
        self.patience = if is_done { 0 } else { work };
        if meter.ended() == Some(Ended::Turn) && !is_done {
            return u64::MAX;
        }
        1 + work.saturating_sub(WORK_OF_A_STATE) / WORK_PER_TURN
    }

    /// Says how far it got, with the bytes that are held.
    fn tell_meter(&mut self, meter: &Meter<'_>) {
        self.next_tell = meter.done() + MOST_BETWEEN_LOOKS;
        meter.tell(Reached {
            bytes: self.bytes(),
            ..self.reached()
        });
    }

    /// Meets a state that was told; whether to tell more.
    fn hear(&mut self, state: &[i64], before: Option<usize>, meter: &Meter<'_>) -> Flow {
        self.meet(state, before);
        if meter.done() >= self.next_tell {
            self.tell_meter(meter);
            if self.found.is_some() || self.store.len() as u64 > self.most_states {
                return Flow::Break(());
            }
        }
        match self.full {
            true => Flow::Break(()),
            false => meter.work(|| 0),
        }
    }

    /// Lists the start states; whether that came to its end.
    fn begin(&mut self, meter: &Meter<'_>) -> bool {
        let space = self.space;
        let mut heard = Flow::Continue(());
        let all = space.starts(meter, &mut |state| {
            heard = self.hear(state, None, meter);
            heard
        });
        let is_done = heard.is_continue() && meter.ended().is_none();
        if is_done {
            self.begun = true;
            self.complete &= all;
        }
        is_done
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
        self.counts = counts(self.next);
        let after = self.depth + u32::from(self.counts);
        self.beyond = self.within.is_some_and(|most| after > most);
        self.layer_end = self.store.len();
        // Whether the states of the last layer are ends is seen by their steps only.
        !self.beyond || self.space.seeks_ends()
    }

    fn meet(&mut self, state: &[i64], before: Option<usize>) {
        let left = self.memory.checked_sub(self.space.bytes());
        if left.is_none_or(|left| !self.store.has_room(state.len(), left)) {
            self.full = true;
            return;
        }
        if !self.store.meet(state, before) {
            return;
        }
        let stands_for = self.space.stands_for(state);
        self.states = self.states.saturating_add(stands_for);
        let depth = self.depth + u32::from(self.counts);
        let layer = depth as usize;
        if layer <= MOST_LAYERS {
            self.layers.resize(self.layers.len().max(layer + 1), 0);
            self.layers[layer] = self.layers[layer].saturating_add(stands_for);
        }
        if self.tell.is_some_and(|tell| tell(state, depth).is_break()) {
            self.found.get_or_insert(self.store.len() - 1);
        }
        match self.space.look(state) {
            Look::Wanted => {
                self.found.get_or_insert(self.store.len() - 1);
            }
            Look::Unclear => self.complete = false,
            Look::Other => {}
        }
    }

    /// Lists what follows the next state; whether that came to its end.
    fn follow(&mut self, meter: &Meter<'_>) -> bool {
        let mut at = std::mem::take(&mut self.at);
        at.clear();
        at.extend_from_slice(self.store.state(self.next));
        let (space, before) = (self.space, self.next);
        let mut is_end = true;
        let mut heard = Flow::Continue(());
        let all = space.steps(&at, meter, &mut |state| {
            is_end = false;
            // Beyond the bound it only matters that there is something.
            heard = match self.beyond {
                true => Flow::Break(()),
                false => self.hear(state, Some(before), meter),
            };
            heard
        });
        self.at = at;
        let is_left = match self.beyond {
            true => is_end && meter.ended().is_some(),
            false => heard.is_break() || meter.ended().is_some(),
        };
        if is_left {
            return false;
        }
        self.complete &= all;
        if all && is_end && space.seeks_ends() {
            self.found = Some(self.next);
            return true;
        }
        self.next += 1;
        true
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
                Evidence::Visited(self.states)
            } else {
                Evidence::None
            },
            layers: if self.layers.len() > MOST_LAYERS {
                Vec::new()
            } else {
                self.layers.clone()
            },
            reached: Reached {
                // What a search held is told only where that ended it.
                bytes: if self.full { self.bytes() } else { 0 },
                ..self.reached()
            },
        }
    }
}
