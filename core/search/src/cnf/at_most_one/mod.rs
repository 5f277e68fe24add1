//! At most one of these: Σ xᵢ ≤ 1, in the encodings of the literature.
//!
//! All of them propagate as the definition does: once one literal holds, unit propagation refutes
//! all others. They differ in size, and in how well the solver learns about the helper variables.

mod ladder;
mod pairwise;
mod product;

use super::{ClauseSink, Lit};

/// An encoding of "at most one".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtMostOne {
    /// Every pair excludes each other: n(n-1)/2 clauses, no helpers.
    Pairwise,
    /// A ladder of n-1 helpers, 3n-4 clauses (Gent and Nightingale, 2004).
    Ladder,
    /// Rows and columns of a square: about 2√n helpers, 2n + O(√n) clauses (Chen, 2010).
    Product,
}

impl AtMostOne {
    /// All encodings, the simplest first.
    pub const ALL: [Self; 3] = [Self::Pairwise, Self::Ladder, Self::Product];

    /// Up to here pairs need no more clauses than the other encodings (and never helpers).
    const SMALL: usize = 6;

    /// The name in options and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pairwise => "pairwise",
            Self::Ladder => "ladder",
            Self::Product => "product",
        }
    }

    /// The encoding of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|member| member.name() == name)
    }

    /// The encoding to use for a group of this size where nobody asks for another: pairs for small
    /// groups, the product for the rest, whose clauses grow slowest.
    #[must_use]
    pub fn for_size(group: usize) -> Self {
        if group <= Self::SMALL {
            Self::Pairwise
        } else {
            Self::Product
        }
    }

    /// Demands that at most one of the literals holds. A literal that stands twice counts twice.
    pub fn add(self, sink: &mut (impl ClauseSink + ?Sized), lits: &[Lit]) {
        match self {
            Self::Pairwise => pairwise::add(sink, lits),
            Self::Ladder => ladder::add(sink, lits),
            Self::Product => product::add(sink, lits),
        }
    }
}

/// Demands that at most one of the literals holds, in the encoding of [`AtMostOne::for_size`].
pub fn at_most_one(sink: &mut (impl ClauseSink + ?Sized), lits: &[Lit]) {
    AtMostOne::for_size(lits.len()).add(sink, lits);
}

/// Demands that exactly one of the literals holds: [`at_most_one`] and the clause of them all.
pub fn exactly_one(sink: &mut (impl ClauseSink + ?Sized), lits: &[Lit]) {
    sink.add_clause(lits);
    at_most_one(sink, lits);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Formula;
    use crate::cnf::truth_table::assert_means;

    fn count(values: &[bool]) -> usize {
        values.iter().filter(|&&value| value).count()
    }

    /// What unit propagation makes of a formula once `given` hold; none where it finds a conflict.
    fn propagated(formula: &Formula, given: &[Lit]) -> Option<Vec<Lit>> {
        let mut known = given.to_vec();
        loop {
            let before = known.len();
            for clause in formula.clauses() {
                if clause.iter().any(|lit| known.contains(lit)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&lit| !known.contains(&!lit));
                match (open.next(), open.next()) {
                    (None, _) => return None,
                    (Some(&lit), None) => known.push(lit),
                    _ => {}
                }
            }
            if known.len() == before {
                return Some(known);
            }
        }
    }

    #[test]
    fn every_encoding_has_the_truth_table() {
        for encoding in AtMostOne::ALL {
            for group in 0..=9 {
                assert_means(group, |f, l| encoding.add(f, l), |v| count(v) <= 1);
            }
        }
        for group in 0..=9 {
            assert_means(group, at_most_one, |v| count(v) <= 1);
            assert_means(group, exactly_one, |v| count(v) == 1);
        }
    }

    #[test]
    fn one_literal_refutes_all_others_by_propagation() {
        for encoding in AtMostOne::ALL {
            for group in [2, 7, 12, 50] {
                let mut formula = Formula::new();
                let lits: Vec<Lit> = (0..group).map(|_| formula.new_lit()).collect();
                encoding.add(&mut formula, &lits);
                for &chosen in [&lits[0], &lits[group / 2], &lits[group - 1]] {
                    let known = propagated(&formula, &[chosen]).expect("one alone is allowed");
                    for &lit in &lits {
                        assert_eq!(known.contains(&!lit), lit != chosen, "{encoding:?} {group}");
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_are_as_published() {
        let size = |encoding: AtMostOne, group: usize| {
            let mut formula = Formula::new();
            let lits: Vec<Lit> = (0..group).map(|_| formula.new_lit()).collect();
            encoding.add(&mut formula, &lits);
            (formula.var_count() - group, formula.clause_count())
        };
        for group in 2..=60 {
            assert_eq!(
                size(AtMostOne::Pairwise, group),
                (0, group * (group - 1) / 2)
            );
            assert_eq!(size(AtMostOne::Ladder, group), (group - 1, 3 * group - 4));
        }
        // Ten rows and ten columns, each group of ten again four rows and three columns.
        assert_eq!(size(AtMostOne::Product, 9), (6, 18 + 3 + 3));
        assert_eq!(
            size(AtMostOne::Product, 100),
            (20 + 2 * 7, 200 + 2 * (20 + 6 + 3))
        );
    }

    #[test]
    fn the_default_never_takes_more_clauses_than_pairs() {
        for group in 0..=60 {
            let clauses = |encoding: AtMostOne| {
                let mut formula = Formula::new();
                let lits: Vec<Lit> = (0..group).map(|_| formula.new_lit()).collect();
                encoding.add(&mut formula, &lits);
                formula.clause_count()
            };
            assert!(
                clauses(AtMostOne::for_size(group)) <= clauses(AtMostOne::Pairwise),
                "{group}"
            );
        }
    }

    #[test]
    fn names_lead_back() {
        for encoding in AtMostOne::ALL {
            assert_eq!(AtMostOne::named(encoding.name()), Some(encoding));
        }
        assert_eq!(AtMostOne::named("no such encoding"), None);
    }
}
