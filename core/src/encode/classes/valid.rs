//! Valid states: multiplicities at every end, and invariants of every instance.

use super::Unsupported;
use super::evaluate::World;
use super::release::slots_of;
use super::value::{Cell, One};
use crate::cnf::Lit;
use crate::encode::symbolic::Bits;
use crate::language::classes::ocl::term::{EndId, Property};
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::Guards;

impl World<'_> {
    /// What holds in valid states, each by itself; the world is a state alone.
    pub(super) fn valid(
        &self,
        bits: &mut Bits<'_>,
        guards: Guards,
    ) -> Result<Vec<Lit>, Unsupported> {
        let mut all = Vec::new();
        for association in 0..self.model.associations.len() {
            for side in [0, 1] {
                self.multiplicity(bits, EndId { association, side }, &mut all);
            }
        }
        for (number, invariant) in self.model.invariants.iter().enumerate() {
            let is_left_out = guards == Guards::None || guards == Guards::AllBut(number);
            if !is_left_out && !invariant.clause.is_waived {
                all.push(self.instances_keep(bits, number)?);
            }
        }
        Ok(all)
    }

    /// Holds where an invariant is true of every instance.
    pub(super) fn instances_keep(
        &self,
        bits: &mut Bits<'_>,
        invariant: usize,
    ) -> Result<Lit, Unsupported> {
        let invariant = &self.model.invariants[invariant];
        let mut all = bits.constant(true);
        for object in self.model.objects_of(invariant.class) {
            let own = Cell::One(One::constant(bits, &Value::Object(object))?);
            let holds = self.holds(bits, &invariant.clause.term, &[own])?;
            all = bits.and(all, holds);
        }
        Ok(all)
    }

    /// Each object has as many links at an end as it may have.
    fn multiplicity(&self, bits: &mut Bits<'_>, id: EndId, all: &mut Vec<Lit>) {
        let end = self.model.end(id);
        if end.is_waived {
            return;
        }
        let others = self.model.associations[id.association].ends[1 - id.side].class;
        for object in self.model.objects_of(others) {
            let links = slots_of(self.model, object, Property::End(id));
            let links: Vec<_> = links
                .iter()
                .map(|it| self.after[it.0].truth(bits).yes)
                .collect();
            let low = end.low as usize;
            let high = end.high.map_or(links.len(), |it| it as usize);
            let counts = at_least(bits, &links, low.max(high + 1).min(links.len()));
            if low > links.len() {
                all.push(bits.constant(false));
            } else if let Some(least) = low.checked_sub(1) {
                all.push(counts[least]);
            }
            if let Some(more) = counts.get(high) {
                all.push(!*more);
            }
        }
    }
}

/// Whether at least 1, 2, … of some literals hold, up to `most`.
fn at_least(bits: &mut Bits<'_>, lits: &[Lit], most: usize) -> Vec<Lit> {
    let mut counts = vec![bits.constant(false); most];
    for lit in lits {
        for place in (0..most).rev() {
            let before = match place.checked_sub(1) {
                Some(place) => counts[place],
                None => bits.constant(true),
            };
            let more = bits.and(before, *lit);
            counts[place] = bits.or(counts[place], more);
        }
    }
    counts
}
