//! What aggregations and compositions of USE models say beyond their links: nothing is a part of itself, over however many others, and a
//! part of a composition has one whole.
//!
//! What the multiplicities and classes do not say already is named.

use std::collections::{BTreeMap, BTreeSet};

use super::Why;
use super::class_text::ClassText;

const SHARED: Why =
    Why::wider("That a part belongs to one whole alone is not demanded: only multiplicities are.");
const CIRCLE: Why =
    Why::wider("That nothing is a part of itself, over however many others, is not demanded.");

/// An aggregation or a composition.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) is_composition: bool,
    /// The classes.
    pub(super) whole: String,
    pub(super) part: String,
    /// Whether its multiplicity gives a part one whole at most.
    pub(super) is_one: bool,
}

/// All of a text.
#[derive(Debug, Default)]
pub(super) struct Wholes {
    all: Vec<Whole>,
    /// Each class with what it inherits from.
    parents: Vec<(String, String)>,
}

impl Wholes {
    pub(super) fn add(&mut self, it: Whole) {
        self.all.push(it);
    }

    pub(super) fn inherits(&mut self, class: &str, parent: &str) {
        self.parents.push((class.into(), parent.into()));
    }

    /// Names what is not demanded. Quadratic in the number of aggregations and classes.
    pub(super) fn name_in(&self, out: &mut ClassText) {
        let lineages = self.lineages();
        let can_be_same =
            |one: &str, other: &str| lineages[one].contains(other) || lineages[other].contains(one);
        let mut compositions = BTreeMap::<&str, usize>::new();
        let mut parts = BTreeMap::<&str, BTreeSet<&str>>::new();
        for class in lineages.keys() {
            for it in &self.all {
                if it.is_composition && can_be_same(class, &it.part) {
                    *compositions.entry(class).or_default() += 1;
                }
                if can_be_same(class, &it.whole) {
                    parts.entry(class).or_default().insert(&it.part);
                }
            }
        }
        for it in &self.all {
            if it.is_composition && (!it.is_one || compositions[it.part.as_str()] > 1) {
                out.leave_out(it.line, &format!("composition {}", it.name), SHARED);
            }
            let mut met = BTreeSet::from([it.part.as_str()]);
            let mut open = vec![it.part.as_str()];
            while let Some(class) = open.pop() {
                if can_be_same(class, &it.whole) {
                    let kind = if it.is_composition {
                        "composition"
                    } else {
                        "aggregation"
                    };
                    out.leave_out(it.line, &format!("{kind} {}", it.name), CIRCLE);
                    break;
                }
                let next = parts.get(class).into_iter().flatten();
                open.extend(next.filter(|it| met.insert(it)));
            }
        }
    }

    /// Of each class that is whole or part itself and all that it inherits from.
    fn lineages(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let classes = self.all.iter().flat_map(|it| [&*it.whole, &*it.part]);
        classes.map(|it| (it, self.lineage(it))).collect()
    }

    fn lineage<'w>(&'w self, class: &'w str) -> BTreeSet<&'w str> {
        let mut all = BTreeSet::from([class]);
        let mut open = vec![class];
        while let Some(class) = open.pop() {
            let parents = self.parents.iter().filter(|it| it.0 == class);
            let parents = parents.map(|it| it.1.as_str());
            open.extend(parents.filter(|it| all.insert(it)));
        }
        all
    }
}
