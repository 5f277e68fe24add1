//! The ladder encoding of Gent and Nightingale, *A New Encoding of AllDifferent into SAT* (2004).
//!
//! Helper yᵢ says that the chosen literal stands behind xᵢ. The helpers form a ladder: true rungs
//! below false ones, and x stands where they change. Their encoding demands exactly one; here only
//! the directions that exclude a second choice are kept, so that none at all is allowed too.

use crate::cnf::{ClauseSink, Lit};

/// For n literals the helpers y₁ … yₙ₋₁ and
///
/// - yᵢ₊₁ → yᵢ (the ladder),
/// - xᵢ → yᵢ₋₁ (the chosen one stands behind the rung below) and
/// - xᵢ → ¬yᵢ (but not behind its own).
///
/// 3n-4 clauses for n ≥ 2.
pub fn add(sink: &mut (impl ClauseSink + ?Sized), lits: &[Lit]) {
    let mut below: Option<Lit> = None;
    for (at, &lit) in lits.iter().enumerate() {
        let own = (at + 1 < lits.len()).then(|| sink.new_lit());
        if let Some(below) = below {
            sink.add_clause(&[!lit, below]);
        }
        if let Some(own) = own {
            sink.add_clause(&[!lit, !own]);
        }
        if let (Some(below), Some(own)) = (below, own) {
            sink.add_clause(&[!own, below]);
        }
        below = own;
    }
}
