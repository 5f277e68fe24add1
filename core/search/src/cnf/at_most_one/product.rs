//! The product encoding of Chen, *A New SAT Encoding of the At-Most-One Constraint* (2010).
//!
//! The literals are laid out in a rectangle that is nearly a square. A literal that holds occupies
//! its row and its column; at most one row and at most one column may be occupied.

use super::AtMostOne;
use crate::cnf::{ClauseSink, Lit};

/// With p = ⌈√n⌉ columns u and q = ⌈n/p⌉ rows v, for the literal x in row i and column j
///
/// - x → vᵢ and x → uⱼ,
/// - at most one of u, at most one of v, in the same encoding.
///
/// 2n + 4√n + O(n^¼) clauses. Small groups are written as pairs, which ends the recursion.
pub fn add(sink: &mut (impl ClauseSink + ?Sized), lits: &[Lit]) {
    if lits.len() <= AtMostOne::SMALL {
        return AtMostOne::Pairwise.add(sink, lits);
    }
    let width = lits.len().isqrt();
    let width = if width * width < lits.len() {
        width + 1
    } else {
        width
    };
    let columns: Vec<Lit> = (0..width).map(|_| sink.new_lit()).collect();
    let rows: Vec<Lit> = lits.chunks(width).map(|_| sink.new_lit()).collect();
    for (chunk, &row) in lits.chunks(width).zip(&rows) {
        for (&lit, &column) in chunk.iter().zip(&columns) {
            sink.add_clause(&[!lit, row]);
            sink.add_clause(&[!lit, column]);
        }
    }
    add(sink, &columns);
    add(sink, &rows);
}
