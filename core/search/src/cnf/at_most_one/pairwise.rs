//! The pairwise (or binomial) encoding: the definition itself.

use crate::cnf::{ClauseSink, Lit};

/// ¬xᵢ ∨ ¬xⱼ for all i < j. n(n-1)/2 clauses, no helpers.
pub fn add(sink: &mut (impl ClauseSink + ?Sized), lits: &[Lit]) {
    for (at, &first) in lits.iter().enumerate() {
        for &second in &lits[at + 1..] {
            sink.add_clause(&[!first, !second]);
        }
    }
}
