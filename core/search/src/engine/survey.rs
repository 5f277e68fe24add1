//! Surveys where no engine has visited every state: which regions hold a state of the greatest
//! value?
//!
//! One closed set of pairs of places says of many regions that no run comes there; each state that
//! is met, at first the end of the answer's own run and then those that greedy search finds, says of
//! many others that one does. What is left is asked one by one: within a bound of one formula,
//! without one of a visit of all states and then of induction. Every answer is exact; regions that
//! cannot be decided within the limits stay open.

use std::ops::Range;

use super::bmc::Bmc;
use super::{Coverage, Finding, Limits, Solvers, Stop, Watch, explicit};
use crate::bounds::{self, leaves_possible};
use crate::encode::Unrolling;
use crate::network::{LocalPlace, Objective, PlaceSet, Task, relaxed};
use crate::sat::{Answer, Solver};

/// What one region may cost.
const FOR_ONE: Limits = Limits {
    states: 50_000,
    transactions: 500_000,
    clauses: 300_000,
    memory: u64::MAX,
    solving: u64::MAX,
    few_states: 0,
};
/// How many states greedy search may find for one region.
const GREEDY: u64 = 1_000;
/// Most clauses of all formulas for regions together: what takes longer than a moment to build is
/// not worth it.
const MOST_CLAUSES: u64 = 200_000;
/// Most states that are visited for regions together.
const MOST_STATES: u64 = 500_000;

/// Says for each region whether a state of the finding's value, which no state within the task's
/// bound exceeds, lies in it. A region is one set of places per coordinate. The first ones, `needed`
/// many, are asked about before the others.
///
/// Where a limit was hit or somebody asked to stop, regions stay open: they are `None`.
pub fn survey(
    task: &Task,
    finding: &Finding,
    regions: &[Vec<PlaceSet>],
    needed: usize,
    limits: &Limits,
    solvers: Solvers<'_>,
    watch: &mut dyn Watch,
) -> Vec<Option<bool>> {
    let regions: Vec<_> = regions
        .iter()
        .map(|region| allowing(task, finding.value, region))
        .collect();
    let mut survey = Survey {
        task,
        regions: &regions,
        met: vec![None; regions.len()],
        states: MOST_STATES,
        clauses: MOST_CLAUSES.min(limits.clauses),
        limits: *limits,
    };
    survey.rule_out(watch);
    survey.meet(&finding.path[finding.path.len() - 1]);
    let _ = survey.decide(0..needed, finding.value, solvers, watch)
        && survey.decide(needed..regions.len(), finding.value, solvers, watch);
    survey.met
}

/// The states of a region that have at least a value.
fn allowing(task: &Task, value: u32, region: &[PlaceSet]) -> Vec<PlaceSet> {
    let mut region = region.to_vec();
    if let Objective::Allowed { by_place, .. } = &task.objective {
        for (places, allowed) in region.iter_mut().zip(by_place) {
            let mut allowing = PlaceSet::empty(allowed.len());
            for (place, values) in allowed.iter().enumerate() {
                if values.contains(value as usize) {
                    allowing.insert(place);
                }
            }
            places.intersect_with(&allowing);
        }
    }
    region
}

struct Survey<'a> {
    task: &'a Task,
    regions: &'a [Vec<PlaceSet>],
    /// What is known of each region.
    met: Vec<Option<bool>>,
    /// How many states may still be visited.
    states: u64,
    /// How many clauses may still be written.
    clauses: u64,
    limits: Limits,
}

impl Survey<'_> {
    /// Decides some of the regions; says whether the limits allow for more.
    fn decide(
        &mut self,
        some: Range<usize>,
        value: u32,
        solvers: Solvers<'_>,
        watch: &mut dyn Watch,
    ) -> bool {
        let searched = self.search(some.clone(), watch);
        let asked = match self.task.bound {
            Some(bound) => self.ask_within(some, (bound, value), solvers, watch),
            None => self.ask_for_ever(some, solvers, watch),
        };
        searched.is_some() && asked.is_some()
    }

    /// Those of the regions of which nothing is known.
    fn open(&self, some: Range<usize>) -> Vec<usize> {
        some.filter(|&index| self.met[index].is_none()).collect()
    }

    /// Rules out regions to which no run of any length leads by the closed set of pairs, or none
    /// within the bound by the table of earliest steps.
    fn rule_out(&mut self, watch: &mut dyn Watch) {
        if !self.task.observed.is_empty() {
            return;
        }
        let network = &self.task.network;
        let sizes = self.task.sizes();
        if let Some(pairs) = bounds::pairs(network, watch)
            && bounds::check(network, &pairs).is_ok()
        {
            for index in self.open(0..self.regions.len()) {
                if !leaves_possible(&pairs, &self.regions[index], &sizes) {
                    self.met[index] = Some(false);
                }
            }
        }
        let earliest = relaxed::earliest(network);
        let Some(bound) = self.task.bound else { return };
        if bounds::check_steps(network, &earliest).is_ok() {
            for index in self.open(0..self.regions.len()) {
                let late = |(places, steps): (&PlaceSet, &Vec<u32>)| {
                    places.iter().all(|place| steps[place] > bound)
                };
                if self.regions[index].iter().zip(&earliest).any(late) {
                    self.met[index] = Some(false);
                }
            }
        }
    }

    /// Takes note of all regions in which a state lies that some run within the bound leads to.
    fn meet(&mut self, state: &[LocalPlace]) {
        for (met, region) in self.met.iter_mut().zip(self.regions) {
            let mut places = region.iter().zip(state);
            if places.all(|(set, &place)| set.contains(usize::from(place))) {
                *met = Some(true);
            }
        }
    }

    fn task_of(&self, index: usize) -> Task {
        Task {
            objective: Objective::region(&self.regions[index], &self.task.sizes()),
            enough: 1,
            ..self.task.clone()
        }
    }

    /// Greedy search for a state in each open region.
    fn search(&mut self, some: Range<usize>, watch: &mut dyn Watch) -> Option<()> {
        for index in self.open(some) {
            if self.met[index].is_none()
                && let Some(found) = explicit::greedy(&self.task_of(index), GREEDY, watch)
            {
                self.states = self.states.checked_sub(found.reached.states)?;
                if found.value == 1 {
                    self.meet(&found.path[found.path.len() - 1]);
                }
            }
        }
        Some(())
    }

    /// Asks one formula about the open regions.
    fn ask_within(
        &mut self,
        some: Range<usize>,
        (bound, value): (u32, u32),
        solvers: Solvers<'_>,
        watch: &mut dyn Watch,
    ) -> Option<()> {
        let open = self.open(some);
        if open.is_empty() {
            return Some(());
        }
        let regions: Vec<_> = open.iter().map(|&it| self.regions[it].clone()).collect();
        let limits = Limits {
            clauses: self.clauses,
            ..self.limits
        };
        let asked = (bound, value, &*regions);
        let met = within(self.task, asked, &limits, solvers(), watch);
        for (index, met) in open.into_iter().zip(met.ok()?) {
            self.met[index] = Some(met);
        }
        Some(())
    }

    /// Asks about each open region at every length.
    fn ask_for_ever(
        &mut self,
        some: Range<usize>,
        solvers: Solvers<'_>,
        watch: &mut dyn Watch,
    ) -> Option<()> {
        for index in self.open(some) {
            if self.met[index].is_some() {
                continue;
            }
            let asked = self.task_of(index);
            let settles = |found: &Finding| found.met || found.coverage == Coverage::Every;
            // What is observed may skip over messages, which single message sets do not.
            let one = FOR_ONE.at_most(&self.limits);
            let mut found = if asked.observed.is_empty() {
                explicit::closure(&asked, &one, watch)
            } else {
                explicit::solve(&asked, &one, watch)
            };
            self.states = self.states.checked_sub(found.reached.states)?;
            if !settles(&found) {
                let bmc = Bmc::new(&asked, &one, solvers());
                found = bmc.with_induction(&one, solvers).run(watch);
                self.clauses = self.clauses.checked_sub(found.reached.clauses)?;
            }
            if !settles(&found) {
                return None;
            }
            if found.value == 1 {
                self.meet(&found.path[found.path.len() - 1]);
            } else {
                self.met[index] = Some(false);
            }
        }
        Some(())
    }
}

/// Says for each region whether a state of at least this value lies in it, within a bound.
///
/// Asks for a state in any region of which none is known yet, again and again: one question for
/// each state that is new to some region, and a last one that is refused, however many regions
/// there are.
///
/// # Errors
/// Where a limit was hit or somebody asked to stop.
pub(super) fn within(
    task: &Task,
    (bound, value, regions): (u32, u32, &[Vec<PlaceSet>]),
    limits: &Limits,
    mut solver: Box<dyn Solver + '_>,
    watch: &mut dyn Watch,
) -> Result<Vec<bool>, Stop> {
    let frame = bound as usize;
    let mut unrolling = Unrolling::towards(task, frame, value, limits, watch)?;
    let mut assumptions = Vec::new();
    if value > 0 {
        assumptions.push(unrolling.demand_value(frame, value, watch)?);
    }
    let lits: Vec<_> = regions
        .iter()
        .map(|region| unrolling.demand_region(frame, region))
        .collect();
    solver.read_formula(unrolling.formula(), &mut 0);
    solver.limit_bytes(limits.memory.saturating_sub(unrolling.bytes()));
    let mut met = vec![false; regions.len()];
    loop {
        let open = (0..regions.len()).filter(|&index| !met[index]);
        let open: Vec<_> = open.map(|index| lits[index]).collect();
        if open.is_empty() {
            return Ok(met);
        }
        // Each of these clauses follows from the next one.
        solver.add_clause(&open);
        let Answer::Satisfiable(assignment) = solver.solve_under(&assumptions)? else {
            return Ok(met);
        };
        let path = unrolling.decode(&assignment, frame);
        let end = &path[path.len() - 1];
        let known = met.clone();
        for (met, region) in met.iter_mut().zip(regions) {
            let mut places = region.iter().zip(end);
            *met |= places.all(|(set, &place)| set.contains(usize::from(place)));
        }
        if met == known {
            // Cannot be: the state lies in a region that was asked for.
            return Err(Stop::Size);
        }
    }
}
