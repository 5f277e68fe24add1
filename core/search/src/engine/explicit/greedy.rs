//! Greedy best-first search over packed states, towards the ceiling of the bounds.
//!
//! One message set at a time; of all states found so far the one is expanded next whose components
//! have the fewest half-steps left in sum to places that allow the value ([`distances`]). What it
//! finds is a run, so its value is a lower bound for the task; what it does not find says nothing.
//!
//! The run is made of transactions afterwards ([`in_parallel`]). To stay within the task's bound,
//! each state carries for each component the transaction in which it last moved: the transactions of
//! the run are the greatest of these, and a state is dropped when a component that needs d further
//! half-steps would be late, for they need d further transactions. The run need not be a shortest
//! one: a state keeps the way on which it was found first, and sums of distances are no depths.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::{Coverage, Finding, Reached, Stop, Watch, is_enough};
use super::gauge::Gauge;
use super::moves::{Here, Moves, Walk, flip};
use super::packed::Layout;
use super::table::Table;
use crate::budget::bytes_of;
use crate::network::distance::distances;
use crate::network::relaxed::NEVER;
use crate::network::{LocalPlace, Task, in_parallel};

/// How many states are expanded between two looks at the watch.
const STATES_PER_LOOK: u64 = 512;
/// How many message sets are tried between two looks at the watch.
const STEPS_PER_LOOK: u64 = 10_000;
/// So many message sets are tried for each state that may be found.
const STEPS_PER_STATE: u64 = 200;

pub(super) struct Greedy<'t, const W: usize> {
    task: &'t Task,
    layout: Layout<W>,
    moves: Moves<W>,
    gauge: Gauge,
    distances: Vec<Vec<u32>>,
    most_states: u64,
    table: Table<W>,
    /// For each state and component the transaction in which it last moved.
    moved: Vec<u32>,
    /// Distance left, then transactions so far, then number: the least is expanded first.
    open: BinaryHeap<Reverse<(u32, u32, usize)>>,
    best: (u32, usize),
}

impl<'t, const W: usize> Greedy<'t, W> {
    /// A search that has not begun; `None` where nothing gives it a direction.
    pub(super) fn new(task: &'t Task, layout: Layout<W>, most_states: u64) -> Option<Self> {
        if !task.observed.is_empty() {
            return None;
        }
        let distances = distances(&task.network, &task.objective, task.enough)?;
        Some(Self {
            task,
            moves: Moves::new(&task.network, &layout),
            gauge: Gauge::new(task),
            layout,
            distances,
            most_states,
            table: Table::new(),
            moved: Vec::new(),
            open: BinaryHeap::new(),
            best: (0, 0),
        })
    }

    /// Searches until enough is found or so many states are known.
    pub(super) fn run(mut self, watch: &mut dyn Watch) -> Finding {
        let start = self.task.start();
        self.table.insert(self.layout.pack(&start), 0);
        self.moved.resize(start.len(), 0);
        self.best.0 = self.gauge.value(self.task, &start);
        self.enqueue(0, &start, 0);
        let coverage = self.search(watch);
        let numbers = self.table.path(self.best.1);
        let mut places = Vec::new();
        let run: Vec<_> = numbers
            .iter()
            .map(|&number| {
                self.layout.unpack(self.table.state(number), &mut places);
                places.clone()
            })
            .collect();
        let path = in_parallel(&run);
        let depth = path.len() as u32 - 1;
        Finding {
            value: self.best.0,
            met: self.task.objective.is_met(self.best.0),
            depth,
            shortest: depth == 0,
            path,
            coverage,
            reached: Reached {
                states: self.table.len() as u64,
                ..Reached::default()
            },
        }
    }

    fn search(&mut self, watch: &mut dyn Watch) -> Coverage {
        let (mut expanded, mut tried) = (0_u64, 0_u64);
        let (mut places, mut after) = (Vec::new(), Vec::new());
        let twins = vec![0; self.task.network.components.len()];
        let (mut walk, mut listed) = (Walk::default(), Vec::new());
        loop {
            if is_enough(self.task, self.best.0) {
                return Coverage::Every;
            }
            let Some(Reverse((_, _, number))) = self.open.pop() else {
                return Coverage::Open(Stop::States);
            };
            if expanded % STATES_PER_LOOK == 0 && !self.goes_on(watch) {
                return Coverage::Open(Stop::Asked);
            }
            expanded += 1;
            let state = *self.table.state(number);
            self.layout.unpack(&state, &mut places);
            walk.start_at(0);
            listed.clear();
            let is_listed = self.moves.list(&places, &mut |set| listed.push(set));
            let mut in_list = listed.iter();
            let here = Here {
                places: &places,
                twins: &twins,
            };
            loop {
                let next = match is_listed {
                    true => in_list.next().copied(),
                    false => walk.next(&self.moves, here, 0),
                };
                let Some(set) = next else { break };
                tried += 1;
                if tried % STEPS_PER_LOOK == 0 && !self.goes_on(watch) {
                    return Coverage::Open(Stop::Asked);
                }
                let reached = flip(state, &set.flips);
                if self.table.insert(reached, number) {
                    self.layout.unpack(&reached, &mut after);
                    self.arrive(number, set.mask, &after);
                }
                let is_over = self.table.len() as u64 >= self.most_states
                    || tried >= self.most_states * STEPS_PER_STATE;
                if is_over {
                    return if is_enough(self.task, self.best.0) {
                        Coverage::Every
                    } else {
                        Coverage::Open(Stop::States)
                    };
                }
            }
        }
    }

    fn goes_on(&self, watch: &mut dyn Watch) -> bool {
        watch.keep_going(Reached {
            states: self.table.len() as u64,
            bytes: self.bytes(),
            ..Reached::default()
        })
    }

    fn bytes(&self) -> u64 {
        let open = self.open.capacity() as u64 * size_of::<(u32, u32, usize)>() as u64;
        self.table.bytes() + bytes_of(&self.moved) + open
    }

    /// Takes note of the newest state, to which one message set leads.
    fn arrive(&mut self, from: usize, mask: u64, places: &[LocalPlace]) {
        let number = self.table.len() - 1;
        let width = places.len();
        let (first, row) = (self.moved.len(), from * width..(from + 1) * width);
        self.moved.extend_from_within(row);
        let moved = &mut self.moved[first..];
        let takes_part = |&index: &usize| mask >> index & 1 == 1;
        let last = (0..width)
            .filter(takes_part)
            .map(|index| moved[index])
            .max();
        let transaction = last.unwrap_or(0) + 1;
        for index in (0..width).filter(takes_part) {
            moved[index] = transaction;
        }
        let so_far = moved.iter().copied().max().unwrap_or(0);
        if self.task.bound.is_some_and(|bound| so_far > bound) {
            return;
        }
        let value = self.gauge.value(self.task, places);
        if value > self.best.0 {
            self.best = (value, number);
        }
        self.enqueue(number, places, so_far);
    }

    /// Puts a state among those to expand, unless some component would be late.
    fn enqueue(&mut self, number: usize, places: &[LocalPlace], so_far: u32) {
        let moved = &self.moved[number * places.len()..];
        let mut left = 0;
        for ((row, &place), &moved) in self.distances.iter().zip(places).zip(moved) {
            let distance = row[usize::from(place)];
            let late = |bound: u32| moved.saturating_add(distance) > bound;
            if distance == NEVER || self.task.bound.is_some_and(late) {
                return;
            }
            left += distance;
        }
        self.open.push(Reverse((left, so_far, number)));
    }
}
