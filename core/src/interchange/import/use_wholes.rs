//! What aggregations and compositions of USE models say beyond their links: nothing is a part of itself, over however many others, and a
//! part of a composition has one whole.
//!
//! What the multiplicities and classes do not say already is named.

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

    /// Names what is not demanded. Quadratic in the number of aggregations.
    pub(super) fn name_in(&self, out: &mut ClassText) {
        for (number, it) in self.all.iter().enumerate() {
            let others = self
                .all
                .iter()
                .enumerate()
                .filter(|other| other.0 != number);
            let mut compositions = others.filter(|other| other.1.is_composition);
            let is_elsewhere = compositions.any(|other| self.can_be_same(&other.1.part, &it.part));
            if it.is_composition && (!it.is_one || is_elsewhere) {
                out.leave_out(it.line, &format!("composition {}", it.name), SHARED);
            }
            if self.leads_to(&it.part, &it.whole) {
                let kind = if it.is_composition {
                    "composition"
                } else {
                    "aggregation"
                };
                out.leave_out(it.line, &format!("{kind} {}", it.name), CIRCLE);
            }
        }
    }

    /// A class and all that it inherits from.
    fn lineage<'w>(&'w self, class: &'w str) -> Vec<&'w str> {
        let mut all = vec![class];
        let mut next = 0;
        while let Some(&it) = all.get(next) {
            next += 1;
            for (_, parent) in self.parents.iter().filter(|pair| pair.0 == it) {
                if !all.contains(&parent.as_str()) {
                    all.push(parent);
                }
            }
        }
        all
    }

    /// Whether an object can be of both classes.
    fn can_be_same(&self, one: &str, other: &str) -> bool {
        self.lineage(one).contains(&other) || self.lineage(other).contains(&one)
    }

    /// Whether objects of a class can have parts, over any number of others, that are of another one.
    fn leads_to(&self, from: &str, to: &str) -> bool {
        let mut met = vec![from];
        let mut next = 0;
        while let Some(&class) = met.get(next) {
            next += 1;
            if self.can_be_same(class, to) {
                return true;
            }
            for it in &self.all {
                if self.can_be_same(class, &it.whole) && !met.contains(&it.part.as_str()) {
                    met.push(&it.part);
                }
            }
        }
        false
    }
}
