//! Symmetry of alike objects: states that differ only in which of them is where count as one.
//!
//! A *cluster* is an object with those that links given at the start tie to it alone, as a crossing's lights to its traffic light.
//! Clusters are *alike* if exchanging two of them, object by object, keeps what `system` gives and what contracts, invariants,
//! `final` and the check at hand say where they name objects, up to the order of what `and` and `or` connect. Let π exchange alike
//! clusters, in states and in calls.
//!
//! **Theorem.** σ –c→ σ' exactly if π(σ) –π(c)→ π(σ'), and the check holds of σ exactly if it holds of π(σ). So both are reached by
//! the same numbers of calls, and one state of each orbit is enough; from it, one call of those that exchanging clusters *in the same
//! condition* maps to each other.
//!
//! *Proof.* Terms speak of objects by `self`, parameters, properties and the instances of classes, and by name where exchanging
//! them changes no term; no operator of OCL tells which of two objects comes first. So the value of a term over π(σ), with π of what is on the stack, is π of its value over σ; truth
//! values are kept. Frames and validity are made of such values, and starts agree with `system`, which π keeps. ∎
//!
//! Exact only for clusters whose slots tell them apart one by one: every slot that can change belongs to at most one cluster, or is a
//! reference to one from outside. Clusters that can be linked with each other are therefore taken for different.

mod clusters;
mod columns;

use std::collections::BTreeMap;
use std::sync::Arc;

use self::columns::{changing, entangled, with_slots};
use super::model::{Check, ClassModel, Subject};
use super::ocl::value::Value;
use super::semantics::{Call, MOST_CALLS};
use crate::system::Orbits;

/// A cluster, by the number of its class and its own.
pub type Cluster = (usize, usize);

/// Clusters of objects that are alike, in classes of two or more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    classes: Arc<[Alike]>,
}

/// Clusters that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Alike {
    /// The objects of each, in the same order.
    clusters: Vec<Vec<usize>>,
    /// The slots of each that can change, in the same order.
    slots: Vec<Vec<usize>>,
    /// References to them from outside.
    references: Vec<Reference>,
}

/// A slot that can refer to an object of some clusters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reference {
    slot: usize,
    /// For each of its numbers the cluster and the place in it.
    leads_to: BTreeMap<i64, (usize, usize)>,
    /// The number for each cluster and place.
    numbers: BTreeMap<(usize, usize), i64>,
}

/// Clusters of objects that are alike, whether or not their slots tell them apart one by one: exchanging them maps runs to runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters {
    /// Classes of two or more; the objects of each cluster, in the same order.
    classes: Vec<Vec<Vec<usize>>>,
}

impl Clusters {
    /// The alike clusters of a model, as a check asks about it. O(objects² · slots of an object).
    #[must_use]
    pub fn of(model: &ClassModel, check: &Check, calls: &[Call]) -> Self {
        let is_about_runs = !matches!(check.subject, Subject::Consistent | Subject::Independent(_));
        // With calls left out, what is left is not the same for all.
        if calls.len() >= MOST_CALLS || !is_about_runs {
            return Self::default();
        }
        Self {
            classes: clusters::alike(model, check),
        }
    }

    /// How many clusters each class has.
    #[must_use]
    pub fn sizes(&self) -> Vec<usize> {
        self.classes.iter().map(Vec::len).collect()
    }

    /// For each call the clusters that it names, each once: of its object first, then of its arguments.
    #[must_use]
    pub fn named_by(&self, calls: &[Call]) -> Vec<Vec<Cluster>> {
        let mut places = BTreeMap::new();
        for (class, clusters) in self.classes.iter().enumerate() {
            for (number, objects) in clusters.iter().enumerate() {
                places.extend(objects.iter().map(|it| (*it, (class, number))));
            }
        }
        let named = |call: &Call| {
            let arguments = call.arguments.iter().filter_map(|it| match it {
                Value::Object(it) => Some(*it),
                _ => None,
            });
            let mut all = Vec::new();
            for object in [call.object].into_iter().chain(arguments) {
                if let Some(place) = places.get(&object).filter(|it| !all.contains(*it)) {
                    all.push(*place);
                }
            }
            all
        };
        calls.iter().map(named).collect()
    }
}

impl Symmetry {
    /// Of alike clusters those whose slots tell them apart, and for each call the clusters of these that it names.
    #[must_use]
    pub fn of(model: &ClassModel, check: &Check, calls: &[Call]) -> (Self, Vec<Vec<Cluster>>) {
        let changing = changing(model, check);
        let mut clusters = Clusters::of(model, check, calls);
        while let Some(class) = entangled(model, &clusters.classes, &changing) {
            clusters.classes.remove(class);
        }
        let named = clusters.named_by(calls);
        let classes = clusters.classes.into_iter();
        let classes = classes.map(|it| with_slots(model, it, &changing));
        let symmetry = Self {
            classes: classes.collect(),
        };
        (symmetry, named)
    }

    /// Whether no two objects are alike.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// For each class and cluster the first that is in the same condition in a state.
    #[must_use]
    pub fn first_alike(&self, state: &[i64]) -> Vec<Vec<usize>> {
        let firsts = self.classes.iter().map(|it| {
            let columns = it.columns(state);
            let mut first = BTreeMap::new();
            let firsts = columns.iter().enumerate();
            firsts
                .map(|(number, column)| *first.entry(column).or_insert(number))
                .collect()
        });
        firsts.collect()
    }
}

/// Whether a call is the first of those that exchanging clusters in the same condition maps to each other: of those that are in the
/// condition of the ones that it names, it names the first, then the second, and so on.
#[must_use]
pub fn is_first(named: &[Cluster], first_alike: &[Vec<usize>]) -> bool {
    named.iter().enumerate().all(|(at, &(class, number))| {
        let firsts = &first_alike[class];
        let earlier = |it: &Cluster| it.0 == class && firsts[it.1] == firsts[number];
        let taken: Vec<_> = named[..at].iter().copied().filter(earlier).collect();
        let mut free = (0..number).filter(|it| firsts[*it] == firsts[number]);
        free.all(|it| taken.contains(&(class, it)))
    })
}

impl Orbits for Symmetry {
    fn represent(&self, state: &mut [i64]) {
        for class in &*self.classes {
            let columns = class.columns(state);
            if columns.is_sorted() {
                continue;
            }
            let mut order: Vec<_> = (0..columns.len()).collect();
            order.sort_by(|a, b| columns[*a].cmp(&columns[*b]));
            for (number, &from) in order.iter().enumerate() {
                for (slot, value) in class.slots[number].iter().zip(&columns[from]) {
                    state[*slot] = *value;
                }
            }
            for reference in &class.references {
                let Some(&(from, place)) = reference.leads_to.get(&state[reference.slot]) else {
                    continue;
                };
                let to = order.iter().position(|it| *it == from);
                let to = to.expect("the order has every cluster");
                state[reference.slot] = reference.numbers[&(to, place)];
            }
        }
    }

    fn size(&self, representative: &[i64]) -> u64 {
        let mut size = 1_u64;
        for class in &*self.classes {
            // n! / (n₁! · n₂! · …), one factor at a time: each partial product is a product of binomials.
            let columns = class.columns(representative);
            let mut run = 0_u64;
            for (index, column) in columns.iter().enumerate() {
                let is_same = index > 0 && columns[index - 1] == *column;
                run = if is_same { run + 1 } else { 1 };
                size = size.saturating_mul(index as u64 + 1);
                if size == u64::MAX {
                    return size;
                }
                size /= run;
            }
        }
        size
    }
}

impl Alike {
    /// What tells each cluster's condition: its slots, then for each reference whether it leads here, and to which place.
    fn columns(&self, state: &[i64]) -> Vec<Vec<i64>> {
        let of_slots = |slots: &Vec<usize>| slots.iter().map(|it| state[*it]).collect();
        let mut columns: Vec<Vec<i64>> = self.slots.iter().map(of_slots).collect();
        for reference in &self.references {
            columns.iter_mut().for_each(|it| it.push(0));
            if let Some(&(number, place)) = reference.leads_to.get(&state[reference.slot])
                && let Some(last) = columns[number].last_mut()
            {
                *last = i64::try_from(place).map_or(i64::MAX, |it| it + 1);
            }
        }
        columns
    }
}
