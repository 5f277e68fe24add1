//! The step of k-induction: a path from anywhere, without repetition.
//!
//! ```text
//! no value greater than v in frames 0 … k-1:   per value w > v:  OR_c OR{ x_p : p does not allow w }
//! frames i < j differ:   OR_c e_c^{ij},   e_c^{ij} → ¬x_p^i ∨ ¬x_p^j   for every place p of c
//! pairs of places that are never occupied together:   ¬x_p ∨ ¬x_q      (an invariant)
//! ```
//!
//! If no path of at most k-1 transactions from the start has a value greater than v, and no such
//! path from anywhere ends with one in frame k, then no path of any length has. A shortest path to
//! a state never visits a state twice, so paths without repetition suffice; and every reachable
//! state keeps the invariant, so it may be assumed.

use super::delivery::Unrolling;
use crate::bounds::pairs;
use crate::budget::{Limits, Stop, Watch};
use crate::cnf::ClauseSink;
use crate::network::{LocalPlace, Objective, Task};

impl<'t> Unrolling<'t> {
    /// Frame 0 of a path from any state in which no two places are occupied that never are
    /// together.
    ///
    /// # Errors
    /// Where the formula outgrows its limits, or somebody asked to stop.
    pub fn from_anywhere(
        task: &'t Task,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Self, Stop> {
        let mut unrolling = Self::unstarted(task, limits);
        let Some(pairs) = pairs(&task.network, watch) else {
            // The invariant is a help, not a must.
            return Ok(unrolling);
        };
        let components = &task.network.components;
        let places = |index: usize| {
            let count = components[index].places.len();
            (0..count).map(|place| LocalPlace::try_from(place).expect("places fit 16 bits"))
        };
        for one in 0..components.len() {
            for place in places(one) {
                unrolling.look(watch)?;
                let here = unrolling.at(0, one, place);
                if !pairs.together((one, place), (one, place)) {
                    unrolling.formula.add_clause(&[!here]);
                    continue;
                }
                for other in one + 1..components.len() {
                    for partner in places(other) {
                        if !pairs.together((one, place), (other, partner)) {
                            let there = unrolling.at(0, other, partner);
                            unrolling.formula.add_clause(&[!here, !there]);
                        }
                    }
                }
            }
        }
        Ok(unrolling)
    }

    /// The literal of a place in a path from anywhere, where every place has one.
    fn at(&self, frame: usize, component: usize, place: LocalPlace) -> crate::cnf::Lit {
        self.frames[frame].places[component][usize::from(place)]
            .expect("a path from anywhere has all places from its first frame on")
    }

    /// Forbids values greater than `value` in a frame.
    ///
    /// # Errors
    /// Where the formula outgrows its limits.
    pub fn forbid_greater(&mut self, frame: usize, value: u32) -> Result<(), Stop> {
        let Objective::Allowed {
            max,
            numbers,
            by_place,
        } = &self.task.objective
        else {
            return Ok(());
        };
        if value >= *max {
            return Ok(());
        }
        for greater in value + 1..=*numbers {
            let mut outside = Vec::new();
            for (component, places) in by_place.iter().enumerate() {
                for (place, allowed) in places.iter().enumerate() {
                    if !allowed.contains(greater as usize) {
                        outside.extend(self.frames[frame].places[component][place]);
                    }
                }
            }
            self.formula.add_clause(&outside);
        }
        self.check_size()
    }

    /// Demands that a frame differs from every frame before it.
    ///
    /// # Errors
    /// Where the formula outgrows its limits, or somebody asked to stop.
    pub fn demand_new(&mut self, frame: usize, watch: &mut dyn Watch) -> Result<(), Stop> {
        for earlier in 0..frame {
            let mut differs = Vec::new();
            for component in 0..self.task.network.components.len() {
                let apart = self.formula.new_lit();
                differs.push(apart);
                let both = self.frames[earlier].places[component]
                    .iter()
                    .zip(&self.frames[frame].places[component]);
                for (before, now) in both {
                    if let (Some(before), Some(now)) = (before, now) {
                        self.formula.add_clause(&[!apart, !*before, !*now]);
                    }
                }
            }
            self.formula.add_clause(&differs);
            self.look(watch)?;
        }
        Ok(())
    }
}
