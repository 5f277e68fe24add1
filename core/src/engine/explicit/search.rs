//! The breadth-first search itself.
//!
//! From a state every *set* of pairwise disjoint firings is a transaction. They are enumerated by
//! adding firings in a fixed order, each at most once, so no set is tried twice.

use super::super::{Coverage, Finding, Limits, Reached, Stop, Watch, is_enough};
use super::Visitor;
use super::packed::{Layout, Packed};
use super::table::Table;
use crate::network::{Firing, LocalPlace, PlaceSet, Task, firings, played};

/// How many states are expanded between two looks at the watch.
const STATES_PER_LOOK: usize = 512;
/// How many transactions are tried between two looks at the watch.
const TRANSACTIONS_PER_LOOK: u64 = 100_000;

pub(super) struct Search<'t, 'v, const W: usize> {
    task: &'t Task,
    layout: Layout<W>,
    limits: &'t Limits,
    regions: &'t [Vec<PlaceSet>],
    visitor: Option<&'v mut dyn Visitor>,
    /// The states to which the visitor wants a run.
    wanted: Vec<usize>,
    table: Table<W>,
    best: Best,
    met: Vec<bool>,
    transactions: u64,
    next_look: u64,
}

/// The first state of the greatest value so far.
#[derive(Clone, Copy)]
struct Best {
    value: u32,
    depth: u32,
    state: usize,
}

/// A firing with what the enumeration needs of it.
struct Candidate {
    mask: u64,
    firing: Firing,
}

impl<'t, 'v, const W: usize> Search<'t, 'v, W> {
    pub(super) fn new(
        task: &'t Task,
        layout: Layout<W>,
        limits: &'t Limits,
        regions: &'t [Vec<PlaceSet>],
        visitor: Option<&'v mut dyn Visitor>,
    ) -> Self {
        Self {
            task,
            layout,
            limits,
            regions,
            visitor,
            wanted: Vec::new(),
            table: Table::new(),
            best: Best {
                value: 0,
                depth: 0,
                state: 0,
            },
            met: vec![false; regions.len()],
            transactions: 0,
            next_look: TRANSACTIONS_PER_LOOK,
        }
    }

    /// Searches layer by layer until everything is visited, the bound is reached, the greatest
    /// value is found (unless regions are surveyed or states are shown) or a limit is hit.
    pub(super) fn run(mut self, watch: &mut dyn Watch) -> (Finding, Vec<bool>) {
        let start = self.task.start();
        self.table.insert(self.layout.pack(&start), 0);
        self.look_at(0, &start, 0);
        let mut depth = 0;
        let mut layer = 0..1;
        let coverage = loop {
            if self.is_settled() {
                break Coverage::Every;
            }
            if self.task.bound.is_some_and(|bound| depth >= bound) {
                break Coverage::Bound;
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
        self.retrace();
        let reached = self.reached(depth);
        let finding = Finding {
            value: self.best.value,
            depth: self.best.depth,
            path: self.path(),
            coverage,
            reached,
        };
        (finding, self.met)
    }

    fn is_settled(&self) -> bool {
        self.regions.is_empty() && self.visitor.is_none() && is_enough(self.task, self.best.value)
    }

    fn reached(&self, depth: u32) -> Reached {
        Reached {
            depth,
            states: self.table.len() as u64,
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
        let mut found = Vec::new();
        for (count, number) in layer.enumerate() {
            if count % STATES_PER_LOOK == 0 && !watch.keep_going(self.reached(depth)) {
                return Err(Stop::Asked);
            }
            let packed = *self.table.state(number);
            self.layout.unpack(&packed, &mut places);
            firings(&self.task.network, &places, &mut found);
            let options: Vec<_> = found
                .drain(..)
                .map(|firing| Candidate {
                    mask: firing.mask(),
                    firing,
                })
                .collect();
            let observed = self.observed(&places);
            let point = Partial {
                state: packed,
                used: 0,
                observed,
            };
            self.combine(&options, 0, point, observed, number, depth, watch)?;
            if self.is_settled() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// How many of the messages to observe have been, in an unpacked state.
    fn observed(&self, places: &[LocalPlace]) -> LocalPlace {
        if self.task.observed.is_empty() {
            0
        } else {
            places[places.len() - 1]
        }
    }

    /// Adds firings from `first` on to a partial transaction and visits every result.
    #[allow(clippy::too_many_arguments)]
    fn combine(
        &mut self,
        options: &[Candidate],
        first: usize,
        partial: Partial<W>,
        before: LocalPlace,
        parent: usize,
        depth: u32,
        watch: &mut dyn Watch,
    ) -> Result<(), Stop> {
        for (index, option) in options.iter().enumerate().skip(first) {
            if option.mask & partial.used != 0 {
                continue;
            }
            let mut next = partial;
            next.used |= option.mask;
            self.fire(&option.firing, before, &mut next);
            self.visit(next.state, parent, depth, watch)?;
            if self.is_settled() {
                return Ok(());
            }
            self.combine(options, index + 1, next, before, parent, depth, watch)?;
        }
        Ok(())
    }

    /// Applies a firing to a packed state; what is observed goes on as far as one message set of
    /// the transaction can take it. Taking it further is never worse: fewer messages are left.
    fn fire(&self, firing: &Firing, before: LocalPlace, partial: &mut Partial<W>) {
        self.layout.set(&mut partial.state, firing.actor, firing.to);
        for delivered in &firing.delivered {
            self.layout
                .set(&mut partial.state, delivered.receiver, delivered.to);
        }
        if !self.task.observed.is_empty() {
            let count = played(&self.task.observed[usize::from(before)..], firing);
            // The language limits messages to fewer than 2^16.
            let seen = before + count as LocalPlace;
            if seen > partial.observed {
                partial.observed = seen;
                let coordinate = self.task.network.components.len();
                self.layout.set(&mut partial.state, coordinate, seen);
            }
        }
    }

    fn visit(
        &mut self,
        state: Packed<W>,
        parent: usize,
        depth: u32,
        watch: &mut dyn Watch,
    ) -> Result<(), Stop> {
        self.transactions += 1;
        if self.transactions >= self.next_look {
            self.next_look += TRANSACTIONS_PER_LOOK;
            if !watch.keep_going(self.reached(depth)) {
                return Err(Stop::Asked);
            }
            if self.transactions > self.limits.transactions {
                return Err(Stop::Transactions);
            }
        }
        if self.table.insert(state, parent) {
            let number = self.table.len() - 1;
            let mut places = Vec::new();
            self.layout.unpack(&state, &mut places);
            self.look_at(number, &places, depth + 1);
            if self.table.len() as u64 > self.limits.states {
                return Err(Stop::States);
            }
        }
        Ok(())
    }

    /// Shows a new state, takes note of its value and of the regions in which it lies.
    fn look_at(&mut self, number: usize, places: &[LocalPlace], depth: u32) {
        if let Some(visitor) = &mut self.visitor
            && visitor.visit(places, depth)
        {
            self.wanted.push(number);
        }
        let value = self.task.objective.value(&self.task.network, places);
        if value > self.best.value {
            self.met.fill(false);
            self.best = Best {
                value,
                depth,
                state: number,
            };
        }
        if value == self.best.value {
            for (met, region) in self.met.iter_mut().zip(self.regions) {
                *met = *met
                    || region
                        .iter()
                        .zip(places)
                        .all(|(set, &place)| set.contains(usize::from(place)));
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

    /// The states from the start to the best one.
    fn path(&self) -> Vec<Vec<LocalPlace>> {
        let mut numbers = vec![self.best.state];
        while let Some(&number) = numbers.last().filter(|&&number| number != 0) {
            numbers.push(self.table.parent(number));
        }
        numbers
            .iter()
            .rev()
            .map(|&number| {
                let mut places = Vec::new();
                self.layout.unpack(self.table.state(number), &mut places);
                places
            })
            .collect()
    }
}

/// A transaction under construction.
#[derive(Clone, Copy)]
struct Partial<const W: usize> {
    state: Packed<W>,
    used: u64,
    observed: LocalPlace,
}
