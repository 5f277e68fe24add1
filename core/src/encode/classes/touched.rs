//! Alike objects: a run is looked for in which they are named in their order.
//!
//! Exchanging alike clusters ([`Clusters`]) maps each run to one as good, so of all that differ in this only the run is looked for in
//! which the clusters of a class are first named by a call in ascending order. A bit for each cluster but the last says whether it
//! has been named. It restricts runs from a start, and no state: a "no" about these runs is one about all.

use super::shape::Shape;
use crate::cnf::Lit;
use crate::encode::symbolic::Bits;
use crate::language::classes::model::{Check, ClassModel};
use crate::language::classes::semantics::Call;
use crate::language::classes::{Cluster, Clusters};

/// What has been named, as bits of a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    /// For each class the first of its bits, counted from the first of all of them.
    first: Vec<usize>,
    /// How many bits there are.
    pub(super) bits: usize,
    /// For each call the clusters that it names.
    named: Vec<Vec<Cluster>>,
}

impl Touched {
    pub(super) fn of(model: &ClassModel, check: &Check, calls: &[Call]) -> Self {
        let clusters = Clusters::of(model, check, calls);
        let mut bits = 0;
        let first = clusters.sizes().into_iter().map(|size| {
            let first = bits;
            bits += size - 1;
            first
        });
        let first = first.collect();
        Self {
            first,
            bits,
            named: clusters.named_by(calls),
        }
    }

    /// The bit of a cluster; the last of a class has none.
    fn bit(&self, (class, number): Cluster) -> Option<usize> {
        let bit = self.first[class] + number;
        let end = self.first.get(class + 1).copied().unwrap_or(self.bits);
        (bit < end).then_some(bit)
    }
}

impl Shape<'_> {
    /// What has been named after a call, given what has been before; demands that nothing is named too early.
    pub(super) fn touched_after(
        &self,
        bits: &mut Bits<'_>,
        before: &[Lit],
        selectors: &[Lit],
    ) -> Vec<Lit> {
        let mut after = before.to_vec();
        let mut naming = vec![Vec::new(); before.len()];
        for (selector, named) in selectors.iter().zip(&self.touched.named) {
            for (at, &(class, number)) in named.iter().enumerate() {
                if let Some(bit) = self.touched.bit((class, number)) {
                    naming[bit].push(*selector);
                }
                let earlier = number.checked_sub(1).map(|it| (class, it));
                let earlier = earlier.filter(|it| !named[..at].contains(it));
                if let Some(bit) = earlier.and_then(|it| self.touched.bit(it)) {
                    bits.demand(&[!*selector, before[bit]]);
                }
            }
        }
        for (bit, naming) in after.iter_mut().zip(naming) {
            let named = bits.any(naming);
            *bit = bits.or(*bit, named);
        }
        after
    }
}
