//! What is asked of the last frame: literals that demand a value or a region.
//!
//! Each literal only implies its meaning; it is assumed for one question and free otherwise.

use super::delivery::Unrolling;
use super::example::Meaning;
use super::rules::Rule;
use crate::budget::{Stop, Watch};
use crate::cnf::{ClauseSink, Lit};
use crate::network::{Objective, PlaceSet};

impl Unrolling<'_> {
    /// A literal that demands a value of at least `value` (≥ 1) in a frame:
    /// `g → OR_{v ≥ value} g_v`, `g_v → AND_c OR{ x_p : p allows v }`.
    ///
    /// # Errors
    /// Where the formula outgrows its limits, or somebody asked to stop.
    pub fn demand_value(
        &mut self,
        frame: usize,
        value: u32,
        watch: &mut dyn Watch,
    ) -> Result<Lit, Stop> {
        let Objective::Allowed {
            numbers, by_place, ..
        } = &self.task.objective
        else {
            return self.demand_stuck(frame, watch);
        };
        let closed = by_place.iter().flatten().all(is_downward_closed);
        let last = if closed { value } else { *numbers };
        let mut any = Vec::new();
        for number in value..=last {
            let region: Vec<_> = by_place
                .iter()
                .map(|places| {
                    let mut allowing = PlaceSet::empty(places.len());
                    for (place, allowed) in places.iter().enumerate() {
                        if allowed.contains(number as usize) {
                            allowing.insert(place);
                        }
                    }
                    allowing
                })
                .collect();
            any.push(self.demand_region(frame, &region));
            self.look(watch)?;
        }
        if let [only] = any[..] {
            return Ok(only);
        }
        let demanded = self.formula.new_lit();
        self.note(demanded, Meaning::Asked { index: frame });
        any.push(!demanded);
        self.formula.add_clause(&any);
        Ok(demanded)
    }

    /// Demands it for good: the formula then asks one question.
    pub fn ask(&mut self, demanded: Lit) {
        self.formula.add_clause(&[demanded]);
    }

    /// A literal that demands every coordinate of a frame to be in its set of places.
    pub fn demand_region(&mut self, frame: usize, region: &[PlaceSet]) -> Lit {
        self.under(Rule::Asked);
        let demanded = self.formula.new_lit();
        self.note(demanded, Meaning::Asked { index: frame });
        let components = self.task.network.components.len();
        for (coordinate, places) in region.iter().enumerate() {
            let row = &self.frames[frame];
            let at = |place: usize| match row.places.get(coordinate) {
                Some(lits) => lits[place],
                None => row.observer.at(place),
            };
            let size = row
                .places
                .get(coordinate)
                .map_or(row.observer.len(), Vec::len);
            debug_assert!(coordinate <= components, "at most one coordinate observes");
            if (0..size).all(|place| places.contains(place)) {
                continue;
            }
            let mut clause = vec![!demanded];
            clause.extend(places.iter().filter_map(at));
            self.formula.add_clause(&clause);
        }
        demanded
    }
}

/// Whether with each number all smaller ones are in the set.
fn is_downward_closed(set: &PlaceSet) -> bool {
    set.iter()
        .enumerate()
        .all(|(count, member)| count == member)
}
