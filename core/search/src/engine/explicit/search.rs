//! The breadth-first search itself, which can be paused at any step.
//!
//! Where only what can be reached matters, not how soon, single message sets do for steps: every
//! transaction is a sequence of them, so they visit the same states, with far fewer steps to try.

mod outlook;

use std::borrow::Cow;
use std::ops::Range;

use super::super::{Coverage, Finding, Limits, Reached, Stop, Watch, is_enough};
use super::Visitor;
use super::expansion::{Expansion, Steps};
use super::gauge::Gauge;
use super::moves::Moves;
use super::next_witness::Shown;
use super::packed::{Layout, Packed};
use super::reach::Reach;
use super::symmetry::Symmetry;
use super::table::Table;
use crate::network::{LocalPlace, PlaceSet, Task, in_parallel_observing};

/// How many states are expanded between two looks at the watch.
const STATES_PER_LOOK: usize = 512;
/// How many steps are tried between two looks at the watch.
const STEPS_PER_LOOK: u64 = 100_000;
/// How many successors wait to be inserted together.
const BATCH: usize = 256;

/// What one step of the search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Any set of disjoint message sets: layers are depths.
    Transactions,
    /// One message set: layers say nothing.
    MessageSets,
}

pub(super) struct Search<'t, 'v, const W: usize> {
    pub(super) steps: Steps<'t, W>,
    gauge: Gauge,
    limits: Limits,
    regions: &'t [Vec<PlaceSet>],
    visitor: Option<&'v mut dyn Visitor>,
    /// Whether to go on where the bound is reached, for an answer that covers every length.
    beyond: bool,
    /// Which states are too far from anything better, where those are left out.
    reach: Option<Reach>,
    /// The states to which the visitor wants a run.
    wanted: Vec<usize>,
    /// How many global states the table stands for.
    covered: u64,
    pub(super) table: Table<W>,
    best: Best,
    met: Vec<bool>,
    tried: u64,
    next_look: u64,
    batch: Vec<Packed<W>>,
    /// Scratch: the places of a state.
    places: Vec<LocalPlace>,
    at: Position,
    expansion: Expansion<W>,
    /// What was known when the bound was reached.
    at_bound: Option<(Best, Reached)>,
    /// The bytes of what does not grow.
    fixed_bytes: u64,
}

/// The first state of the greatest value so far.
#[derive(Clone, Copy)]
struct Best {
    value: u32,
    state: usize,
}

/// Where a search is.
struct Position {
    depth: u32,
    /// The states of this depth.
    layer: Range<usize>,
    /// The state that is expanded, or the next one.
    state: usize,
    is_expanding: bool,
    /// What the layer before came to, and the steps that were tried before this one.
    last_layer: Option<Layer>,
    tried_before: u64,
}

/// A layer that was expanded.
#[derive(Clone, Copy)]
struct Layer {
    states: usize,
    steps: u64,
}

/// Why a search comes to rest.
enum Rest {
    /// It was done enough for now.
    Paused,
    /// A limit was hit, or somebody asked.
    Stopped(Stop),
}

impl From<Stop> for Rest {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl<'t, 'v, const W: usize> Search<'t, 'v, W> {
    pub(super) fn new(task: Cow<'t, Task>, pace: Pace, layout: Layout<W>, limits: &Limits) -> Self {
        let moves = Moves::new(&task.network, &layout);
        Self {
            gauge: Gauge::new(&task),
            limits: *limits,
            regions: &[],
            visitor: None,
            beyond: false,
            reach: None,
            wanted: Vec::new(),
            covered: 0,
            table: Table::new(),
            best: Best { value: 0, state: 0 },
            met: Vec::new(),
            tried: 0,
            next_look: STEPS_PER_LOOK,
            batch: Vec::with_capacity(BATCH),
            places: Vec::new(),
            at: Position {
                depth: 0,
                layer: 0..1,
                state: 0,
                is_expanding: false,
                last_layer: None,
                tried_before: 0,
            },
            expansion: Expansion::new(),
            at_bound: None,
            fixed_bytes: moves.bytes(),
            steps: Steps {
                symmetry: Symmetry::of(&task),
                task,
                layout,
                moves,
                are_transactions: pace == Pace::Transactions,
                shown: Shown::default(),
            },
        }
    }

    /// Says for each region whether a state of greatest value lies in it.
    pub(super) fn surveying(mut self, regions: &'t [Vec<PlaceSet>]) -> Self {
        self.met = vec![false; regions.len()];
        self.regions = regions;
        self.steps.symmetry = self.steps.symmetry.respecting(regions);
        self
    }

    /// Shows every state to somebody.
    pub(super) fn showing(mut self, visitor: &'v mut dyn Visitor) -> Self {
        self.visitor = Some(visitor);
        self.steps.symmetry = Symmetry::default();
        self
    }

    /// Looks for runs with other messages only.
    pub(super) fn avoiding(mut self, shown: Shown<'t>) -> Self {
        self.steps.shown = shown;
        self.steps.symmetry = Symmetry::default();
        self
    }

    /// Searches, and says what became of the regions.
    pub(super) fn run(mut self, watch: &mut dyn Watch) -> (Finding, Vec<bool>) {
        (self.search(watch), self.met)
    }

    /// Goes on where the bound is reached; what it finds there counts only if it ends everything.
    pub(super) fn beyond(mut self) -> Self {
        self.beyond = true;
        self
    }

    /// With a value: leaves out what cannot come to more than it finds, or to this value, within the bound, and does not
    /// go beyond it.
    pub(super) fn towards(mut self, value: Option<u32>) -> Self {
        self.reach = value.and_then(|value| Reach::new(&self.steps.task, value));
        self.beyond &= self.reach.is_none();
        self
    }

    /// Searches layer by layer until everything is visited, the bound is reached, the greatest
    /// value is found (unless regions are surveyed or states are shown) or a limit is hit.
    pub(super) fn search(&mut self, watch: &mut dyn Watch) -> Finding {
        let memory = self.limits.memory;
        let coverage = loop {
            if let Some(coverage) = self.advance(u64::MAX, memory, watch) {
                break coverage;
            }
        };
        self.finish(coverage)
    }

    /// Goes on for so many steps, or to the end: then what is known of what was not found.
    pub(super) fn advance(
        &mut self,
        steps: u64,
        memory: u64,
        watch: &mut dyn Watch,
    ) -> Option<Coverage> {
        if self.table.len() == 0 {
            let task = &self.steps.task;
            let mut start = task.start();
            // A run that has not begun has left no other one.
            start.resize(start.len() + self.steps.shown.sizes().count(), 0);
            self.table.insert(self.steps.layout.pack(&start), 0);
            self.look_at(0, 0);
        }
        self.limits.memory = memory;
        let pause_at = self.tried.saturating_add(steps);
        match self.walk_layers(pause_at, watch) {
            Ok(coverage) => Some(coverage),
            Err(Rest::Stopped(stop)) => Some(Coverage::Open(stop)),
            Err(Rest::Paused) => None,
        }
    }

    fn walk_layers(&mut self, pause_at: u64, watch: &mut dyn Watch) -> Result<Coverage, Rest> {
        loop {
            if self.is_settled() {
                return Ok(Coverage::Every);
            }
            let depth = self.at.depth;
            if self.steps.task.bound.is_some_and(|bound| depth >= bound) {
                let reached = self.reached(depth);
                self.at_bound.get_or_insert((self.best, reached));
                if !self.beyond {
                    return Ok(Coverage::Bound);
                }
            }
            self.expand_layer(pause_at, watch)?;
            if self.is_settled() {
                return Ok(Coverage::Every);
            }
            self.at.last_layer = Some(Layer {
                states: self.at.layer.len(),
                steps: self.tried - self.at.tried_before,
            });
            self.at.tried_before = self.tried;
            self.at.layer = self.at.layer.end..self.table.len();
            if self.at.layer.is_empty() {
                return Ok(match &self.reach {
                    Some(reach) if reach.has_left_out => Coverage::Bound,
                    _ => Coverage::Every,
                });
            }
            self.at.depth += 1;
        }
    }

    /// Whether every path within the bound was seen.
    pub(super) fn has_reached_bound(&self) -> bool {
        self.at_bound.is_some()
    }

    /// What was found, given what is known of what was not.
    pub(super) fn finish(&mut self, mut coverage: Coverage) -> Finding {
        let mut reached = Reached {
            bytes: 0,
            ..self.reached_now()
        };
        if let Some((best, then)) = self.at_bound
            && (coverage != Coverage::Every || best.value < self.best.value)
        {
            (self.best, reached) = (best, then);
            coverage = Coverage::Bound;
        }
        if coverage == Coverage::Open(Stop::Memory) {
            reached.bytes = self.bytes();
        }
        self.retrace();
        let mut path = self.path();
        if !self.steps.are_transactions {
            path = in_parallel_observing(&path, &self.steps.task.observed);
        }
        Finding {
            value: self.best.value,
            met: self.steps.task.objective.is_met(self.best.value),
            depth: path.len() as u32 - 1,
            shortest: self.steps.are_transactions || path.len() == 1,
            path,
            coverage,
            reached,
        }
    }

    fn is_settled(&self) -> bool {
        self.regions.is_empty()
            && self.visitor.is_none()
            && is_enough(&self.steps.task, self.best.value)
    }

    /// How far it got, and the memory that it takes.
    pub(super) fn reached_now(&self) -> Reached {
        let depth = match self.steps.are_transactions {
            true => self.at.depth,
            false => 0,
        };
        Reached {
            bytes: self.bytes(),
            ..self.reached(depth)
        }
    }

    /// How far it got; memory is told to the watch only.
    pub(super) fn reached(&self, depth: u32) -> Reached {
        Reached {
            depth,
            states: self.covered,
            ..Reached::default()
        }
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.fixed_bytes + self.table.bytes() + self.expansion.bytes()
    }

    /// The steps that were tried.
    pub(super) fn tried(&self) -> u64 {
        self.tried
    }

    fn look(&mut self, watch: &mut dyn Watch) -> Result<(), Stop> {
        if watch.keep_going(self.reached_now()) {
            Ok(())
        } else {
            Err(Stop::Asked)
        }
    }

    /// Finds all successors of a layer.
    fn expand_layer(&mut self, pause_at: u64, watch: &mut dyn Watch) -> Result<(), Rest> {
        while self.at.state < self.at.layer.end {
            if !self.at.is_expanding {
                let count = self.at.state - self.at.layer.start;
                if count.is_multiple_of(STATES_PER_LOOK) {
                    self.look(watch)?;
                }
                let from = *self.table.state(self.at.state);
                if self.is_out_of_reach(from) {
                    self.at.state += 1;
                    continue;
                }
                self.expansion.begin(&self.steps, from);
                self.at.is_expanding = true;
            }
            while self.expansion.fill(&self.steps, &mut self.batch, BATCH) {
                self.flush(watch)?;
                if self.is_settled() {
                    return Ok(());
                }
                if self.tried >= pause_at {
                    return Err(Rest::Paused);
                }
            }
            self.flush(watch)?;
            if self.is_settled() {
                return Ok(());
            }
            self.at.is_expanding = false;
            self.at.state += 1;
            if self.tried >= pause_at {
                return Err(Rest::Paused);
            }
        }
        Ok(())
    }

    /// Inserts the successors that wait.
    fn flush(&mut self, watch: &mut dyn Watch) -> Result<(), Stop> {
        let batch = std::mem::take(&mut self.batch);
        let room = self.limits.memory.saturating_sub(self.fixed_bytes);
        let grown = self.table.bytes_with(batch.len());
        // The steps of one state take little, and are counted where there may be little left.
        if grown > room / 2 && grown + self.expansion.bytes() > room {
            return Err(Stop::Memory);
        }
        self.table.touch(batch.iter().copied());
        for &state in &batch {
            if self.table.insert(state, self.at.state) {
                self.look_at(self.table.len() - 1, self.at.depth + 1);
                if self.is_settled() {
                    break;
                }
            }
        }
        self.tried += batch.len() as u64;
        self.batch = batch;
        self.batch.clear();
        if self.table.len() as u64 > self.limits.states {
            return Err(Stop::States);
        }
        if self.tried >= self.next_look {
            self.next_look += STEPS_PER_LOOK;
            self.look(watch)?;
        }
        if self.tried > self.limits.transactions {
            return Err(Stop::Transactions);
        }
        Ok(())
    }

    /// Shows a new state, takes note of its value and of the regions in which it lies.
    fn look_at(&mut self, number: usize, depth: u32) {
        self.steps
            .layout
            .unpack(self.table.state(number), &mut self.places);
        let orbit = self.steps.symmetry.orbit(&self.places);
        self.covered = self.covered.saturating_add(orbit);
        if let Some(visitor) = &mut self.visitor
            && visitor.visit(&self.places, depth)
        {
            self.wanted.push(number);
        }
        let value = if self.steps.shown.is_shown(&self.places) {
            0
        } else {
            self.gauge.value(&self.steps.task, &self.places)
        };
        if value > self.best.value {
            self.met.fill(false);
            self.best = Best {
                value,
                state: number,
            };
        }
        if value == self.best.value {
            for (met, region) in self.met.iter_mut().zip(self.regions) {
                let mut coordinates = region.iter().zip(&self.places);
                *met = *met || coordinates.all(|(set, &place)| set.contains(usize::from(place)));
            }
        }
    }

    /// Tells the visitor the steps of all runs that it wants. They form a tree, because a state
    /// remembers one predecessor; that has the smaller number.
    fn retrace(&mut self) {
        let Some(visitor) = &mut self.visitor else {
            return;
        };
        let mut on_a_run = vec![false; self.table.len()];
        for &number in &self.wanted {
            let mut at = number;
            while at != 0 && !on_a_run[at] {
                on_a_run[at] = true;
                at = self.table.parent(at);
            }
        }
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for number in (1..on_a_run.len()).filter(|&number| on_a_run[number]) {
            let parent = self.table.state(self.table.parent(number));
            let layout = &self.steps.layout;
            layout.unpack(parent, &mut before);
            layout.unpack(self.table.state(number), &mut after);
            visitor.step(&before, &after);
        }
    }

    /// The numbers of the states from the start to the best one.
    pub(super) fn numbers(&self) -> Vec<usize> {
        self.table.path(self.best.state)
    }

    /// What became of the regions.
    #[cfg(test)]
    pub(super) fn met(&self) -> Vec<bool> {
        self.met.clone()
    }

    /// The states from the start to the best one.
    fn path(&self) -> Vec<Vec<LocalPlace>> {
        let mut run = self.run_through(&self.numbers());
        for places in &mut run {
            places.truncate(places.len() - self.steps.shown.sizes().count());
        }
        run
    }
}
