//! The breadth-first search itself.
//!
//! From a state every *set* of pairwise disjoint firings is a transaction. They are enumerated by
//! adding firings in a fixed order, each at most once, so no set is tried twice. Where only what can
//! be reached matters, not how soon, single message sets do: every transaction is a sequence of
//! them, so they visit the same states, with far fewer steps to try.

use super::super::{Coverage, Finding, Limits, Reached, Stop, Watch, is_enough};
use super::Visitor;
use super::gauge::Gauge;
use super::moves::{Moves, flip};
use super::next_witness::Shown;
use super::packed::{Layout, Packed};
use super::symmetry::Symmetry;
use super::table::Table;
use crate::network::{LocalPlace, PlaceSet, Task, firings, in_parallel, played};

/// How many states are expanded between two looks at the watch.
const STATES_PER_LOOK: usize = 512;
/// How many steps are tried between two looks at the watch.
const STEPS_PER_LOOK: u64 = 100_000;
/// How many successors wait to be inserted together.
const BATCH: usize = 256;

/// What one step of the search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    /// Any set of disjoint message sets: layers are depths.
    Transactions,
    /// One message set: layers say nothing.
    MessageSets,
}

pub(super) struct Search<'t, 'v, const W: usize> {
    pub(super) task: &'t Task,
    steps: Steps,
    pub(super) layout: Layout<W>,
    moves: Moves<W>,
    gauge: Gauge<'t>,
    limits: &'t Limits,
    regions: &'t [Vec<PlaceSet>],
    visitor: Option<&'v mut dyn Visitor>,
    /// Whether to go on where the bound is reached, for an answer that covers every length.
    beyond: bool,
    /// The states to which the visitor wants a run.
    wanted: Vec<usize>,
    /// Runs that are not looked for.
    pub(super) shown: Shown<'t>,
    pub(super) symmetry: Symmetry,
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
}

/// The first state of the greatest value so far.
#[derive(Clone, Copy)]
struct Best {
    value: u32,
    state: usize,
}

/// A message set, and how far it takes the observer.
pub(super) struct Candidate<const W: usize> {
    pub(super) mask: u64,
    flips: Packed<W>,
    seen: LocalPlace,
}

/// Where a step comes from.
#[derive(Clone, Copy)]
struct Origin {
    state: usize,
    depth: u32,
}

/// A transaction under construction.
#[derive(Clone, Copy)]
pub(super) struct Partial<const W: usize> {
    pub(super) state: Packed<W>,
    pub(super) used: u64,
    pub(super) observed: LocalPlace,
}

impl<'t, 'v, const W: usize> Search<'t, 'v, W> {
    pub(super) fn new(task: &'t Task, steps: Steps, layout: Layout<W>, limits: &'t Limits) -> Self {
        Self {
            task,
            steps,
            moves: Moves::new(&task.network, &layout),
            gauge: Gauge::new(task),
            layout,
            limits,
            regions: &[],
            visitor: None,
            beyond: false,
            wanted: Vec::new(),
            shown: Shown::default(),
            symmetry: Symmetry::of(task),
            covered: 0,
            table: Table::new(),
            best: Best { value: 0, state: 0 },
            met: Vec::new(),
            tried: 0,
            next_look: STEPS_PER_LOOK,
            batch: Vec::with_capacity(BATCH),
            places: Vec::new(),
        }
    }

    /// Says for each region whether a state of greatest value lies in it.
    pub(super) fn surveying(mut self, regions: &'t [Vec<PlaceSet>]) -> Self {
        self.met = vec![false; regions.len()];
        self.regions = regions;
        self.symmetry = self.symmetry.respecting(regions);
        self
    }

    /// Shows every state to somebody.
    pub(super) fn showing(mut self, visitor: &'v mut dyn Visitor) -> Self {
        self.visitor = Some(visitor);
        self.symmetry = Symmetry::default();
        self
    }

    /// Looks for runs with other messages only.
    pub(super) fn avoiding(mut self, shown: Shown<'t>) -> Self {
        self.shown = shown;
        self.symmetry = Symmetry::default();
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

    /// Searches layer by layer until everything is visited, the bound is reached, the greatest
    /// value is found (unless regions are surveyed or states are shown) or a limit is hit.
    pub(super) fn search(&mut self, watch: &mut dyn Watch) -> Finding {
        let mut start = self.task.start();
        // A run that has not begun has left no other one.
        start.resize(start.len() + self.shown.sizes().count(), 0);
        self.table.insert(self.layout.pack(&start), 0);
        self.look_at(0, 0);
        let mut depth = 0;
        let mut layer = 0..1;
        let mut at_bound = None;
        let mut coverage = loop {
            if self.is_settled() {
                break Coverage::Every;
            }
            if self.task.bound.is_some_and(|bound| depth >= bound) {
                at_bound.get_or_insert((self.best, self.reached(depth)));
                if !self.beyond {
                    break Coverage::Bound;
                }
            }
            if let Err(stop) = self.expand(layer.clone(), depth, watch) {
                break Coverage::Open(stop);
            }
            layer = layer.end..self.table.len();
            if layer.is_empty() {
                break Coverage::Every;
            }
            depth += 1;
        };
        let mut reached = self.reached(match self.steps {
            Steps::Transactions => depth,
            Steps::MessageSets => 0,
        });
        if let Some((best, then)) = at_bound
            && (coverage != Coverage::Every || best.value < self.best.value)
        {
            (self.best, reached) = (best, then);
            coverage = Coverage::Bound;
        }
        self.retrace();
        let mut path = self.path();
        if self.steps == Steps::MessageSets {
            path = in_parallel(&path);
        }
        Finding {
            value: self.best.value,
            depth: path.len() as u32 - 1,
            shortest: self.steps == Steps::Transactions || path.len() == 1,
            path,
            coverage,
            reached,
        }
    }

    fn is_settled(&self) -> bool {
        self.regions.is_empty() && self.visitor.is_none() && is_enough(self.task, self.best.value)
    }

    fn reached(&self, depth: u32) -> Reached {
        Reached {
            depth,
            states: self.covered,
            clauses: 0,
        }
    }

    /// Finds all successors of a layer.
    fn expand(
        &mut self,
        layer: std::ops::Range<usize>,
        depth: u32,
        watch: &mut dyn Watch,
    ) -> Result<(), Stop> {
        let mut places = Vec::new();
        let mut options = Vec::new();
        for (count, state) in layer.enumerate() {
            if count % STATES_PER_LOOK == 0 && !watch.keep_going(self.reached(depth)) {
                return Err(Stop::Asked);
            }
            let packed = *self.table.state(state);
            self.layout.unpack(&packed, &mut places);
            let observed = self.observed(&places);
            self.options(&places, observed, &mut options);
            let origin = Origin { state, depth };
            let point = Partial {
                state: packed,
                used: 0,
                observed,
            };
            self.combine(&options, point, origin, watch)?;
            self.flush(origin, watch)?;
            if self.is_settled() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The message sets of a state.
    pub(super) fn options(
        &self,
        places: &[LocalPlace],
        observed: LocalPlace,
        into: &mut Vec<Candidate<W>>,
    ) {
        into.clear();
        if self.task.observed.is_empty() && self.shown.is_empty() {
            self.moves.list(places, |mask, flips| {
                into.push(Candidate {
                    mask,
                    flips,
                    seen: 0,
                });
            });
            return;
        }
        let before = self.layout.pack(places);
        let mut found = Vec::new();
        firings(&self.task.network, places, &mut found);
        into.extend(found.iter().map(|firing| {
            let mut after = places.to_vec();
            firing.apply(&mut after);
            self.shown.follow(firing, &mut after);
            let next = &self.task.observed[usize::from(observed)..];
            Candidate {
                mask: firing.mask(),
                flips: flip(before, &self.layout.pack(&after)),
                // The language limits messages to fewer than 2^16.
                seen: observed + played(next, firing) as LocalPlace,
            }
        }));
    }

    /// How many of the messages to observe have been, in an unpacked state.
    pub(super) fn observed(&self, places: &[LocalPlace]) -> LocalPlace {
        if self.task.observed.is_empty() {
            0
        } else {
            places[self.task.network.components.len()]
        }
    }

    /// Adds message sets to a partial transaction, in every way, and takes every result.
    fn combine(
        &mut self,
        options: &[Candidate<W>],
        partial: Partial<W>,
        origin: Origin,
        watch: &mut dyn Watch,
    ) -> Result<(), Stop> {
        for (index, option) in options.iter().enumerate() {
            if option.mask & partial.used != 0 {
                continue;
            }
            let next = self.with(partial, option);
            let state = self.together(next.state);
            let state = self.symmetry.representative(&self.layout, state);
            self.batch.push(state);
            if self.batch.len() == BATCH {
                self.flush(origin, watch)?;
            }
            if self.steps == Steps::Transactions {
                if self.is_settled() {
                    return Ok(());
                }
                self.combine(&options[index + 1..], next, origin, watch)?;
            }
        }
        Ok(())
    }

    /// Adds a message set; what is observed goes on as far as one message set of the transaction
    /// can take it. Taking it further is never worse: fewer messages are left.
    pub(super) fn with(&self, mut partial: Partial<W>, option: &Candidate<W>) -> Partial<W> {
        partial.used |= option.mask;
        partial.state = flip(partial.state, &option.flips);
        if option.seen > partial.observed {
            partial.observed = option.seen;
            let coordinate = self.task.network.components.len();
            self.layout.set(&mut partial.state, coordinate, option.seen);
        }
        partial
    }

    /// Inserts the successors that wait.
    fn flush(&mut self, origin: Origin, watch: &mut dyn Watch) -> Result<(), Stop> {
        let batch = std::mem::take(&mut self.batch);
        self.table.touch(batch.iter().copied());
        for &state in &batch {
            if self.table.insert(state, origin.state) {
                self.look_at(self.table.len() - 1, origin.depth + 1);
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
            if !watch.keep_going(self.reached(origin.depth)) {
                return Err(Stop::Asked);
            }
        }
        if self.tried > self.limits.transactions {
            return Err(Stop::Transactions);
        }
        Ok(())
    }

    /// Shows a new state, takes note of its value and of the regions in which it lies.
    fn look_at(&mut self, number: usize, depth: u32) {
        self.layout
            .unpack(self.table.state(number), &mut self.places);
        let orbit = self.symmetry.orbit(&self.places);
        self.covered = self.covered.saturating_add(orbit);
        if let Some(visitor) = &mut self.visitor
            && visitor.visit(&self.places, depth)
        {
            self.wanted.push(number);
        }
        let value = if self.shown.is_shown(&self.places) {
            0
        } else {
            self.gauge.value(&self.places)
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
            self.layout.unpack(parent, &mut before);
            self.layout.unpack(self.table.state(number), &mut after);
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

    /// Whether a step is a whole transaction.
    pub(super) fn steps_are_transactions(&self) -> bool {
        self.steps == Steps::Transactions
    }

    /// The states from the start to the best one.
    fn path(&self) -> Vec<Vec<LocalPlace>> {
        let mut run = self.run_through(&self.numbers());
        for places in &mut run {
            places.truncate(places.len() - self.shown.sizes().count());
        }
        run
    }
}
